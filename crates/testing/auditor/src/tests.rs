//! The auditor on a sound house, and on the same house with one mistake planted in it: the law that is broken says so.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::*;
use crate::fixture;
use crate::fixture::observed::{done, observed};

mod corrected;
mod floor;
mod kept;
mod played;
mod protected;
mod seated;
mod timed;

type Audited = Result<RoundHistory, Vec<Deviation>>;

/// The record of the small house, with its observations.
struct Sound {
    record: Record,
    patrons: Vec<PatronObservations>,
    supervisors: SupervisorObservations,
    managers: ManagerObservations,
    people: PeopleObservations,
    onlookers: OnlookerObservations,
}

impl Sound {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::observed(sqlite(&fixture::write(folder.path())).unwrap())
    }

    /// This record, with the observations of the small house.
    fn observed(record: Record) -> Self {
        let (patrons, supervisors) = observed();
        let mut onlookers = OnlookerObservations::default();
        let at = record.events.first().map_or(0, |event| event.at);
        onlookers.observe(FrameId { table: 1, seq: 1 }, ShownEvent { at, ..shown("shoe_opened") });
        let (managers, people) = Default::default();
        Self { record, patrons, supervisors, managers, people, onlookers }
    }

    fn audited(&self, before: &Record, rules: Rules, moment: Moment) -> Audited {
        let tables = BTreeMap::from([(1, Table { rules, currency: "PLAY".to_owned(), setup: None })]);
        let patrons: Vec<&PatronObservations> = self.patrons.iter().collect();
        let (supervisors, onlookers) = (&self.supervisors, &self.onlookers);
        let (managers, people) = (&self.managers, &self.people);
        let observed = Observations {
            patrons: &patrons,
            supervisors,
            managers,
            people,
            onlookers,
            live: &LiveObservations::default(),
        };
        audit(&self.record, Expectations { tables: &tables, before, moment }, observed)
    }

    /// The deviations that the auditor finds.
    fn deviations(&self, before: &Record, moment: Moment) -> Vec<String> {
        deviations(&self.audited(before, Rules::LiveCommission, moment))
    }
}

/// A public event of which only the name was shown.
fn shown(name: &'static str) -> ShownEvent {
    ShownEvent { name, ..ShownEvent::default() }
}

fn deviations(audited: &Audited) -> Vec<String> {
    audited.as_ref().err().into_iter().flatten().map(ToString::to_string).collect()
}

/// Lets a planted mistake into the file of the small house. A row of `forged` is a transfer with balances to match, so
/// that only its meaning gives it away.
const OPENED: &str = "
    PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted;
    DROP TRIGGER transfer_is_never_changed; DROP TRIGGER transfer_is_never_deleted;
    DROP TRIGGER shoe_seed_is_never_deleted;
    CREATE TEMP VIEW forged AS SELECT kind, '' AS giver, '' AS taker, amount, about, seq FROM transfer;
    CREATE TEMP TRIGGER forge INSTEAD OF INSERT ON forged BEGIN
        INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq)
            SELECT randomblob(16), new.kind, giver.account_no, taker.account_no, new.amount, new.about,
                iif(new.seq IS NULL, NULL, 1), new.seq
            FROM account giver, account taker
            WHERE giver.kind || ' ' || giver.owner = new.giver AND taker.kind || ' ' || taker.owner = new.taker;
        UPDATE account SET balance = balance - new.amount WHERE kind || ' ' || owner = new.giver;
        UPDATE account SET balance = balance + new.amount WHERE kind || ' ' || owner = new.taker;
    END;";

/// The deviations that the auditor finds after this SQL was run on the file of the small house.
fn after(sql: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = fixture::write(folder.path());
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(OPENED).unwrap();
    conn.execute_batch(sql).unwrap();
    drop(conn);
    match sqlite(&path) {
        Ok(record) => Sound::observed(record).deviations(&Record::default(), Moment::Midway),
        Err(why) => vec![format!("unreadable: {why}")],
    }
}

/// The mistakes of a text, divided by empty lines: the name of a mistake, the SQL that plants it, and behind each `>` a
/// law that finds it with a part of the deviation.
fn planted(
    text: &'static str,
) -> impl Iterator<Item = (&'static str, String, Vec<(&'static str, &'static str)>)> {
    text.trim().split("\n\n").map(|mistake| {
        let (name, rest) = mistake.split_once('\n').unwrap();
        let (laws, sql): (Vec<_>, Vec<_>) =
            rest.lines().map(str::trim).partition(|line| line.starts_with("> "));
        let law = |line: &&'static str| {
            line.strip_prefix("> ").and_then(|law| law.split_once(": ")).expect("`> law: text`")
        };
        (name, sql.join(" "), laws.iter().map(law).collect())
    })
}

