//! Attacks with the records of another table: their bytes are genuine, and they come on a line of this one.

use house::ports::CommitStore as _;
use scanner::envelope::Envelope;
use serde_json::{Value, json};
use table::{Settings, TableId};

use crate::device_admin::{enrolled, key};
use crate::device_tables::{Shoe, refused};
use crate::http;
use crate::live_studio::{Studio, live_table};
use crate::test_server::{QUICK, SLOW, tables};

/// The secret of a device that reads cards at the quick table; it is device 2.
const OTHER: u8 = 8;
/// The secret of a device of a thief at the slow table; it is device 3.
const THIEF: u8 = 9;

/// Two live tables: a shoe of device 1 is in play at the slow one, and device 2 reads cards at the quick one.
struct TwoTables {
    studio: Studio,
    other: Shoe,
    /// The records of device 2, as they were sent.
    sent: Vec<String>,
}

impl TwoTables {
    async fn open() -> Self {
        let quick = tables().remove(1);
        let quick = Settings { id: quick.id, name: quick.name, ..live_table() };
        let mut studio = Studio::open_with(vec![live_table(), quick]).await;
        studio.begin().await;
        enrolled(&studio.server, OTHER, (&mut studio.ann, &mut studio.ben)).await;
        let mut two = Self { studio, other: Shoe::new(OTHER), sent: Vec::new() };
        two.move_other(QUICK).await;
        assert_eq!(two.other.join(two.studio.server.address).await["table"], QUICK);
        two.other.load("BOX-0900").await;
        two.sent.push(two.other.sent.clone());
        for (pass, card) in [(1, "8h"), (2, "Qd")] {
            two.other.card(pass, card).await;
            two.sent.push(two.other.sent.clone());
        }
        two.other.acked().await;
        assert_eq!(two.stored(QUICK).await, [(2, 1), (2, 2), (2, 3)]);
        two
    }

    async fn move_other(&mut self, table: u32) {
        let body = json!({"table_id": table, "why": "needed there"});
        let moved = self.studio.ann.act(&self.studio.server, "/2/move", body).await;
        assert_eq!(moved.status, 200, "{moved:?}");
    }

    /// The records that a table took: the number of the device, and that of the record.
    async fn stored(&self, table: u32) -> Vec<(u32, u64)> {
        let records = self.studio.server.store.records_after(TableId(table), 0).await;
        let records = records.expect("the store answers").into_iter();
        records.map(|stored| (stored.record.device.0, stored.record.n)).collect()
    }

    /// How the slow table stands for those who work there, what everybody sees of it, and what it took.
    async fn standing(&self) -> (Value, Value, Vec<(u32, u64)>) {
        let path = format!("/api/v1/tables/{SLOW}");
        let seen = http::get(self.studio.server.address, &path, None).await.json();
        (self.studio.status().await, seen, self.stored(SLOW).await)
    }

    /// The shoe of device 1 ends, and its line too.
    async fn end_shoe(&mut self) {
        assert_eq!(self.studio.end_shoe("it is worn out").await.status, 200);
        self.studio.shoe.hang_up();
        self.studio.gone().await;
    }
}

/// The next frame that is not about the lamp.
async fn answer(shoe: &mut Shoe) -> Value {
    loop {
        let frame = shoe.next().await.expect("the line is good");
        if frame["type"] != "gate" {
            return frame;
        }
    }
}

/// Says a text, and gives the answer.
async fn told(shoe: &mut Shoe, text: &str) -> Value {
    shoe.say(text).await;
    answer(shoe).await
}

#[tokio::test]
async fn a_record_of_another_table_is_refused_on_the_line_of_this_one() {
    let mut two = Box::pin(TwoTables::open()).await;
    two.studio.bet(&[("player", 10_000)]).await;
    let before = two.standing().await;
    // The table wants a card, and this one is genuine.
    for genuine in &two.sent[1..] {
        assert_eq!(told(&mut two.studio.shoe, genuine).await, refused("bad_signature"));
        assert_eq!(two.standing().await, before, "nothing is stored, nothing is dealt");
    }
    two.studio.cards("9h Kd Ks 3c").await;
    two.studio.settled(20_000, 1_010_000).await;
    assert_eq!(two.stored(SLOW).await, [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]);
    assert_eq!(two.stored(QUICK).await.len(), 3, "nor does the other table take them twice");

    // The third one within a minute ends the line, and what was read stays.
    assert_eq!(told(&mut two.studio.shoe, &two.sent[0]).await, refused("bad_signature"));
    assert_eq!(two.studio.shoe.rest().await.1, Some(1008));
    two.studio.gone().await;
    assert_eq!(two.stored(SLOW).await.len(), 5);
    two.studio.shoe.join(two.studio.server.address).await;
    two.studio.bet(&[("player", 10_000)]).await;
    two.studio.cards("4h 4d 2s 3c").await;
    two.studio.settled(0, 1_000_000).await;
    two.studio.server.stop().await;
}

