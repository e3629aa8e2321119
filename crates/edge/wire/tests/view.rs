//! The public view of a table in every phase.

use std::sync::Arc;

use baccarat::{Coup, Deal, HouseRules, Limit, Step};
use money::{Amount, Currency};
use punto_wire::server::ServerMessage;
use punto_wire::table_view::TableView;
use roads::Roads;
use serde_json::{Value, json, to_value};
use table::event::VoidReason;
use table::{Phase, PublicEvent, PublicFrame, RoundEnd, RoundRef, SpotView, TableId, Timestamp, Timings};

const ROUND: RoundRef = RoundRef { shoe_no: 2, round_no: 5 };

/// A table under these house rules in that phase, one round into its shoe.
fn view(rules: &str, phase: Phase) -> table::TableView {
    let rules = HouseRules::builtin(rules).expect("they are built in");
    let limit = Limit { minimum: Amount::new(100).expect("it is small"), maximum: None };
    let spots = rules.spots.iter().map(|it| SpotView {
        spot: it.spot,
        limit,
        closed_from_round: it.closed_from_round,
        open: it.spot != baccarat::Spot::Small,
    });
    table::TableView {
        seq: 40,
        table: TableId(7),
        name: "Salon".to_owned(),
        spots: spots.collect(),
        rules: Arc::new(rules.clone()),
        currency: Currency::PLAY,
        timings: Timings::default(),
        shoe_no: 2,
        shoe_size: 416,
        cards_left: 155,
        burned: None,
        cut_card_out: true,
        round: Some(ROUND),
        last_round: true,
        phase,
        since: Timestamp(1_000),
        next_at: Timestamp(6_000),
        beads: vec!["Bb6".parse().expect("it is a round")],
    }
}

fn shown(rules: &str, phase: Phase) -> Value {
    let view = view(rules, phase);
    let roads: Roads = view.beads.iter().copied().collect();
    to_value(TableView::new(&view, &roads, 3)).expect("a view is JSON")
}

fn dealing(cards: &str) -> Deal {
    cards.split(' ').fold(Deal::new(), |deal, card| match deal.draw(card.parse().expect("it is a card")) {
        Step::More(deal) => deal,
        Step::Done(_) => unreachable!("{cards} is a whole coup"),
    })
}

#[test]
fn a_view_describes_the_table() {
    let table = shown("gold-card", Phase::Closed);
    for (field, expected) in [
        ("table_id", json!(7)),
        ("name", json!("Salon")),
        ("currency", json!("PLAY")),
        ("decimals", json!(2)),
        ("play_money", json!(true)),
        ("phase", json!({"name": "closed"})),
        ("result", json!(null)),
        ("rounds", json!(["Bb6"])),
        ("patrons", json!(3)),
        (
            "shoe",
            json!({"shoe_no": 2, "round_no": 5, "remaining": 155, "size": 416, "cut_card_out": true,
                   "last_round": true, "closed_spots": []}),
        ),
    ] {
        assert_eq!(table[field], expected, "{field}");
    }
    assert_eq!(table["road_map"]["totals"]["banker_pair"], 1);
    assert_eq!(table["rules"]["roads_clear"], true);
}

#[test]
fn odds_are_shown_as_the_house_rules_say() {
    let odds = |table: &Value, spot: &str| {
        let spots = table["rules"]["spots"].as_array().unwrap();
        spots.iter().find(|it| it["spot"] == spot).map(|it| it["odds"].clone())
    };
    let (gold, live) = (shown("gold-card", Phase::Closed), shown("live-no-commission", Phase::Closed));
    assert_eq!(odds(&gold, "banker"), Some(json!(["x1.95"])));
    assert_eq!(odds(&gold, "lucky_6"), Some(json!(["x13", "x21"])));
    assert_eq!(odds(&live, "banker"), Some(json!(["0.5", "1"])), "the largest is last");
    assert_eq!(live["rules"]["roads_clear"], false);
    let big = live["rules"]["spots"].as_array().unwrap().iter().find(|it| it["spot"] == "big").unwrap();
    assert_eq!(big["closed_from_round"], 32);
    assert_eq!((&big["minimum"], &big["maximum"]), (&json!(100), &json!(10_000_000_000_000_000_u64)));
}