fn assert_found(planted: &str, deviations: &[String], law: &str, what: &str) {
    let hit = |deviation: &String| deviation.starts_with(law) && deviation.contains(what);
    assert!(deviations.iter().any(hit), "{planted}: {deviations:#?}");
}

#[test]
fn a_sound_house_passes() {
    let sound = Sound::new();
    assert_eq!(sound.deviations(&sound.record, Moment::Midway), [""; 0]);
    assert_eq!(phases(&sound.record), BTreeMap::from([(1, Phase::Betting)]));
}

#[test]
fn a_file_that_never_came_to_be_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = Sound {
        record: sqlite(&folder.path().join("house.sqlite")).unwrap(),
        patrons: Vec::new(),
        supervisors: SupervisorObservations::default(),
        managers: ManagerObservations::default(),
        people: PeopleObservations::default(),
        onlookers: OnlookerObservations::default(),
    };
    assert_eq!(nothing.deviations(&Record::default(), Moment::AtRest), [""; 0]);
    let lost = Sound { record: nothing.record, ..Sound::new() };
    let deviations = lost.deviations(&Record::default(), Moment::Midway);
    assert!(deviations.iter().any(|deviation| deviation.contains("is lost")), "{deviations:?}");
}

#[test]
fn planted_mistakes_are_found() {
    for (name, sql, laws) in [played::PLANTED, corrected::PLANTED].into_iter().flat_map(planted) {
        let deviations = after(&sql);
        assert!(!laws.is_empty(), "{name} is found by no law");
        for (law, what) in laws {
            assert_found(name, &deviations, law, what);
        }
    }
}

#[test]
fn what_is_still_open_at_rest_is_found() {
    let mut sound = Sound::new();
    sound.patrons[0].observe_cash(98_401);
    sound.patrons[1].gifts += 1;
    sound.patrons[1].latest.owed = Some(7);
    let expected = [
        "patrons: patron 1: was sent a balance of 98401, never had it",
        "patrons: patron 2: was given play money 2 times, the ledger has 1",
        "rest: hold 19 is still open with 250",
        "rest: hold 37 is still open with 40",
        "rest: table 1 round 1-3: slip 99999999999999999999999999999999 of patron 2 never ended",
        "rest: table 1 round 1-3: slip 55555555555555555555555555555555 of patron 2 never ended",
        "rest: patron 1 was sent 98401 at last, the ledger has 98400",
        "rest: patron 2: slip 99999999999999999999999999999999 was never answered",
        "rest: patron 2 was sent bonus money of 0 at last, the ledger has 10",
        "rest: patron 2 was sent a debt of 7 at last, the ledger has 0",
    ];
    assert_eq!(sound.deviations(&Record::default(), Moment::AtRest), expected);
}

#[test]
fn a_wallet_that_nobody_ever_had_is_found() {
    let mut sound = Sound::new();
    // Between the two holds of slip a, which are one unit.
    sound.patrons[0].observe_cash(99_000);
    sound.patrons[0].granted = Some(98_900);
    sound.patrons[0].observe_debt(7);
    // The adjustment of patron 2 did not follow the gift at once.
    sound.patrons[1].granted = Some(588);
    sound.patrons[1].observe_bonus(51);
    let adjustment = sound.supervisors.adjustments.values_mut().next().unwrap();
    adjustment.wallets.insert(Wallet { cash: 588, bonus: 0, owed: 1 });
    let expected = [
        "patrons: patron 1: was sent a balance of 99000, never had it",
        "patrons: patron 1: was sent a debt of 7, never had it",
        "patrons: patron 1: was given 98900 at first, the ledger has [100000]",
        "patrons: patron 2: was sent bonus money of 51, never had it",
        "patrons: patron 2: was given 588 at first, the ledger has [100000]",
        "supervisors: adjustment 11111111111111111111111111111111 was shown to leave Wallet { cash: 588, bonus: 0, owed: 1 }, \
         which patron 2 never had",
    ];
    assert_eq!(sound.deviations(&Record::default(), Moment::Midway), expected);
}

#[test]
fn a_gift_may_be_adjusted_before_its_message() {
    let mut sound = Sound::new();
    sound.patrons[1].granted = Some(0);
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    assert_found("late", &deviations, "patrons", "patron 2: was given 0 at first, the ledger has [100000]");
    // Without the round that was played in between.
    sound.record.transfers.retain(|transfer| transfer.entry.is_some());
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    assert!(!deviations.iter().any(|deviation| deviation.contains("at first")), "{deviations:?}");
}