#[tokio::test]
async fn a_device_that_was_moved_deals_no_card_that_it_read_at_the_table_before() {
    let mut two = Box::pin(TwoTables::open()).await;
    let address = two.studio.server.address;
    two.studio.bet(&[("player", 10_000)]).await;
    let before = two.standing().await;
    two.move_other(SLOW).await;
    // Its line for the table before is over, and so is what is said on it.
    let (mut said, code) = two.other.rest().await;
    said.retain(|word| word != "gate");
    assert_eq!((said, code), (vec!["not_here".to_owned()], Some(1008)));
    let again = two.sent[1].clone();
    two.other.say(&again).await;
    two.other.hang_up();
    two.other.card(3, "9s").await;
    assert_eq!(two.other.hello(address).await, refused("not_here"), "another shoe is in play here");
    assert_eq!(two.standing().await, before);
    two.studio.cards("9h Kd Ks 3c").await;
    two.studio.settled(20_000, 1_010_000).await;

    two.end_shoe().await;
    let taken = two.stored(SLOW).await;
    assert_eq!(two.other.join(address).await["expect"], 4);
    // The card that it read without a line is the next of its records, and of no shoe of this table.
    assert_eq!(answer(&mut two.other).await, json!({"type": "ack", "n": 4}));
    let wrong = two.studio.status().await;
    assert_eq!(wrong["finding"]["code"], "wrong_shoe", "{wrong}");
    assert_eq!(two.stored(SLOW).await, [taken, vec![(2, 4)]].concat());
    let before = two.standing().await;
    for genuine in &two.sent {
        assert_eq!(told(&mut two.other, genuine).await, json!({"type": "ack", "n": 4}), "it is stored");
        assert_eq!(two.standing().await, before, "where it was read, and here nothing follows");
    }

    two.studio.passed = 0;
    two.other.load("BOX-0901").await;
    two.other.acked().await;
    let load_right =
        json!({"type": "resolve", "finding_no": wrong["finding"]["finding_no"], "how": "load_right"});
    assert_eq!(two.studio.deal(load_right).await.status, 200);
    two.studio.shoe = two.other;
    assert_eq!(two.studio.deal(json!({"type": "open_shoe"})).await.status, 200);
    two.studio.bet(&[("player", 10_000)]).await;
    two.studio.cards("4h 4d 2s 3c").await;
    two.studio.settled(0, 1_000_000).await;
    two.studio.server.stop().await;
}

/// The record of another device under the signature of a thief.
fn wrapped(genuine: &str) -> String {
    let body = Envelope::read(genuine).expect("it is an envelope").body().to_owned();
    Envelope::sign(&key(THIEF), body).write()
}

#[tokio::test]
async fn a_thief_cannot_go_on_with_the_records_of_another_device() {
    let mut two = Box::pin(TwoTables::open()).await;
    let address = two.studio.server.address;
    enrolled(&two.studio.server, THIEF, (&mut two.studio.ann, &mut two.studio.ben)).await;
    two.end_shoe().await;
    let mut thief = Shoe::new(THIEF);
    thief.join(address).await;
    thief.load("BOX-0117").await;
    thief.acked().await;
    let before = two.standing().await;
    let gap = |n| json!({"type": "refused", "code": "gap", "expect": n});
    // As they are they are not the thief's. Under the thief's own signature they are, and do not follow each other.
    assert_eq!(told(&mut thief, &two.sent[1]).await, refused("bad_signature"));
    assert_eq!(told(&mut thief, &wrapped(&two.sent[2])).await, gap(2));
    assert_eq!(two.standing().await, before);
    assert_eq!(told(&mut thief, &wrapped(&two.sent[1])).await, refused("forked"));
    assert_eq!(thief.rest().await.1, Some(1008));
    two.studio.gone().await;
    assert_eq!(two.stored(SLOW).await, before.2);
    let thieves = two.studio.ann.devices(&two.studio.server).await.remove(2);
    assert_eq!((&thieves["standing"], &thieves["ended_by"]), (&json!("suspended"), &json!("house")));
    assert_eq!(thief.twin().hello(address).await, refused("suspended"));

    two.studio.shoe.join(address).await;
    two.studio.passed = 0;
    two.studio.shoe.load("BOX-0118").await;
    two.studio.shoe.acked().await;
    assert_eq!(two.studio.deal(json!({"type": "open_shoe"})).await.status, 200);
    two.studio.bet(&[("player", 10_000)]).await;
    two.studio.cards("9h Kd Ks 3c").await;
    two.studio.settled(20_000, 1_010_000).await;
    two.studio.server.stop().await;
}
