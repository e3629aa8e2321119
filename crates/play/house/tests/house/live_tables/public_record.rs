//! The public record of a live table: a signed bulletin for each thing that happened to a card, in one chain.

use baccarat::Card;
use fair::bulletin::scanned::Source;
use fair::bulletin::{Closed, Places};
use fair::wagers::StandingWagers;
use fair::{Bulletin, Notice};
use punto_house::floor::{Change, TableStatus, TableStep};
use punto_house::live::{DealerCommand, ShoeRecords, SupervisorCommand};
use punto_house::log::Actor;
use punto_house::proofs::{OwnFile, ShoeFile};
use scanner::frame::CardRecord;
use scanner::{DeviceKey, What, envelope};
use table::live::{How, ScannerSettings, Slot};
use table::{CorrectionRequest, PublicEvent, RequestId, RoundRef, Ruling, StaffId};
use verify::wager_file::Standing;
use verify::{Check, Known, Report, ScannedFile, Verdict, check};

use super::shift::{ONE, SALON_LIVE, SECRET, Shift, settings};
use crate::histories::place::Place;
use crate::test_house::{GIFT, next_frame};

const TWO: StaffId = StaffId(3);
const NOTE: &str = "the tray was not empty";

async fn both_type(shift: &Shift, card: &str) {
    let (finding_no, _) = shift.finding().await.unwrap();
    let card = card.parse().unwrap();
    shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
    shift.supervisor(ONE, SupervisorCommand::KeyIn { finding_no, card }).await.unwrap();
}

async fn resolve(shift: &Shift, how: How) {
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how }).await.unwrap();
}

/// Two rounds with a card that two people type, one that passes again, one that is put right and one that is burned.
async fn two_rounds(shift: &mut Shift) {
    // The card that is turned over, and nine that lie face down.
    shift.cards("9h 2d 3d 4d 5d 6d 7d 8d 9d Td").await;
    shift.bet("player 100").await;
    shift.cards("9h x").await;
    both_type(shift, "Kd").await;
    shift.cards("Ks 3c 6h").await;
    resolve(shift, How::Burn).await;
    shift.bet("banker 100").await;
    shift.cards("x").await;
    resolve(shift, How::Rescan).await;
    shift.cards("2c 2d 3c 4d").await;
    shift.dealer(DealerCommand::Misread { slot: Slot::P1 }).await.unwrap();
    both_type(shift, "8c").await;
}

/// A whole shoe: those rounds, a hand without wagers, and the last round, with a restart in between.
async fn played(place: Place) -> Shift {
    let settings = settings("live-commission", ScannerSettings::default());
    let mut shift = Shift::begin_signed(place, settings).await;
    shift.open().await;
    two_rounds(&mut shift).await;
    let mut shift = shift.restart().await;
    shift.cards("4h").await;
    tokio::time::advance(std::time::Duration::from_secs(5)).await;
    shift.supervisor(ONE, SupervisorCommand::OpenFreeRound).await.unwrap();
    shift.cards("9d Kh Kc 2h").await;
    shift.dealer(DealerCommand::CutCard).await.unwrap();
    shift.bet("player 100").await;
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }).await.unwrap();
    shift.cards("9s Kd Ks 3d").await;
    shift.rest().await;
    shift
}

async fn bulletins(shift: &Shift) -> Vec<Bulletin> {
    let stored = shift.house.bulletins(SALON_LIVE, 1, 1_000).await.unwrap();
    let read = |stored: &punto_house::ports::StoredBulletin| {
        fair::verify(&stored.key, &stored.text, &stored.signature).unwrap();
        stored.text.parse().unwrap()
    };
    stored.iter().map(read).collect()
}

/// What a verifier says of a shoe, who has its file, its records and both keys.
async fn verified(shift: &Shift, shoe_no: u32) -> Report {
    let ShoeFile::File(file) = shift.house.shoe_file(SALON_LIVE, shoe_no).await.unwrap() else {
        panic!("a file")
    };
    let ShoeRecords::Records(records) = shift.house.shoe_records(SALON_LIVE, shoe_no).await.unwrap() else {
        panic!("records")
    };
    let lines: String = records.iter().map(|record| record.write() + "\n").collect();
    let (records, devices) = ([lines.as_str()], [DeviceKey::new(SECRET).public()]);
    let key = shift.house.proof_key();
    check(&file, &Known { key, records: &records, devices: &devices, ..Known::default() })
}