#[test]
fn gifts_too_early_or_without_a_request_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = fixture::write(folder.path());
    // Patron 1 has 98 400, and patron 2 has 888 left.
    let gift = |entry: u32, no: u32, account: u32| {
        format!(
            r#"INSERT INTO house_event VALUES ({entry}, 0, '{{"type":"money_posted"}}', zeroblob(32));
            INSERT INTO transfer (transfer_no, id, kind, from_account, to_account, amount, house_seq)
            VALUES ({no}, randomblob(16), 'move', 1, {account}, 500, {entry});"#
        )
    };
    let sql = [gift(5, 55, 5), gift(6, 56, 4)].concat();
    Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
    let mut sound = Sound::observed(sqlite(&path).unwrap());
    sound.patrons[0].gifts_in_doubt = 1;
    let found = |sound: &Sound| -> Vec<String> {
        let all = sound.deviations(&Record::default(), Moment::Midway);
        all.into_iter().filter(|deviation| deviation.starts_with("gifts")).collect()
    };
    let early = "gifts: patron 1 was given 500 and then had 98900, too early";
    let unasked = "gifts: patron 2 was given play money 2 times, 1 were acknowledged, 0 in doubt";
    assert_eq!(found(&sound), [early, unasked]);
    sound.patrons[1].gifts += 1;
    assert_eq!(found(&sound), [early]);
}

#[test]
fn history_that_is_gone_or_changed_is_found() {
    let mut sound = Sound::new();
    let before = sound.record.clone();
    sound.record.events.remove(3);
    sound.record.events[8].at = 1;
    sound.record.transfers.pop();
    sound.record.seeds.clear();
    sound.record.transfers[1].id = sound.record.transfers[0].id;
    sound.record.house.remove(&4);
    sound.record.house_times.insert(2, 5);
    let deviations = sound.deviations(&before, Moment::Midway);
    for what in [
        "table 1 event 4 was read before",
        "table 1 event 10 was read before",
        "transfer 54 was read before",
        "entry 4 was read before",
        "entry 2 was read before",
        "the seed of shoe 1 is gone",
        "event 11 is dated before the one before it",
    ] {
        assert_found("gone", &deviations, "order", what);
    }
    assert_found("a date that goes back", &deviations, "house log", "entry 3 is dated before the one before");
    assert_found("an id used twice", &deviations, "ledger", "transfer 2 has the id of an earlier one");
}

#[test]
fn observations_of_what_did_not_happen_are_found() {
    let mut sound = Sound::new();
    let (round, event) = (RoundId { table: 1, shoe_no: 1, round_no: 1 }, |seq| EventId { table: 1, seq });
    let observed = &mut sound.patrons[0];
    observed
        .slips
        .insert("s".to_owned(), SlipRequest { attempts: done(), ..SlipRequest::new(round, Vec::new()) });
    observed.clears.insert("c".to_owned(), ClearRequest { attempts: done(), ..ClearRequest::new(round) });
    observed.left_with.insert((1, 12_345));
    observed.endings.insert((round, 9), PatronEnding::Voided(5));
    observed.differences.insert((round, 2), 7);
    observed.slips.values_mut().for_each(|slip| slip.received_at = Some(3));
    sound.patrons[1].contradictions.push("contradicts itself".to_owned());
    sound.supervisors.voids.insert((round, 1), done());
    sound.supervisors.approvals.insert((event(22), 1), done());
    sound.supervisors.contradictions.push("did two things".to_owned());
    let frame = FrameId { table: 1, seq: 2 };
    sound.onlookers.observe(frame, shown("shoe_opened"));
    sound.onlookers.observe(frame, shown("card_drawn"));
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    for (law, what) in [
        ("patrons", "slip s was acknowledged and is lost"),
        ("patrons", "clear c was acknowledged and is lost"),
        ("patrons", "12345 went back when leaving table 1, and no event says so"),
        ("patrons", "table 1 round 1-1 was shown to end as Voided(5) in revision 9, the store has None"),
        ("patrons", "table 1 round 1-1 was shown to differ by 7 in revision 2, the store has Some(1600)"),
        ("patrons", "counts in table 1 round 1-1, and came 3 ms late"),
        ("patrons", "patron 2: contradicts itself"),
        ("supervisors", "table 1 round 1-1 was voided by supervisor 1, and is not"),
        ("supervisors", "supervisor 1 did approve table 1 event 22, it is there 0 times"),
        ("supervisors", "did two things"),
        ("onlookers", "table 1 frame 2 was shown as ShownEvent { name: \"shoe_opened\", at: 0"),
        ("onlookers", "then as ShownEvent { name: \"card_drawn\", at: 0"),
        ("onlookers", "the store has Some(ShownEvent { name: \"cards_burned\""),
    ] {
        assert_found("observed", &deviations, law, what);
    }
}

