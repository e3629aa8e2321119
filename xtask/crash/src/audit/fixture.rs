//! A small house on record, for the tests of the auditor: one table, two patrons, a round settled, a round
//! voided and a round under way. Its payouts were worked out by hand.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::notebook::Notebook;

const SCHEMA: &str = include_str!("../../../../crates/store/src/sqlite/migrations/0001_first.sql");

/// Accounts by number.
pub(super) const ISSUE: i64 = 1;
pub(super) const HELD: i64 = 2;
pub(super) const HOUSE: i64 = 3;
/// The cash of patron 1; that of patron 2 is the next.
pub(super) const CASH: i64 = 4;

const TABLE: u32 = 1;

/// The id that a letter stands for, as clients write it.
pub(super) fn id(letter: char) -> String {
    String::from(letter).repeat(32)
}

/// A file of the store, written row by row.
struct House {
    conn: Connection,
    seq: i64,
    round_no: u16,
}

/// Writes the whole record; answers with its path and with what the two patrons noted.
pub(super) fn write(folder: &Path) -> (PathBuf, Vec<Notebook>) {
    let path = folder.join("house.sqlite");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA synchronous = OFF; BEGIN;").unwrap();
    conn.execute_batch(SCHEMA).unwrap();
    conn.pragma_update(None, "user_version", 1).unwrap();
    let mut house = House { conn, seq: 0, round_no: 0 };
    house.open();
    house.settled_round();
    house.voided_round();
    house.round_under_way();
    house.conn.execute_batch(BALANCES).unwrap();
    house.conn.execute_batch("COMMIT").unwrap();
    (path, vec![first_notes(), second_notes()])
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
                    (4, 'patron_cash', 1, 'PLAY', 2), (5, 'patron_cash', 2, 'PLAY', 2);
                 INSERT INTO shoe_seed VALUES (1, 1, zeroblob(32));",
            )
            .unwrap();
        for patron in [1, 2] {
            self.transfer("move", ISSUE, cash(patron), 100_000, None, None);
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
        let line = |spot: &str, stake: i64, resolution: &str, payout: i64| json!({"spot": spot, "stake": stake, "resolution": resolution, "payout": payout});
        self.event(&json!({"type": "round_settled", "revision": 1, "patrons": [
            {"patron": 1, "wagers": [line("player", 1_500, "lose", 0), line("tie", 100, "lose", 0)]},
            {"patron": 2, "wagers": [line("banker", 777, "win", 1_515), line("big", 201, "win", 301)]},
        ]}));
        for (hold, amount) in [(a[0], 1_000), (a[1], 100), (b[0], 500)] {
            self.transfer("capture", HELD, HOUSE, amount, Some(hold), Some(unit));
        }
        for (hold, amount) in [(e[0], 777), (e[1], 201)] {
            self.transfer("release", HELD, cash(2), amount, Some(hold), Some(unit));
        }
        for profit in [738, 100] {
            self.transfer("move", HOUSE, cash(2), profit, None, Some(unit));
        }
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
            "type": "round_voided", "reason": "interrupted", "returned": returned
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
                "INSERT INTO event VALUES (?1, ?2, 0, 1, ?3, ?4)",
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
        let sql = format!("INSERT INTO accepted_slip VALUES (?1, x'{}', 1, 1, ?2)", id(letter));
        self.conn.execute(&sql, params![patron, self.round_no]).unwrap();
        let mut holds = Vec::new();
        for (_, stake) in wagers {
            let no = self.transfer("hold", cash(patron), HELD, *stake, None, Some(seq));
            self.conn.execute("INSERT INTO hold VALUES (?1, ?2)", [no, *stake]).unwrap();
            holds.push(no);
        }
        holds
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
        let sql = "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq)
                   VALUES (randomblob(16), ?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let table = seq.map(|_| TABLE);
        self.conn.execute(sql, params![kind, from, to, amount, about, table, seq]).unwrap();
        self.conn.last_insert_rowid()
    }

    fn ending(&mut self, patron: u32, voided: Option<i64>) {
        self.conn
            .execute(
                "INSERT INTO patron_round (patron_id, table_id, shoe_no, round_no, at, cards, wagers, voided)
                 VALUES (?1, 1, 1, ?2, 0, '[]', '[]', ?3)",
                params![patron, self.round_no, voided],
            )
            .unwrap();
    }
}