fn kinds(bulletins: &[Bulletin]) -> String {
    bulletins.iter().map(|said| said.notice.kind()).collect::<Vec<_>>().join(" ")
}

#[tokio::test(start_paused = true)]
async fn each_card_of_a_live_shoe_is_in_the_signed_record_with_where_it_was_read() {
    for place in [Place::memory(), Place::file()] {
        let shift = played(place).await;
        let said = bulletins(&shift).await;
        let expected = "opened burned closed resolved ended resolved removed closed resolved resolved amended \
                        ended free ended cut-card closed last-round ended finished";
        assert_eq!(kinds(&said), expected);
        assert_eq!(said[0].is_first(), Ok(()));
        for (before, next) in said.iter().zip(&said[1..]) {
            assert_eq!(next.follows(before), Ok(()), "{next}");
        }
        let sources = |round_no: u16| {
            said.iter().find_map(|said| match &said.notice {
                Notice::Ended(it) if it.round_no == round_no => Some((it.at.clone(), it.cards.clone())),
                _ => None,
            })
        };
        // The loading was record 1, the burn 2 to 11, and what was not read of the first round 13.
        let (places, cards) = sources(1).unwrap();
        let read =
            Places::Read(vec![Source::Record(12), Source::Keyed, Source::Record(14), Source::Record(15)]);
        assert_eq!((places, cards[1]), (read, "Kd".parse().unwrap()));
        assert_eq!(sources(2).unwrap().1[0], "8c".parse().unwrap(), "it was read as 2c");
        let Notice::FinishedScanned(end) = said.last().unwrap().notice else { panic!("{said:?}") };
        assert_eq!((end.findings, end.keyed, end.amended), (4, 1, 1));
        let (_, records) = shift.history().await;
        let last = envelope::digest(&records.last().unwrap().record.body);
        assert_eq!((end.records, end.last), (u64::try_from(records.len()).unwrap() + 1, last));
        let report = verified(&shift, 1).await;
        assert!(!report.has_failed(), "{:#?}", report.findings);
        for check in [Check::Records, Check::Use, Check::Cards, Check::Findings, Check::Burn, Check::End] {
            assert_eq!(report.finding(check).unwrap().verdict, Verdict::Ok, "{check:?}");
        }
        shift.end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_file_of_a_live_shoe_goes_on_with_its_corrections_and_the_next_shoe_follows_in_one_chain() {
    let mut shift = played(Place::file()).await;
    let read = |texts: &str| texts.split_whitespace().map(|text| text.parse().unwrap()).collect();
    let ruling = Ruling::Cards { cards: read("8h Kd Ks 3c"), surplus: read("6h") };
    let request = CorrectionRequest::new(ruling, ONE, "the recording shows it", RequestId(1));
    let first = RoundRef { shoe_no: 1, round_no: 1 };
    let proposed = shift.house.propose_correction(SALON_LIVE, first, request).await.unwrap();
    shift.house.approve_correction(SALON_LIVE, proposed.correction_no, TWO).await.unwrap();
    shift.load("BOX-0118").await;
    shift.dealer(DealerCommand::OpenShoe).await.unwrap();
    let said = bulletins(&shift).await;
    assert!(kinds(&said).ends_with("finished corrected opened"), "{}", kinds(&said));
    let ShoeFile::File(text) = shift.house.shoe_file(SALON_LIVE, 1).await.unwrap() else { panic!("a file") };
    let file = ScannedFile::read(&text).unwrap();
    assert_eq!((file.write(), kinds(&file.bulletins)), (text, kinds(&said[..19])));
    let Notice::Corrected(corrected) = &file.after[0].bulletin.notice else { panic!("{:?}", file.after) };
    assert_eq!(corrected.surplus, vec!["6h".parse().unwrap()]);
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn the_wagers_of_a_live_round_are_under_the_root_that_is_out_before_its_first_card() {
    let mut shift =
        Shift::begin_signed(Place::file(), settings("three-bet", ScannerSettings::default())).await;
    shift.open().await;
    shift.bet("player 100").await;
    let said = bulletins(&shift).await;
    let Notice::Closed(Closed { patrons: 1, root, .. }) = said.last().unwrap().notice else {
        panic!("{said:?}")
    };
    let round = RoundRef { shoe_no: 1, round_no: 1 };
    let own = shift.house.wager_file(shift.lasting.patron, SALON_LIVE, round).await.unwrap();
    let OwnFile::File(own) = own else { panic!("{own:?}") };
    let lines: Vec<_> = own.wagers.iter().map(Standing::line).collect();
    let leaf = StandingWagers {
        table: own.table,
        shoe_no: own.shoe_no,
        round_no: own.round_no,
        patron: own.patron,
        currency: &own.currency,
        decimals: own.decimals,
        lines: &lines,
    };
    assert_eq!(own.path.root(&leaf.leaf(&own.salt).unwrap()), Some(root));
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_shoe_with_a_void_a_card_too_early_and_a_count_of_all_cards_is_verified() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut shift = Shift::begin_signed(Place::file(), settings("three-bet", scanner)).await;
    shift.open().await;
    shift.start_and_close().await;
    shift.cards("Ah").await;
    shift.unread_thrice().await;
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Void }).await.unwrap();
    shift
        .supervisor(ONE, SupervisorCommand::Resolve { finding_no, how: How::Void, why: None })
        .await
        .unwrap();
    tokio::time::advance(std::time::Duration::from_secs(5)).await;
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    shift.cards("2h").await;
    resolve(&shift, How::Burn).await;
    let mut frames = shift.house.subscribe(SALON_LIVE).unwrap();
    while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }).await.unwrap();
    shift.cards("9s Kd Ks 3d").await;
    shift.rest().await;
    shift.cards("4h 5h").await;
    shift.dealer(DealerCommand::CountOut).await.unwrap();
    let (finding_no, code) = shift.finding().await.unwrap();
    assert_eq!(code, "composition", "two cards are not all that were left");
    for (by, why) in [(ONE, Some(NOTE.to_owned())), (TWO, None)] {
        let note = SupervisorCommand::Resolve { finding_no, how: How::Note, why };
        shift.supervisor(by, note).await.unwrap();
    }
    shift.rest().await;
    let ShoeFile::File(file) = shift.house.shoe_file(SALON_LIVE, 1).await.unwrap() else { panic!("a file") };
    assert!(!format!("{file:?}").contains(NOTE), "what supervisors write is not public");
    let said = bulletins(&shift).await;
    assert!(said.iter().all(|bulletin| !bulletin.to_string().contains(NOTE)));
    assert!(kinds(&said).ends_with("last-round ended counted resolved finished"), "{}", kinds(&said));
    let report = verified(&shift, 1).await;
    let failed = report.findings.iter().filter(|it| it.verdict == Verdict::Failed);
    assert_eq!(failed.map(|it| it.check).collect::<Vec<_>>(), [Check::Count], "{:#?}", report.findings);
    let count = report.finding(Check::Count).unwrap();
    assert_eq!(count.reason, "408 missing, 0 too many, 1 unseen");
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_count_with_a_rescan_and_a_corrected_round_is_verified_as_the_table_has_it() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut shift = Shift::begin_signed(Place::file(), settings("three-bet", scanner)).await;
    shift.open().await;
    shift.start_and_close().await;
    shift.cards("6h Kd Ks 7c").await;
    let first = RoundRef { shoe_no: 1, round_no: 1 };
    let truly: Vec<Card> = "9h Kd Ks 7c".split(' ').map(|text| text.parse().unwrap()).collect();
    let request = CorrectionRequest::new(Ruling::cards(truly.clone()), ONE, "it was a nine", RequestId(1));
    let proposed = shift.house.propose_correction(SALON_LIVE, first, request).await.unwrap();
    shift.house.approve_correction(SALON_LIVE, proposed.correction_no, TWO).await.unwrap();
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }).await.unwrap();
    let mut left: Vec<Card> = (0..8).flat_map(|_| (0..52).filter_map(Card::from_index)).collect();
    for card in &truly {
        let at = left.iter().position(|left| left == card).unwrap();
        left.remove(at);
    }
    shift.cards("x").await;
    let unread = shift.lasting.pass;
    for (place, card) in left.into_iter().enumerate() {
        let rescan = (place == 0).then_some(unread);
        shift.say(What::Card(CardRecord { rescan, ..CardRecord::new(shift.lasting.pass + 1, card) })).await;
    }
    shift.dealer(DealerCommand::CountOut).await.unwrap();
    shift.rest().await;
    assert_eq!(shift.finding().await, None);
    let said = kinds(&bulletins(&shift).await);
    assert!(said.ends_with("ended corrected last-round counted finished"), "{said}");
    let report = verified(&shift, 1).await;
    assert!(!report.has_failed(), "{:#?}", report.findings);
    assert_eq!(report.finding(Check::Count).unwrap().reason, "all cards of 8 decks");
    shift.each_record_counts_once().await;
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_shoe_is_over_with_its_table_after_the_round_under_way() {
    let settings = settings("three-bet", ScannerSettings::default());
    let mut shift = Shift::begin_signed(Place::file(), settings).await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9s Kd").await;
    let change = Change { by: Actor::Staff(ONE), why: "the studio closes" };
    for _ in 0..2 {
        shift.house.step_table(SALON_LIVE, TableStep::Close, change).await.unwrap();
    }
    assert!(!kinds(&bulletins(&shift).await).contains("finished"), "patrons have wagers");
    shift.cards("Ks 3d").await;
    shift.rest().await;
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
    let said = kinds(&bulletins(&shift).await);
    assert!(said.ends_with("last-round ended finished"), "{said}");
    let report = verified(&shift, 1).await;
    let failed = report.findings.iter().filter(|it| it.verdict == Verdict::Failed);
    assert_eq!(failed.count(), 0, "{:#?}", report.findings);
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn the_records_of_a_shoe_that_the_device_loaded_twice_begin_with_the_one_that_its_proof_names() {
    let settings = settings("three-bet", ScannerSettings::default());
    let mut shift = Shift::begin_signed(Place::file(), settings).await;
    for label in ["BOX-0117", "BOX-0118"] {
        shift.load(label).await;
        shift.load(label).await;
        shift.dealer(DealerCommand::OpenShoe).await.unwrap();
        shift.start_and_close().await;
        let why = "the box is torn".to_owned();
        shift.supervisor(ONE, SupervisorCommand::EndShoe { why }).await.unwrap();
        shift.cards("9s Kd Ks 3d").await;
        shift.rest().await;
    }
    for shoe_no in [1, 2] {
        let report = verified(&shift, shoe_no).await;
        let passed = report.findings.iter().filter(|it| it.verdict == Verdict::Ok);
        assert!(passed.clone().any(|it| it.check == Check::Records), "{:#?}", report.findings);
        let failed = report.findings.iter().filter(|it| it.verdict == Verdict::Failed);
        assert_eq!(failed.count(), 0, "{:#?}", report.findings);
    }
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_without_a_shoe_in_play_closes_too() {
    let shift = Shift::begin(Place::memory(), "three-bet").await;
    let change = Change { by: Actor::Staff(ONE), why: "the studio closes" };
    let kept = shift.house.step_table(SALON_LIVE, TableStep::Close, change).await.unwrap();
    assert_eq!(kept.record.status, TableStatus::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_live_shoe_with_a_public_record_is_not_dealt_on_without_the_key() {
    let mut shift =
        Shift::begin_signed(Place::file(), settings("three-bet", ScannerSettings::default())).await;
    shift.open().await;
    let why = shift.restart_without_keys().await;
    assert!(why.contains("--audit-key"), "{why}");
}
