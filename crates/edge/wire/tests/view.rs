//! The public view of a table in every phase.

use std::sync::Arc;

use baccarat::{Coup, HouseRules, Limit};
use money::{Amount, Currency};
use punto_wire::server::ServerMessage;
use punto_wire::table_view::TableView;
use serde_json::{Value, json, to_value};
use table::event::VoidReason;
use table::live::{BurnWhy, CardNotice, FindingCode, LiveWait, SeatedDealer, Slot};
use table::squeeze::ShownCard;
use table::{
    BeaconRound, BeaconValue, Bytes32, Phase, PublicEvent, PublicFrame, RoundEnd, RoundRef, SpotView,
    StaffId, TableId, Timestamp, Timings,
};

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
        shoe: rules.new_shoe(),
        burned: None,
        cut_card_out: true,
        round: Some(ROUND),
        last_round: true,
        cards: ShownCard::face_up(&phase.cards()),
        phase,
        squeeze: None,
        awaited_draw: None,
        since: Timestamp(1_000),
        next_at: Timestamp(6_000),
        beads: vec!["Bb6".parse().expect("it is a round")],
        seats: 3,
        capacity: None,
        ante: Amount::new(50_000).expect("an amount"),
        auto_rounds: 100,
        live: None,
    }
}

fn shown(rules: &str, phase: Phase) -> Value {
    to_value(TableView::new(&view(rules, phase))).expect("a view is JSON")
}

#[test]
fn a_view_says_the_ante() {
    assert_eq!(shown("sixty-round", Phase::Closed)["ante"], 50_000);
    let mut older = shown("sixty-round", Phase::Closed);
    older.as_object_mut().expect("an object").remove("ante");
    let view: TableView = serde_json::from_value(older).expect("a view of a server that does not say it");
    assert_eq!(view.ante, 0);
}

#[test]
fn a_live_table_says_what_it_waits_for_and_so_does_each_of_its_frames() {
    let clocked = view("live-commission", Phase::Closed);
    let live = |wait, free_round| table::TableView {
        live: Some(table::live::LiveView {
            wait,
            free_round,
            counting: false,
            dealer: None,
            notices: Vec::new(),
        }),
        ..clocked.clone()
    };
    let frame = |view: &table::TableView| {
        let frame = PublicFrame { seq: 40, at: Timestamp(1_000), event: PublicEvent::BettingClosed };
        to_value(ServerMessage::frame(&frame, view, None, Vec::new())).unwrap()
    };
    for (wait, free_round, shown) in [
        (None, true, json!({"waits_for": null, "finding": null, "free_round": true})),
        (Some(LiveWait::Start), false, json!({"waits_for": "start", "finding": null, "free_round": false})),
        (
            Some(LiveWait::Finding(FindingCode::EarlyCard)),
            false,
            json!({"waits_for": "finding", "finding": "early_card", "free_round": false}),
        ),
    ] {
        let view = live(wait, free_round);
        assert_eq!(to_value(TableView::new(&view)).unwrap()["live"], shown);
        assert_eq!(frame(&view)["live"], shown);
    }
    let dealer = |name: Option<&str>| {
        let name = name.map(str::to_owned);
        Some(SeatedDealer { id: StaffId(7), since: Some(Timestamp(900)), name })
    };
    for (name, expected) in [(Some("Dan"), json!({"name": "Dan", "since": 900})), (None, Value::Null)] {
        let mut view = live(None, false);
        view.live.as_mut().expect("it is live").dealer = dealer(name);
        assert_eq!(frame(&view)["live"]["dealer"], expected);
    }
    let card = |text: &str| text.parse().ok();
    let mut noticed = live(None, false);
    noticed.live.as_mut().expect("it is live").notices = vec![
        CardNotice::Burned { card: card("6h"), why: BurnWhy::HandOver },
        CardNotice::Burned { card: None, why: BurnWhy::Early },
        CardNotice::Amended { slot: Slot::B1, from: card("Kd").unwrap(), to: card("Qd").unwrap() },
    ];
    let notices = json!([
        {"what": "burned", "card": "6h", "why": "hand_over"},
        {"what": "burned", "card": null, "why": "early"},
        {"what": "amended", "slot": "B1", "from": "Kd", "to": "Qd"},
    ]);
    assert_eq!(frame(&noticed)["live"]["notices"], notices);
    assert_eq!(frame(&noticed)["live"].get("counting"), None);
    noticed.live.as_mut().expect("it is live").counting = true;
    assert_eq!(frame(&noticed)["live"]["counting"], json!(true));
    assert_eq!(to_value(TableView::new(&clocked)).unwrap().get("live"), None);
    assert_eq!(frame(&clocked).get("live"), None);
}

#[test]
fn betting_that_closed_says_what_the_cards_wait_for_and_a_frame_says_its_value() {
    let (chain, at) = (Bytes32([4; 32]), Timestamp(9_000));
    let closed = view("live-commission", Phase::Closed);
    let waiting =
        table::TableView { awaited_draw: Some(BeaconRound { chain, round: 71, at }), ..closed.clone() };
    let phase = json!({"name": "closed", "draw": {"round": 71, "at": 9_000}});
    assert_eq!(to_value(TableView::new(&waiting)).unwrap()["phase"], phase);
    assert_eq!(to_value(TableView::new(&closed)).unwrap()["phase"], json!({"name": "closed"}));
    let frame = |event, view| {
        let frame = PublicFrame { seq: 40, at: Timestamp(1_000), event };
        to_value(ServerMessage::frame(&frame, view, None, Vec::new())).unwrap()["event"].clone()
    };
    let event = frame(PublicEvent::BettingClosed, &waiting);
    assert_eq!(event, json!({"type": "betting_closed", "phase": phase}));
    let event = frame(PublicEvent::RoundDrawn { beacon: BeaconValue([6; 48]) }, &closed);
    assert_eq!(event, json!({"type": "round_drawn", "phase": {"name": "closed"}, "value": "06".repeat(48)}));
}

