//! A small house on record, for the tests of the auditor: one table, two patrons, two supervisors, a round settled and
//! corrected, a round voided and a round under way. Its payouts were computed by hand.

mod corrected;
mod observed;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use self::observed::id;
use crate::observations::{PatronObservations, SupervisorObservations};

const SCHEMA: [&str; 8] = [
    include_str!("../../../record/store/src/sqlite/migrations/0001_first.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0002_corrections.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0003_chain.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0004_rebuild.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0005_house_rules.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0006_slips.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0007_statements.sql"),
    include_str!("../../../record/store/src/sqlite/migrations/0008_rules_of_rows.sql"),
];

/// Accounts by number.
pub(super) const ISSUE: i64 = 1;
pub(super) const HELD: i64 = 2;
pub(super) const HOUSE: i64 = 3;
/// The cash of patron 1; that of patron 2 is the next.
pub(super) const CASH: i64 = 4;
pub(super) const ADJUSTMENTS: i64 = 6;
/// What patron 2 owes, and their bonus money.
pub(super) const OWED: i64 = 7;
pub(super) const BONUS: i64 = 8;

const TABLE: u32 = 1;

/// A file of the store, written row by row.
struct House {
    conn: Connection,
    seq: i64,
    round_no: u16,
    /// The last entry of the house's own log.
    entry: i64,
    /// The transfers that settled round 1-1, in order.
    posted: Vec<i64>,
}

/// Writes the whole record; answers with its path and with what patrons and supervisors observed.
pub(super) fn write(folder: &Path) -> (PathBuf, Vec<PatronObservations>, SupervisorObservations) {
    let path = folder.join("house.sqlite");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN;").unwrap();
    for step in SCHEMA {
        conn.execute_batch(step).unwrap();
    }
    conn.pragma_update(None, "user_version", 8).unwrap();
    let mut house = House { conn, seq: 0, round_no: 0, entry: 0, posted: Vec::new() };
    house.open();
    house.settled_round();
    house.voided_round();
    house.round_under_way();
    let supervisors = house.corrections();
    house.conn.execute_batch(BALANCES).unwrap();
    house.conn.execute_batch("COMMIT").unwrap();
    (path, vec![observed::first(), observed::second()], supervisors)
}

const BALANCES: &str = "UPDATE account SET balance =
    (SELECT coalesce(sum(amount), 0) FROM transfer WHERE to_account = account_no) -
    (SELECT coalesce(sum(amount), 0) FROM transfer WHERE from_account = account_no);";

impl House {
    fn open(&mut self) {
        self.conn
            .execute_batch(
                "INSERT INTO patron VALUES (1, 'Ada', zeroblob(32), 'PLAY', 2, 0);
                 INSERT INTO patron VALUES (2, 'Bob', randomblob(32), 'PLAY', 2, 0);
                 INSERT INTO account (account_no, kind, owner, currency, decimals) VALUES
                    (1, 'issue', 0, 'PLAY', 2), (2, 'stakes_held', 1, 'PLAY', 2),
                    (3, 'house_table', 1, 'PLAY', 2),
                    (4, 'patron_cash', 1, 'PLAY', 2), (5, 'patron_cash', 2, 'PLAY', 2),
                    (6, 'adjustments', 0, 'PLAY', 2), (7, 'receivable', 2, 'PLAY', 2),
                    (8, 'patron_bonus', 2, 'PLAY', 2);
                 INSERT INTO shoe_seed VALUES (1, 1, zeroblob(32));",
            )
            .unwrap();
        for patron in [1, 2] {
            let body =
                json!({"type": "patron_created", "patron": patron, "nickname": "", "currency": "PLAY"});
            self.by_hand(&body, ISSUE, cash(patron), 100_000);
        }
        self.event(&json!({"type": "shoe_opened", "shoe_no": 1, "algorithm": "punto-shuffle-1"}));
        self.event(&json!({"type": "cards_burned", "first": "Ts", "face_down": 10}));
    }

    /// Round 1-1: Banker wins 7 to 4 on five cards. Patron 2 takes a slip back.
    fn settled_round(&mut self) {
        self.begin();
        let a = self.slip(1, 'a', &[("player", 1_000), ("tie", 100)]);
        let b = self.slip(1, 'b', &[("player", 500)]);
        let c = self.slip(2, 'c', &[("banker", 333)]);
        let seq = self.event(&json!({
            "type": "wagers_cleared", "patron": 2, "request_id": id('d'), "returned": 333
        }));
        self.transfer("release", HELD, cash(2), 333, Some(c[0]), Some(seq));
        let e = self.slip(2, 'e', &[("banker", 777), ("big", 201)]);
        self.event(&json!({"type": "betting_closed"}));
        for card in ["9d", "Kh", "5c", "7h"] {
            self.event(&json!({"type": "card_drawn", "card": card}));
        }
        // The last card and the settlement are committed together, under the number of the card.
        let unit = self.event(&json!({"type": "card_drawn", "card": "Jh"}));
        self.event(&json!({"type": "round_settled", "revision": 1, "patrons": [
            {"patron": 1, "wagers": [line("player", 1_500, "lose", 0), line("tie", 100, "lose", 0)]},
            {"patron": 2, "wagers": [line("banker", 777, "win", 1_515), line("big", 201, "win", 301)]},
        ]}));
        let holds = [a[0], a[1], b[0], e[0], e[1]];
        self.posted = self.banker_wins(holds, unit);
        self.ending(1, None);
        self.ending(2, None);
        self.conn.execute("DELETE FROM hold", []).unwrap();
    }