#[test]
fn public_events_that_were_shown_otherwise_are_found() {
    let round = |round_no: u16| Some(RoundId { table: 1, shoe_no: 1, round_no });
    let cards = |text: &str| Some(text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let whole = || cards("9d Kh 5c 7h Jh");
    let end = |text: &str| Some(text.to_owned());
    let corrected =
        || ShownEvent { round: round(1), revision: Some(3), cards: whole(), ..shown("round_corrected") };
    for (seq, event, is_so) in [
        (2, ShownEvent { cards: cards("Ts"), ..shown("cards_burned") }, true),
        (2, ShownEvent { cards: cards("9s"), ..shown("cards_burned") }, false),
        (3, ShownEvent { round: round(1), ..shown("betting_opened") }, true),
        (3, ShownEvent { round: round(2), ..shown("betting_opened") }, false),
        (4, ShownEvent { at: 1, ..shown("betting_closed") }, false),
        (5, ShownEvent { round: round(1), cards: cards("9d"), ..shown("card_drawn") }, true),
        (5, ShownEvent { round: round(1), cards: cards("9h"), ..shown("card_drawn") }, false),
        (10, ShownEvent { cards: whole(), end: end("banker"), ..shown("round_settled") }, true),
        (10, ShownEvent { cards: whole(), end: end("player"), ..shown("round_settled") }, false),
        (12, ShownEvent { round: round(2), end: end("supervisor"), ..shown("round_voided") }, true),
        (12, ShownEvent { round: round(2), end: end("abandoned"), ..shown("round_voided") }, false),
        (14, ShownEvent { revision: Some(2), end: end("supervisor"), ..shown("round_corrected") }, true),
        (15, ShownEvent { end: end("banker"), ..corrected() }, true),
        (15, ShownEvent { end: end("supervisor"), ..corrected() }, false),
        (15, ShownEvent { revision: Some(2), ..corrected() }, false),
        // The event before is private, so that is not its number; and one that is lost.
        (4, shown("slip_accepted"), false),
        (99, shown("betting_closed"), false),
    ] {
        let mut sound = Sound::new();
        sound.onlookers.observe(FrameId { table: 1, seq }, event.clone());
        let found = sound.deviations(&Record::default(), Moment::Midway);
        let laws: Vec<_> = found.iter().filter(|deviation| deviation.starts_with("onlookers: ")).collect();
        assert_eq!((laws.is_empty(), found.len()), (is_so, laws.len()), "{event:?}: {found:#?}");
    }
}

#[test]
fn a_shoe_that_counts_other_public_events_is_found() {
    let mut sound = Sound::new();
    let opened = &sound.record.events[0];
    let body = opened.body.replacen('{', r#"{"public_seq":2,"#, 1);
    sound.record.events[0] = Event::read(opened.id, opened.at, None, body).unwrap();
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    assert_found(
        "count",
        &deviations,
        "onlookers",
        "table 1 event 1 counts as public event 2, it is table 1 frame 1",
    );
}

#[test]
fn wagers_that_the_house_rules_forbid_are_found() {
    let mut sound = Sound::new();
    let deviations = deviations(&sound.audited(&Record::default(), Rules::GoldCard, Moment::Midway));
    assert_found("gold card", &deviations, "order", "are not burned by");
    assert_found("gold card", &deviations, "payouts", "patron 2 was settled");
    // The first event of a round is its BettingOpened.
    let body = |event: &Event| event.body.replace("\"round_no\":1", "\"round_no\":32");
    let idx = sound.record.events.iter().position(|event| event.body.contains("betting_opened")).unwrap();
    let opened = &sound.record.events[idx];
    sound.record.events[idx] = Event::read(opened.id, opened.at, None, body(opened)).unwrap();
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    assert_found("late spot", &deviations, "order", "a wager on the number of cards in round 32 of patron 2");
}

#[test]
fn a_slip_that_took_all_wagers_back_has_nothing_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = fixture::write(folder.path());
    let id = "7".repeat(32);
    let undone = serde_json::json!({"type": "slip_accepted", "patron": 2, "slip_id": id, "wagers": [],
        "replaced": {"returned": 290, "undo": true}});
    let sql = format!("INSERT INTO event VALUES (1, 28, 0, 1, 3, '{undone}', zeroblob(32))");
    Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
    let deviations = Sound::observed(sqlite(&path).unwrap()).deviations(&Record::default(), Moment::AtRest);
    assert!(deviations.iter().any(|it| it.contains(&id)), "nobody sent it: {deviations:#?}");
    assert!(!deviations.iter().any(|it| it.contains("never ended")), "{deviations:#?}");
}
