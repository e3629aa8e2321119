//! A small house on record, for the tests of the auditor: one table, two patrons, two supervisors, a round settled,
//! voided and settled again, a round voided and a round under way. Its payouts and transfers were computed by hand.

pub(super) mod observed;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::{Value, json};

/// A store that the house can be written into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Store {
    Sqlite,
    Postgres,
}

/// The steps of a store's schema.
pub(super) fn schema(store: Store) -> Vec<String> {
    let name = if store == Store::Sqlite { "sqlite" } else { "postgres" };
    let folder = format!("{}/../../record/store/src/{name}/migrations", env!("CARGO_MANIFEST_DIR"));
    let mut steps: Vec<_> = fs::read_dir(folder).unwrap().map(|step| step.unwrap().path()).collect();
    steps.sort();
    steps.iter().map(|step| fs::read_to_string(step).unwrap()).collect()
}

/// Accounts by number. The cash is that of patron 1 and of patron 2, the last two are of patron 2.
const ISSUE: i64 = 1;
const HELD: i64 = 2;
const HOUSE: i64 = 3;
const ADA: i64 = 4;
const BOB: i64 = 5;
const ADJUSTMENTS: i64 = 6;
const OWED: i64 = 7;
const BONUS: i64 = 8;

/// The cards of round 1-1: Banker wins 7 to 4.
const DEALT: [&str; 5] = ["9d", "Kh", "5c", "7h", "Jh"];

/// What a transfer belongs to: an entry of the house's own log, or the first event of its unit.
enum Cause {
    Entry(i64),
    Event(i64),
}
use Cause::{Entry, Event};

