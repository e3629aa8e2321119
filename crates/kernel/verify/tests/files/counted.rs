//! Shoes whose cards a device reads and that are counted out: each piece of card once, and as corrections have it.

use baccarat::Card;
use fair::bulletin::scanned::{
    Counted, Finding, FinishedScanned, FreeRound, LastRound, OpenedScanned, RemovedCard, RemovedWhy,
    Resolution, Resolved, Source,
};
use fair::bulletin::{Burned, Corrected, Ended, Places, RoundResult, VoidReason};
use fair::{Bulletin, Bytes, Notice};
use punto_verify::{Check, Verdict};
use scanner::frame::{CardRecord, ShoeRecord, ShoeState, UnreadRecord, UnreadWhy};
use scanner::{DeviceFrame, DeviceKey, Envelope, Head, PublishedRecord, Record, SignedRecord, What};

use crate::scanned::{card, file_of, key, line, report};

/// A shoe as it is played: what its device signs, and what the house says.
struct Shoe {
    device: DeviceKey,
    head: Head,
    pass: u64,
    records: Vec<String>,
    notices: Vec<Notice>,
    /// The cards that have not come out.
    left: Vec<Card>,
}

/// What the bulletin of a count says: which cards are missing, which are too many, how many nobody saw.
type Said = (&'static str, &'static str, u16);

const WHOLE: Said = ("", "", 0);

fn cards(texts: &str) -> Vec<Card> {
    texts.split_whitespace().map(card).collect()
}

impl Shoe {
    /// A shoe that was loaded, opened and burned.
    fn opened() -> Self {
        let device = DeviceKey::new(std::array::from_fn(|place| u8::try_from(place).expect("few")));
        let left = (0..8).flat_map(|_| (0..52).filter_map(Card::from_index)).collect();
        let mut shoe =
            Self { device, head: Head::NONE, pass: 0, records: Vec::new(), notices: Vec::new(), left };
        let label = "BOX-0117".parse().expect("a label");
        shoe.record(What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe: label, decks: 8, seal: None }));
        let rules = file_of(vec![bulletin(Notice::Free(round(1)))]).rules;
        shoe.notices.push(Notice::OpenedScanned(OpenedScanned {
            shoe_no: 4,
            device: shoe.device.public(),
            record: 1,
            label: "BOX-0117".to_owned(),
            rules_id: rules.id,
            rules_digest: rules.digest,
            decks: 8,
        }));
        let records = shoe.pass("2h 3h 4h");
        let first = Some(card("2h"));
        shoe.notices.push(Notice::Burned(Burned { shoe_no: 4, from: 0, first, face_down: 2, records }));
        shoe
    }

    /// The device signs what happened.
    fn record(&mut self, what: What) -> u64 {
        let record = Record { n: self.head.next(), prev: self.head.digest, t: 1, what };
        let envelope = Envelope::sign(&self.device, DeviceFrame::Record(record).write());
        let signed = SignedRecord::verify(envelope, &self.device.public()).expect("it is signed");
        let (body, sig) = (signed.envelope().body().to_owned(), signed.envelope().sig());
        let published = PublishedRecord { key: self.device.public(), life: None, received_at: 1, body, sig };
        self.records.push(published.write());
        self.head = signed.head();
        self.head.n
    }

    /// A card passes and is read, as the rescan of another pass or with a mark if it has one.
    fn read(&mut self, card: Card, rescan: Option<u64>, tag: Option<&str>) -> u64 {
        self.pass += 1;
        let tag = tag.map(|tag| tag.parse().expect("a label"));
        self.record(What::Card(CardRecord { rescan, tag, ..CardRecord::new(self.pass, card) }))
    }

    /// Something passes and is not read.
    fn unread(&mut self, rescan: Option<u64>) -> u64 {
        self.pass += 1;
        self.record(What::Unread(UnreadRecord {
            pass: self.pass,
            why: UnreadWhy::Smeared,
            rescan,
            img: None,
        }))
    }

    /// These cards come out of the shoe.
    fn take(&mut self, texts: &str) -> Vec<Card> {
        let taken = cards(texts);
        for card in &taken {
            let at = self.left.iter().position(|left| left == card).expect("a copy is left");
            self.left.remove(at);
        }
        taken
    }

    /// These cards come out and are read.
    fn pass(&mut self, texts: &str) -> Vec<u64> {
        self.take(texts).into_iter().map(|card| self.read(card, None, None)).collect()
    }

    /// A round without wagers ends, in which these cards were read.
    fn ended(&mut self, texts: &str, records: Vec<u64>, result: RoundResult) {
        let at = Places::Read(records.into_iter().map(Source::Record).collect());
        self.notices.push(Notice::Free(round(1)));
        let cards = cards(texts);
        self.notices.push(Notice::Ended(Ended { shoe_no: 4, round_no: 1, at, cards, result }));
    }

    /// The same, with a coup that Banker wins. The true cards are those that come out.
    fn banker_wins(&mut self, read: &str, truly: &str) {
        self.take(truly);
        let records = cards(read).into_iter().map(|card| self.read(card, None, None)).collect();
        self.ended(read, records, banker());
    }

    fn removed(&mut self, card: Option<Card>, record: u64) {
        let (source, why) = (Source::Record(record), RemovedWhy::Void);
        self.notices.push(Notice::Removed(RemovedCard { shoe_no: 4, card, source, why }));
    }

    fn corrected(&mut self, revision: u16, texts: &str, surplus: &str, result: RoundResult) {
        let (cards, surplus) = (cards(texts), cards(surplus));
        self.notices.push(Notice::Corrected(Corrected {
            shoe_no: 4,
            round_no: 1,
            revision,
            cards,
            surplus,
            result,
        }));
    }

    /// A supervisor ends the shoe, and all cards that are left pass. `passes` lets the last one pass.
    fn counted(&mut self, passes: impl FnOnce(&mut Self, Card) -> Vec<u64>, (missing, extra, unseen): Said) {
        self.notices.push(Notice::LastRound(LastRound { shoe_no: 4, round_no: 1 }));
        let mut left = std::mem::take(&mut self.left);
        let last = left.pop().expect("a card");
        let mut records: Vec<u64> = left.into_iter().map(|card| self.read(card, None, None)).collect();
        records.extend(passes(self, last));
        let (missing, extra) = (cards(missing), cards(extra));
        self.notices.push(Notice::Counted(Counted { shoe_no: 4, records, missing, extra, unseen }));
    }

    /// What the checks of the cards and of the count say.
    fn lines(&self) -> [String; 3] {
        let finished = FinishedScanned {
            shoe_no: 4,
            records: self.head.n,
            last: self.head.digest,
            findings: 0,
            keyed: 0,
            amended: 0,
        };
        let all = self.notices.iter().cloned().chain([Notice::FinishedScanned(finished)]);
        let report = report(&file_of(all.map(bulletin).collect()), &self.records.join("\n"));
        assert_eq!(report.finding(Check::Records).map(|it| it.verdict), Some(Verdict::Ok), "{report:#?}");
        [Check::Use, Check::Cards, Check::Count].map(|check| line(&report, check))
    }

    /// What the check of the count says, without the number of the bulletin.
    fn count(&self) -> String {
        let [used, cards, count] = self.lines();
        assert!(used.starts_with("use: ok") && cards.starts_with("cards: ok"), "{used}; {cards}");
        let words: Vec<&str> = count.splitn(4, ": ").collect();
        match words[..] {
            [_, "FAILED", _, why] => why.to_owned(),
            _ => count,
        }
    }
}