#[test]
fn a_view_says_for_how_many_rounds_auto_may_run() {
    assert_eq!(shown("live-commission", Phase::Closed)["auto_rounds"], 100);
    assert_eq!(shown("live-commission", Phase::Closed)["card_ms"], 1_000);
}

#[test]
fn odds_are_shown_as_the_house_rules_say() {
    let odds = |table: &Value, spot: &str| {
        let spots = table["rules"]["spots"].as_array().unwrap();
        spots.iter().find(|it| it["spot"] == spot).map(|it| it["shown"].clone())
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

/// What `golden/frames.jsonl` does not show.
#[test]
fn a_view_describes_its_phase() {
    let (voided, coup): (_, Coup) = (vec!["9h".parse().unwrap()], "7h Kd 9s 3c 5h".parse().unwrap());
    let voided = RoundEnd::Void { reason: VoidReason::Interrupted, cards: voided };
    let hand = |cards: &[&str], total: u8| json!({"cards": cards, "total": total});
    for (rules, phase, path, expected) in [
        ("gold-card", Phase::Closed, "/rules/roads_clear", json!(true)),
        ("gold-card", Phase::Closed, "/rounds", json!(["Bb6"])),
        (
            "live-commission",
            Phase::Closed,
            "/shoe",
            json!({"shoe_no": 2, "round_no": 5, "remaining": 155, "size": 416, "cut_card_out": true,
                   "last_round": true, "closed_spots": ["small"]}),
        ),
        ("gold-card", Phase::Closed, "/shoe/closed_spots", json!([])),
        ("three-bet", Phase::Shuffling { burned: false }, "/phase", json!({"name": "shuffling"})),
        ("three-bet", Phase::Settled { end: voided.clone() }, "/cards/player", hand(&["9h"], 9)),
        (
            "three-bet",
            Phase::Settled { end: voided },
            "/result",
            json!({"name": "voided", "reason": "interrupted"}),
        ),
        ("three-bet", Phase::Complete { coup }, "/phase", json!({"name": "dealing"})),
        ("three-bet", Phase::Complete { coup }, "/result", Value::Null),
        ("three-bet", Phase::Complete { coup }, "/cards/banker", hand(&["Kd", "3c", "5h"], 8)),
        (
            "live-commission",
            Phase::Settled { end: RoundEnd::Coup(coup) },
            "/cards/banker",
            hand(&["Kd", "3c", "5h"], 8),
        ),
    ] {
        let table = shown(rules, phase.clone());
        assert_eq!(table.pointer(path), Some(&expected), "{path} of {phase:?}");
    }
}

fn framed(event: PublicEvent, phase: Phase) -> Value {
    let view = view("live-commission", phase);
    let frame = PublicFrame { seq: 40, at: Timestamp(1_000), event };
    to_value(ServerMessage::frame(&frame, &view, None, Vec::new())).expect("a frame is JSON")
}

#[test]
fn the_frame_of_a_finished_round_equals_the_view() {
    let coup: Coup = "7h Kd 9s 3c 5h".parse().unwrap();
    let event = PublicEvent::RoundSettled { coup };
    let end = Phase::Settled { end: RoundEnd::Coup(coup) };
    let (frame, table) = (framed(event, end.clone()), shown("live-commission", end));
    assert_eq!(frame["event"]["type"], "round_ended");
    for path in ["phase", "result", "shoe/shoe_no", "shoe/round_no", "shoe/remaining", "shoe/last_round"] {
        let path = format!("/{path}");
        assert_eq!(frame["event"].pointer(&path), table.pointer(&path), "{path}");
    }
    assert_eq!(frame["event"]["rounds"], Value::Null, "the bead of the result is enough");
    assert_eq!(frame["event"]["result"]["bead"], "B");
}

/// Under every built-in document, at round 60, with numbers as a busy table has them after a year, and with the coups
/// that win the most spots.
#[test]
fn the_frame_of_a_settled_round_is_short() {
    let coups = ["Kh 3d Kh 3d 5s", "Kh 2d Kh 2d 2s 2c", "4h 4d 4h 4d", "4h Kd 4h Kd"];
    let mut longest = 0;
    for rules in HouseRules::BUILTIN {
        for coup in coups.map(|coup| coup.parse::<Coup>().unwrap()) {
            let mut view = view(rules, Phase::Settled { end: RoundEnd::Coup(coup) });
            let closed = |spot: &mut SpotView| spot.open = spot.closed_from_round.is_none();
            view.spots.iter_mut().for_each(closed);
            view.table = TableId(200);
            view.shoe_no = 12_345;
            view.round = Some(RoundRef { shoe_no: 12_345, round_no: 60 });
            (view.seq, view.next_at) = (12_345_678, Timestamp(1_900_000_005_000));
            view.beads = vec![coup.bead(); 60];
            let event = PublicEvent::RoundSettled { coup };
            let frame = PublicFrame { seq: view.seq, at: Timestamp(1_900_000_000_000), event };
            let text = ServerMessage::frame(&frame, &view, None, Vec::new()).encode();
            assert!(text.len() < 400, "{} bytes: {text}", text.len());
            longest = longest.max(text.len());
        }
    }
    assert!(longest > 300, "the coups win several spots: {longest}");
}