    /// Round 1-2: voided while betting was open.
    fn voided_round(&mut self) {
        self.begin();
        let f = self.slip(1, 'f', &[("small", 300)]);
        let returned = json!([{"patron": 1, "amount": 300}]);
        let seq = self.event(&json!({
            "type": "round_voided", "reason": "supervisor", "returned": returned, "by": 2
        }));
        self.transfer("release", HELD, cash(1), 300, Some(f[0]), Some(seq));
        self.ending(1, Some(300));
        self.conn.execute("DELETE FROM hold", []).unwrap();
    }

    /// Round 1-3: betting is open.
    fn round_under_way(&mut self) {
        self.begin();
        self.slip(2, '9', &[("tie", 250)]);
    }

    fn begin(&mut self) {
        self.round_no += 1;
        self.event(&json!({"type": "betting_opened", "round_no": self.round_no, "closes_at": 0}));
    }

    fn event(&mut self, body: &Value) -> i64 {
        self.seq += 1;
        self.conn
            .execute(
                "INSERT INTO event VALUES (?1, ?2, 0, 1, ?3, ?4, zeroblob(32))",
                params![TABLE, self.seq, self.round_no, body.to_string()],
            )
            .unwrap();
        self.seq
    }

    /// A slip with a hold for each wager; the numbers of the holds.
    fn slip(&mut self, patron: u32, letter: char, wagers: &[(&str, i64)]) -> Vec<i64> {
        let lines: Vec<Value> =
            wagers.iter().map(|(spot, stake)| json!({"spot": spot, "stake": stake})).collect();
        let body = json!({"type": "slip_accepted", "patron": patron, "slip_id": id(letter), "wagers": lines});
        let seq = self.event(&body);
        self.remember(patron, letter, seq);
        wagers.iter().map(|(_, stake)| self.hold(cash(patron), *stake, seq)).collect()
    }

    fn remember(&self, patron: u32, letter: char, seq: i64) {
        let sql = format!("INSERT INTO accepted_slip VALUES (?1, x'{}', 1, 1, ?2, ?3)", id(letter));
        self.conn.execute(&sql, params![patron, self.round_no, seq]).unwrap();
    }

    fn hold(&mut self, purse: i64, stake: i64, seq: i64) -> i64 {
        let no = self.transfer("hold", purse, HELD, stake, None, Some(seq));
        self.conn.execute("INSERT INTO hold VALUES (?1, ?2)", [no, stake]).unwrap();
        no
    }

    fn transfer(
        &mut self,
        kind: &str,
        from: i64,
        to: i64,
        amount: i64,
        about: Option<i64>,
        seq: Option<i64>,
    ) -> i64 {
        let sql =
            "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq, asked)
                   VALUES (randomblob(16), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let table = seq.map(|_| TABLE);
        let asked = ["cover", "repay"].contains(&kind).then_some(amount);
        self.conn.execute(sql, params![kind, from, to, amount, about, table, seq, asked]).unwrap();
        self.conn.last_insert_rowid()
    }

    /// An entry of the house's own log, and its transfer.
    fn by_hand(&mut self, body: &Value, from: i64, to: i64, amount: i64) {
        self.entry += 1;
        let sql = "INSERT INTO house_event VALUES (?1, 0, ?2, zeroblob(32))";
        self.conn.execute(sql, params![self.entry, body.to_string()]).unwrap();
        let sql = "INSERT INTO transfer (id, kind, from_account, to_account, amount, house_seq)
                   VALUES (randomblob(16), 'move', ?1, ?2, ?3, ?4)";
        self.conn.execute(sql, params![from, to, amount, self.entry]).unwrap();
    }

    fn ending(&mut self, patron: u32, voided: Option<i64>) {
        self.conn
            .execute(
                "INSERT INTO patron_round VALUES (?1, ?2, 1, 1, ?2, 0, '[]', '[]', ?3, 1)",
                params![patron, self.round_no, voided],
            )
            .unwrap();
    }
}

fn cash(patron: u32) -> i64 {
    CASH - 1 + i64::from(patron)
}

fn round(round_no: u16) -> Value {
    json!({"shoe_no": 1, "round_no": round_no})
}

/// One spot as it was settled.
fn line(spot: &str, stake: i64, resolution: &str, payout: i64) -> Value {
    json!({"spot": spot, "stake": stake, "resolution": resolution, "payout": payout})
}