/// A bulletin that is still to be chained and signed.
fn bulletin(notice: Notice) -> Bulletin {
    Bulletin { house: key().public(), table: 9, no: 1, at: 1, previous: Bytes::ZERO, notice }
}

const fn round(round_no: u16) -> FreeRound {
    FreeRound { shoe_no: 4, round_no }
}

fn banker() -> RoundResult {
    RoundResult::Coup("Bn".parse().expect("a bead"))
}

fn player() -> RoundResult {
    RoundResult::Coup("Pn".parse().expect("a bead"))
}

fn one(shoe: &mut Shoe, card: Card) -> Vec<u64> {
    vec![shoe.read(card, None, None)]
}

const OK: &str = "count: ok: all cards of 8 decks";

#[test]
fn a_card_that_surely_passes_twice_counts_once() {
    type Passes = fn(&mut Shoe, Card) -> Vec<u64>;
    let ways: [(&str, Passes); 6] = [
        ("once", one),
        ("with its mark", |shoe, card| {
            vec![shoe.read(card, None, Some("a")), shoe.read(card, None, Some("a"))]
        }),
        ("as a rescan", |shoe, other| {
            vec![shoe.read(card("2h"), None, None), shoe.read(other, Some(shoe.pass), None)]
        }),
        ("as a rescan of a rescan", |shoe, card| {
            let unread = [shoe.unread(None), shoe.unread(Some(shoe.pass))];
            [&unread[..], &[shoe.read(card, Some(shoe.pass), None)]].concat()
        }),
        ("as a rescan that fails", |shoe, card| {
            vec![shoe.read(card, None, None), shoe.unread(Some(shoe.pass))]
        }),
        ("as a rescan of a card of the burn", |shoe, card| {
            vec![shoe.read(card, None, None), shoe.read(card, Some(2), None)]
        }),
    ];
    for (how, passes) in ways {
        let mut shoe = Shoe::opened();
        shoe.banker_wins("6h Kd Ks 7c", "6h Kd Ks 7c");
        let mut otherwise = Shoe::opened();
        otherwise.banker_wins("6h Kd Ks 7c", "6h Kd Ks 7c");
        shoe.counted(passes, WHOLE);
        assert_eq!(shoe.count(), OK, "{how}");
        otherwise.counted(passes, ("", "Kd", 0));
        assert_eq!(otherwise.count(), "416 cards came out, which does not add up", "{how}");
    }
}