/// Kind, giver, taker, amount, and the transfer that it is about.
type Moved = (&'static str, i64, i64, i64, Option<i64>);

/// All transfers in their order.
const TRANSFERS: [(Cause, Moved); 54] = [
    (Entry(1), ("move", ISSUE, ADA, 100_000, None)),
    (Entry(2), ("move", ISSUE, BOB, 100_000, None)),
    (Event(4), ("hold", ADA, HELD, 1_000, None)),
    (Event(4), ("hold", ADA, HELD, 100, None)),
    (Event(5), ("hold", ADA, HELD, 500, None)),
    (Event(6), ("hold", BOB, HELD, 333, None)),
    (Event(7), ("release", HELD, BOB, 333, Some(6))),
    (Event(8), ("hold", BOB, HELD, 777, None)),
    (Event(8), ("hold", BOB, HELD, 201, None)),
    // Banker wins. The last card and the settlement are committed together, under the number of the card.
    (Event(14), ("capture", HELD, HOUSE, 1_000, Some(3))),
    (Event(14), ("capture", HELD, HOUSE, 100, Some(4))),
    (Event(14), ("capture", HELD, HOUSE, 500, Some(5))),
    (Event(14), ("release", HELD, BOB, 777, Some(8))),
    (Event(14), ("release", HELD, BOB, 201, Some(9))),
    (Event(14), ("move", HOUSE, BOB, 738, None)),
    (Event(14), ("move", HOUSE, BOB, 100, None)),
    (Event(17), ("hold", ADA, HELD, 300, None)),
    (Event(18), ("release", HELD, ADA, 300, Some(17))),
    (Event(20), ("hold", BOB, HELD, 250, None)),
    (Entry(3), ("move", BOB, ADJUSTMENTS, 100_000, None)),
    (Entry(4), ("move", ADJUSTMENTS, BONUS, 50, None)),
    // The round is void. Patron 2 has 588, loses 838, and owes the rest.
    (Event(24), ("move", ADJUSTMENTS, BOB, 1_816, None)),
    (Event(24), ("reverse", BOB, HOUSE, 100, Some(16))),
    (Event(24), ("reverse", BOB, HOUSE, 738, Some(15))),
    (Event(24), ("reverse", BOB, HELD, 201, Some(14))),
    (Event(24), ("reverse", BOB, HELD, 777, Some(13))),
    (Event(24), ("reverse", HOUSE, HELD, 500, Some(12))),
    (Event(24), ("reverse", HOUSE, HELD, 100, Some(11))),
    (Event(24), ("reverse", HOUSE, HELD, 1_000, Some(10))),
    (Event(24), ("release", HELD, ADA, 1_000, Some(3))),
    (Event(24), ("release", HELD, ADA, 100, Some(4))),
    (Event(24), ("release", HELD, ADA, 500, Some(5))),
    (Event(24), ("release", HELD, BOB, 777, Some(8))),
    (Event(24), ("release", HELD, BOB, 201, Some(9))),
    (Event(24), ("cover", OWED, BOB, 250, None)),
    (Event(24), ("move", BOB, ADJUSTMENTS, 1_816, None)),
    // Patron 2 has no cash left.
    (Event(25), ("hold", BONUS, HELD, 40, None)),
    // Banker wins again.
    (Event(27), ("move", ADJUSTMENTS, ADA, 1_600, None)),
    (Event(27), ("move", ADJUSTMENTS, BOB, 978, None)),
    (Event(27), ("reverse", BOB, HELD, 201, Some(34))),
    (Event(27), ("reverse", BOB, HELD, 777, Some(33))),
    (Event(27), ("reverse", ADA, HELD, 500, Some(32))),
    (Event(27), ("reverse", ADA, HELD, 100, Some(31))),
    (Event(27), ("reverse", ADA, HELD, 1_000, Some(30))),
    (Event(27), ("capture", HELD, HOUSE, 1_000, Some(3))),
    (Event(27), ("capture", HELD, HOUSE, 100, Some(4))),
    (Event(27), ("capture", HELD, HOUSE, 500, Some(5))),
    (Event(27), ("release", HELD, BOB, 777, Some(8))),
    (Event(27), ("release", HELD, BOB, 201, Some(9))),
    (Event(27), ("move", HOUSE, BOB, 738, None)),
    (Event(27), ("move", HOUSE, BOB, 100, None)),
    (Event(27), ("move", ADA, ADJUSTMENTS, 1_600, None)),
    (Event(27), ("move", BOB, ADJUSTMENTS, 978, None)),
    (Event(27), ("repay", BOB, OWED, 250, None)),
];

/// A line of a statement: patron, number, kind, round, revision; staked, paid, lent, repaid, change, balance and owed.
type Stated = (u32, u32, &'static str, u16, u16, [i64; 7]);

/// The statements of both patrons.
const STATEMENT: [Stated; 11] = [
    (1, 1, "posted", 0, 0, [0, 0, 0, 0, 100_000, 100_000, 0]),
    (1, 2, "settled", 1, 1, [1_600, 0, 0, 0, -1_600, 98_400, 0]),
    (1, 3, "voided", 2, 1, [300, 300, 0, 0, 0, 98_400, 0]),
    (1, 4, "corrected", 1, 2, [0, 1_600, 0, 0, 1_600, 100_000, 0]),
    (1, 5, "corrected", 1, 3, [0, -1_600, 0, 0, -1_600, 98_400, 0]),
    (2, 1, "posted", 0, 0, [0, 0, 0, 0, 100_000, 100_000, 0]),
    (2, 2, "settled", 1, 1, [978, 1_816, 0, 0, 838, 100_838, 0]),
    (2, 3, "posted", 0, 0, [0, 0, 0, 0, -100_000, 838, 0]),
    (2, 4, "posted", 0, 0, [0, 0, 0, 0, 50, 888, 0]),
    (2, 5, "corrected", 1, 2, [0, -838, 250, 0, -588, 300, 250]),
    (2, 6, "corrected", 1, 3, [0, 838, 0, 250, 588, 888, 0]),
];

/// What the spots turned over: wagers, staked, effective, paid. Both corrections together come to nothing.
const TURNOVER: [(&str, [i64; 4]); 4] = [
    ("player", [1, 1_500, 1_500, 0]),
    ("tie", [1, 100, 100, 0]),
    ("banker", [1, 777, 777, 1_515]),
    ("big", [1, 201, 201, 301]),
];

/// The house's own log.
fn entries() -> Vec<Value> {
    let gift =
        |patron: u32| json!({"type": "patron_created", "patron": patron, "nickname": "", "currency": "PLAY"});
    let adjusted = |letter, (purse, change): (&str, i64), bonus: u64| {
        let sums = json!([{"currency": "PLAY", "decimals": 2, "cash": 100_000, "bonus": bonus}]);
        json!({"type": "money_adjusted", "patron": 2, "purse": purse, "currency": "PLAY", "decimals": 2,
            "change": change, "by": 1, "why": WHY, "request_id": id(letter),
            "counted": {"kind": "adjuster", "staff": 1, "day": 0, "adjusted": sums}})
    };
    vec![gift(1), gift(2), adjusted('1', ("cash", -100_000), 0), adjusted('2', ("bonus", 50), 50)]
}

/// What a device at another table said.
const RECORD: &str = r#"{"v":1,"type":"fault","n":1,"prev":"0","t":5,"code":"lid","text":""}"#;

const WHY: &str = "It was found wrong.";

fn slip(patron: u32, letter: char, wagers: &Value) -> Value {
    json!({"type": "slip_accepted", "patron": patron, "slip_id": id(letter), "wagers": wagers})
}

/// One spot as it was settled.
fn spot(spot: &str, stake: i64, resolution: &str, payout: i64) -> Value {
    json!({"spot": spot, "stake": stake, "resolution": resolution, "payout": payout})
}

/// The results of both patrons when Banker wins.
fn banker_wins() -> [Value; 2] {
    [
        json!([spot("player", 1_500, "lose", 0), spot("tie", 100, "lose", 0)]),
        json!([spot("banker", 777, "win", 1_515), spot("big", 201, "win", 301)]),
    ]
}

/// A correction of round 1-1: who proposes it by which id, its revision and ruling, the results before and after it.
fn proposal(
    (by, letter): (u32, char),
    (revision, ruling): (u16, &Value),
    [before, after]: [&[Value; 2]; 2],
) -> Value {
    let own = |patron: usize, staked: i64| {
        let (before, after) = (&before[patron - 1], &after[patron - 1]);
        json!({"patron": patron, "staked": staked, "before": before, "after": after})
    };
    json!({"round": {"shoe_no": 1, "round_no": 1}, "revision": revision, "ruling": ruling, "by": by, "why": WHY,
        "request_id": id(letter), "cards_before": DEALT, "patrons": [own(1, 1_600), own(2, 978)]})
}

fn approved(by: u32, no: u64, agreed: &Value) -> Value {
    json!({"type": "round_corrected", "correction_no": no, "approved_by": by, "agreed": agreed})
}

/// The log of the table.
fn events() -> Vec<Value> {
    let begin = |round_no: u16| json!({"type": "betting_opened", "round_no": round_no, "closes_at": 0});
    let card = |card: &str| json!({"type": "card_drawn", "card": card});
    let proposed = |proposal: &Value| {
        let mut body = proposal.clone();
        body["type"] = json!("correction_proposed");
        body
    };
    let (settled, void) = (banker_wins(), [json!([]), json!([])]);
    let nullified = json!({"kind": "void", "reason": "supervisor"});
    let dealt = json!({"kind": "cards", "cards": DEALT});
    let to_void = proposal((1, '3'), (2, &nullified), [&settled, &void]);
    let withdrawn = proposal((2, '4'), (2, &nullified), [&settled, &void]);
    let to_dealt = proposal((2, '6'), (3, &dealt), [&void, &settled]);
    vec![
        json!({"type": "shoe_opened", "shoe_no": 1, "algorithm": "punto-shuffle-1"}),
        json!({"type": "cards_burned", "first": "Ts", "face_down": 10}),
        begin(1),
        slip(1, 'a', &json!([{"spot": "player", "stake": 1_000}, {"spot": "tie", "stake": 100}])),
        slip(1, 'b', &json!([{"spot": "player", "stake": 500}])),
        slip(2, 'c', &json!([{"spot": "banker", "stake": 333}])),
        json!({"type": "wagers_cleared", "patron": 2, "request_id": id('d'), "returned": 333}),
        slip(2, 'e', &json!([{"spot": "banker", "stake": 777}, {"spot": "big", "stake": 201}])),
        json!({"type": "betting_closed"}),
        card(DEALT[0]),
        card(DEALT[1]),
        card(DEALT[2]),
        card(DEALT[3]),
        card(DEALT[4]),
        json!({"type": "round_settled", "revision": 1, "patrons": [
            {"patron": 1, "wagers": settled[0]}, {"patron": 2, "wagers": settled[1]}]}),
        begin(2),
        slip(1, 'f', &json!([{"spot": "small", "stake": 300}])),
        json!({"type": "round_voided", "reason": "supervisor", "by": 2,
            "returned": [{"patron": 1, "amount": 300}]}),
        begin(3),
        slip(2, '9', &json!([{"spot": "tie", "stake": 250}])),
        proposed(&to_void),
        proposed(&withdrawn),
        json!({"type": "correction_withdrawn", "correction_no": 22, "by": 1,
            "round": {"shoe_no": 1, "round_no": 1}}),
        approved(2, 21, &to_void),
        slip(2, '5', &json!([{"spot": "player", "stake": 40, "bonus": 40}])),
        proposed(&to_dealt),
        approved(1, 26, &to_dealt),
    ]
}

/// The id that a letter stands for, as clients write it.
fn id(letter: char) -> String {
    String::from(letter).repeat(32)
}

/// The SQL that writes the house into an empty store.
pub(super) fn sql(store: Store) -> String {
    let (uuid, bytes) = if store == Store::Sqlite { ("x'", "x'") } else { ("'", r"'\x") };
    let [zeros, ones] = ["00", "11"].map(|byte| format!("{bytes}{}'", byte.repeat(32)));
    let id = |no: i64| format!("{uuid}{no:032x}'");
    // A file refers to a transfer by its number, a database by its id.
    let transfer = |no: i64| if store == Store::Sqlite { no.to_string() } else { id(no) };
    let optional = |value: Option<String>| value.unwrap_or_else(|| "NULL".to_owned());
    let mut sql = format!(
        "INSERT INTO patron VALUES (1, 'Ada', {zeros}, 'PLAY', 2, 0), (2, 'Bob', {ones}, 'PLAY', 2, 0);
         INSERT INTO account (kind, owner, currency, decimals, balance) VALUES
            ('issue', 0, 'PLAY', 2, 0), ('stakes_held', 1, 'PLAY', 2, 0), ('house_table', 1, 'PLAY', 2, 0),
            ('patron_cash', 1, 'PLAY', 2, 0), ('patron_cash', 2, 'PLAY', 2, 0),
            ('adjustments', 0, 'PLAY', 2, 0), ('receivable', 2, 'PLAY', 2, 0), ('patron_bonus', 2, 'PLAY', 2, 0);
         INSERT INTO shoe_seed VALUES (1, 1, {zeros});
         INSERT INTO patron_round VALUES (1, 1, 1, 1, 1, 0, '[]', '[]', NULL, 1),
            (2, 1, 1, 1, 1, 0, '[]', '[]', NULL, 1), (1, 2, 1, 1, 2, 0, '[]', '[]', 300, 1);"
    );
    for (seq, body) in (1..).zip(entries()) {
        let _ = write!(sql, "INSERT INTO house_event VALUES ({seq}, 0, '{body}', {zeros});");
    }
    sql.push_str(
        "INSERT INTO entity VALUES ('adjuster', 1, NULL, 4);
         INSERT INTO entity_entry VALUES ('adjuster', 1, 3), ('adjuster', 1, 4);",
    );
    for (patron, line_no, kind, round_no, revision, sums) in STATEMENT {
        let round = if round_no == 0 { "NULL, NULL, NULL".to_owned() } else { format!("1, 1, {round_no}") };
        let sums = sums.map(|sum| sum.to_string()).join(", ");
        let row = format!("{patron}, 'PLAY', 2, {line_no}, 0, '{kind}', {round}, {revision}, {sums}");
        let _ = write!(sql, "INSERT INTO statement VALUES ({row});");
    }
    let corrected = if store == Store::Sqlite { "0" } else { "false" };
    for (spot, sums) in TURNOVER {
        let sums = sums.map(|sum| sum.to_string()).join(", ");
        let _ = write!(sql, "INSERT INTO turnover VALUES (0, 1, '{spot}', 'PLAY', 2, {corrected}, {sums});");
    }
    sql.push_str(&device_record(store));
    let mut round_no = 0;
    for (seq, body) in (1..).zip(events()) {
        round_no = body["round_no"].as_u64().unwrap_or(round_no);
        let _ = write!(sql, "INSERT INTO event VALUES (1, {seq}, 0, 1, {round_no}, '{body}', {zeros});");
        if let (patron, Some(slip)) = (&body["patron"], body["slip_id"].as_str()) {
            let row = format!("{patron}, {uuid}{slip}', 1, 1, {round_no}, {seq}");
            let _ = write!(sql, "INSERT INTO accepted_slip VALUES ({row});");
        }
    }
    for (no, (cause, (kind, from, to, amount, about))) in (1..).zip(&TRANSFERS) {
        let cause = match cause {
            Entry(entry) => format!("NULL, NULL, {entry}"),
            Event(seq) => format!("1, {seq}, NULL"),
        };
        let requested = optional(["cover", "repay"].contains(kind).then(|| amount.to_string()));
        let (id, about) = (id(no), optional(about.map(transfer)));
        let _ = write!(
            sql,
            "INSERT INTO transfer
                (id, kind, from_account, to_account, amount, about, table_id, seq, house_seq, asked)
             VALUES ({id}, '{kind}', {from}, {to}, {amount}, {about}, {cause}, {requested});"
        );
    }
    let [open, other] = [19, 37].map(transfer);
    let _ = write!(
        sql,
        "INSERT INTO hold VALUES ({open}, 250), ({other}, 40);
         UPDATE account SET balance =
            (SELECT coalesce(sum(amount), 0) FROM transfer WHERE to_account = account_no) -
            (SELECT coalesce(sum(amount), 0) FROM transfer WHERE from_account = account_no);"
    );
    sql
}

/// A record that a device sent to another table.
fn device_record(store: Store) -> String {
    let (late, bytes) = if store == Store::Sqlite { ("0", "x'") } else { ("false", r"'\x") };
    let signature = "00".repeat(64);
    format!(
        "INSERT INTO device_record VALUES (9, 1, 1, 4, 1, 7, 5, {late}, '{RECORD}', {bytes}{signature}');"
    )
}

/// Writes the house into a file of this folder; answers with its path.
pub(super) fn write(folder: &Path) -> PathBuf {
    let path = folder.join("house.sqlite");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN;").unwrap();
    let schema = schema(Store::Sqlite);
    for step in &schema {
        conn.execute_batch(step).unwrap();
    }
    conn.execute_batch(&format!("PRAGMA user_version = {}", schema.len())).unwrap();
    conn.execute_batch(&sql(Store::Sqlite)).unwrap();
    conn.execute_batch("COMMIT").unwrap();
    path
}