fn cash(patron: u32) -> i64 {
    CASH - 1 + i64::from(patron)
}

/// What patron 1 sent and was told, as messages.
fn first_notes() -> Notebook {
    let mut notes = met(1, "Ada");
    send(&mut notes, 1, 'a', &[("tie", 100), ("player", 1_000)]);
    send(&mut notes, 1, 'b', &[("player", 500)]);
    send(&mut notes, 2, 'f', &[("small", 300)]);
    for letter in ['a', 'b', 'f'] {
        hear(&mut notes, &json!({"type": "slip_accepted", "table_id": 1, "slip_id": id(letter)}));
    }
    hear(&mut notes, &json!({"type": "you_voided", "table_id": 1, "round": round(2), "returned": 300}));
    hear(&mut notes, &json!({"type": "balance", "balance": 98_400}));
    notes
}

/// The same of patron 2. One slip was refused; of the last one, no answer was heard.
fn second_notes() -> Notebook {
    let mut notes = met(2, "Bob");
    send(&mut notes, 1, 'c', &[("banker", 333)]);
    send(&mut notes, 1, 'e', &[("big", 201), ("banker", 777)]);
    send(&mut notes, 1, '8', &[("tie", 7)]);
    send(&mut notes, 3, '9', &[("tie", 250)]);
    tell(
        &mut notes,
        &json!({"type": "clear_wagers", "table_id": 1, "round": round(1), "request_id": id('d')}),
    );
    for letter in ['c', 'e'] {
        hear(&mut notes, &json!({"type": "slip_accepted", "table_id": 1, "slip_id": id(letter)}));
    }
    let refusal = json!({"code": "below_minimum", "message": ""});
    hear(&mut notes, &json!({"type": "slip_refused", "table_id": 1, "slip_id": id('8'), "refusal": refusal}));
    hear(
        &mut notes,
        &json!({"type": "wagers_cleared", "table_id": 1, "request_id": id('d'), "returned": 333}),
    );
    let line = |spot: &str, stake: i64, payout: i64| json!({"spot": spot, "stake": stake, "resolution": "win", "payout": payout});
    hear(
        &mut notes,
        &json!({"type": "you_settled", "table_id": 1, "round": round(1), "staked": 978, "paid": 1_816,
            "wagers": [line("banker", 777, 1_515), line("big", 201, 301)]}),
    );
    hear(&mut notes, &json!({"type": "balance", "balance": 100_588}));
    notes
}

fn round(round_no: u16) -> Value {
    json!({"shoe_no": 1, "round_no": round_no})
}

fn met(patron: u32, nickname: &str) -> Notebook {
    let mut notes = Notebook::new(nickname.to_owned());
    hear(
        &mut notes,
        &json!({"type": "welcome", "now": 0, "patron": {"patron_id": patron, "nickname": nickname,
            "currency": "PLAY", "decimals": 2, "play_money": true, "balance": 100_000, "bonus": 0, "owed": 0}}),
    );
    notes
}

fn send(notes: &mut Notebook, round_no: u16, letter: char, wagers: &[(&str, i64)]) {
    let wagers: Vec<Value> =
        wagers.iter().map(|(spot, stake)| json!({"spot": spot, "stake": stake})).collect();
    let slip_id = id(letter);
    tell(
        notes,
        &json!({"type": "place_slip", "table_id": 1, "round": round(round_no), "slip_id": slip_id,
            "wagers": wagers}),
    );
}

fn tell(notes: &mut Notebook, message: &Value) {
    notes.send(&serde_json::from_value(message.clone()).unwrap());
}

fn hear(notes: &mut Notebook, message: &Value) {
    notes.hear(&serde_json::from_value(message.clone()).unwrap());
}