#[test]
fn a_card_that_may_have_passed_twice_counts_as_two() {
    for (extra, expected) in
        [("Kc", "0 missing, 1 too many, 0 unseen"), ("", "417 cards came out, which does not add up")]
    {
        let mut shoe = Shoe::opened();
        shoe.banker_wins("6h Kd Ks 7c", "6h Kd Ks 7c");
        shoe.left.sort_by_key(|left| *left == card("Kc"));
        shoe.counted(|shoe, card| [one(shoe, card), one(shoe, card)].concat(), ("", extra, 0));
        assert_eq!(shoe.count(), expected);
    }
}

#[test]
fn the_count_follows_a_round_that_was_corrected_before_it() {
    for (before, after, said, expected) in [
        (true, false, WHOLE, OK),
        (true, false, ("9h", "6h", 0), "it counts 6h 9 times, and the records show 8"),
        (false, false, WHOLE, "it counts 6h 8 times, and the records show 9"),
        // What was counted before the correction stands.
        (false, true, ("9h", "6h", 0), "1 missing, 1 too many, 0 unseen"),
    ] {
        let mut shoe = Shoe::opened();
        shoe.banker_wins("6h Kd Ks 7c", "9h Kd Ks 7c");
        if before {
            shoe.corrected(2, "9h Kd Ks 7c", "", player());
        }
        shoe.counted(one, said);
        if after {
            shoe.corrected(2, "9h Kd Ks 7c", "", player());
        }
        assert_eq!(shoe.count(), expected);
    }
}

#[test]
fn a_copy_beyond_the_decks_that_a_correction_takes_back_is_none() {
    for (corrects, expected) in [
        (true, "cards: ok: 13 cards, each as its record says but 0 keyed and 0 put right"),
        (false, "cards: FAILED: 6h came out more often than there are decks"),
    ] {
        let mut shoe = Shoe::opened();
        shoe.banker_wins("6h Kd Ks 7c", "9h Kd Ks 7c");
        let spares = "6h 6h 6h 6h 6h 6h 6h 6h";
        for n in shoe.pass(spares) {
            shoe.removed(Some(card("6h")), n);
        }
        if corrects {
            shoe.corrected(2, "9h Kd Ks 7c", spares, player());
        }
        let [_, cards, _] = shoe.lines();
        assert_eq!(cards, expected);
    }
}

/// A void round: three cards were dealt, one was not read, and one that passed behind it was burned. `burns` says
/// whether the one that was not read has a record.
fn void_round(burns: bool) -> Shoe {
    let mut shoe = Shoe::opened();
    let dealt = shoe.pass("6h Kd Ks");
    shoe.take("7c");
    let unread = if burns { Some(shoe.unread(None)) } else { None };
    shoe.pass += u64::from(!burns);
    let behind = shoe.pass("2d").remove(0);
    shoe.ended("6h Kd Ks", dealt, RoundResult::Void(VoidReason::Irregular));
    if !burns {
        let (code, how) = (Finding::MissedCard, Resolution::Void);
        let (about, drops) = (vec![behind], Vec::new());
        shoe.notices.push(Notice::Resolved(Resolved { shoe_no: 4, code, how, about, drops }));
    }
    if let Some(unread) = unread {
        shoe.removed(None, unread);
    }
    shoe.removed(Some(card("2d")), behind);
    shoe
}

#[test]
fn a_card_that_nobody_saw_is_known_once_a_correction_names_it() {
    for (burns, corrects, said, expected) in [
        (
            true,
            false,
            ("7c", "", 1),
            "count: ok: all cards of 8 decks; 1 that nobody saw may be those that are missing",
        ),
        (true, true, WHOLE, OK),
        (false, false, ("7c", "", 0), "1 missing, 0 too many, 0 unseen"),
        (false, true, WHOLE, OK),
    ] {
        let mut shoe = void_round(burns);
        if corrects {
            shoe.corrected(2, "6h Kd Ks 7c", "2d", banker());
        }
        shoe.counted(one, said);
        assert_eq!(shoe.count(), expected, "burns {burns}, corrects {corrects}");
    }
}

#[test]
fn a_card_that_was_burned_while_a_correction_waited_stays_out() {
    // A void that was proposed before the spare card came leaves that one out of its list.
    for (surplus, is_whole) in [("", true), ("9d", true), ("9c", false)] {
        let mut shoe = Shoe::opened();
        shoe.banker_wins("6h Kd Ks 7c", "6h Kd Ks 7c");
        let spare = shoe.pass("9d").remove(0);
        shoe.removed(Some(card("9d")), spare);
        shoe.corrected(2, "6h Kd Ks 7c", surplus, RoundResult::Void(VoidReason::Supervisor));
        shoe.counted(one, WHOLE);
        assert_eq!(shoe.count() == OK, is_whole, "beside {surplus:?}: {}", shoe.count());
    }
}