#[test]
fn closed_spots_are_listed_with_the_shoe() {
    assert_eq!(shown("live-commission", Phase::Closed)["shoe"]["closed_spots"], json!(["small"]));
}

#[test]
fn a_phase_has_its_end() {
    let betting = Phase::Betting { closes_at: Timestamp(9_000) };
    assert_eq!(shown("three-bet", betting)["phase"], json!({"name": "betting", "closes_at": 9_000}));
    let voided = RoundEnd::Void { reason: VoidReason::Interrupted, cards: vec!["9h".parse().unwrap()] };
    let settled = shown("three-bet", Phase::Settled { end: voided });
    assert_eq!(settled["phase"], json!({"name": "settled", "next_at": 6_000}));
    assert_eq!(settled["result"], json!({"name": "voided", "reason": "interrupted"}));
    assert_eq!(settled["cards"]["player"], json!({"cards": ["9h"], "total": 9}));
    let shuffling = shown("three-bet", Phase::Shuffling { burned: false });
    assert_eq!(shuffling["phase"], json!({"name": "shuffling"}));
}

#[test]
fn cards_are_split_into_both_hands() {
    let table = shown("three-bet", Phase::Dealing { deal: dealing("7h Kd 9s 3c") });
    assert_eq!(
        table["cards"],
        json!({"player": {"cards": ["7h", "9s"], "total": 6}, "banker": {"cards": ["Kd", "3c"], "total": 3}})
    );
    assert_eq!(table["result"], json!(null));
    let coup: Coup = "7h Kd 9s 3c 5h".parse().unwrap();
    let complete = shown("three-bet", Phase::Complete { coup });
    assert_eq!((&complete["phase"], &complete["result"]), (&json!({"name": "dealing"}), &json!(null)));
    assert_eq!(complete["cards"]["banker"], json!({"cards": ["Kd", "3c", "5h"], "total": 8}));
    let table = shown("live-commission", Phase::Settled { end: RoundEnd::Coup(coup) });
    assert_eq!(table["cards"]["banker"], json!({"cards": ["Kd", "3c", "5h"], "total": 8}));
    assert_eq!(
        table["result"],
        json!({"name": "settled", "outcome": "banker", "player_total": 6, "banker_total": 8,
               "winning_spots": ["banker", "big"], "bead": "B"})
    );
}

fn framed(event: PublicEvent, phase: Phase) -> Value {
    let view = view("live-commission", phase);
    let roads: Roads = view.beads.iter().copied().collect();
    let frame = PublicFrame { after: 38, seq: 40, at: Timestamp(1_000), event };
    to_value(ServerMessage::frame(&frame, &view, &roads)).expect("a frame is JSON")
}

#[test]
fn a_frame_has_the_seq_before_it_and_what_changed() {
    let frame = framed(PublicEvent::BettingClosed, Phase::Closed);
    assert_eq!(
        frame,
        json!({"type": "frame", "table_id": 7, "after": 38, "seq": 40, "at": 1_000,
               "event": {"type": "betting_closed", "phase": {"name": "closed"}}})
    );
    let burned = PublicEvent::CardsBurned { first: Some("5d".parse().unwrap()), face_down: 5 };
    let burned = framed(burned, Phase::Shuffling { burned: true });
    assert_eq!((&burned["event"]["first"], &burned["event"]["face_down"]), (&json!("5d"), &json!(5)));
}

#[test]
fn the_frame_of_a_finished_round_equals_the_view() {
    let coup: Coup = "7h Kd 9s 3c 5h".parse().unwrap();
    let event = PublicEvent::RoundSettled { coup };
    let end = Phase::Settled { end: RoundEnd::Coup(coup) };
    let (frame, table) = (framed(event, end.clone()), shown("live-commission", end));
    assert_eq!(frame["event"]["type"], "round_ended");
    for field in ["phase", "result", "shoe", "rounds", "road_map"] {
        assert_eq!(frame["event"][field], table[field], "{field}");
    }
}
