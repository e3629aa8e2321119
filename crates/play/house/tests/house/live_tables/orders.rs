//! What a live table refuses: records that are not next, people who are not at the table, and rounds while it is
//! halted.

use std::sync::Arc;

use baccarat::HouseRules;
use punto_house::floor::{Change, FloorDesk, TableStep};
use punto_house::live::{DealerCommand, Delivery, LiveOrder, LiveReceipt, Speaker, SupervisorCommand};
use punto_house::log::Actor;
use punto_house::{OsEntropy, SystemClock};
use scanner::device::{About, Device, DeviceEffect, Kept};
use scanner::frame::{CardRecord, Gate, GateWhy as SaidWhy, Refusal, What};
use scanner::record::Head;
use scanner::server::Arrival;
use scanner::{DeviceKey, SignedRecord};
use table::live::{GateWhy, How, LiveEvent, LiveGate, LiveWait, Slot};
use table::{Event, RequestId, RulesRef, StaffId};

use super::shift::{DEALER, DEVICE, ONE, SALON_LIVE, SECRET, Shift};
use crate::histories::place::Place;
use crate::test_house::{GIFT, SALON, TestHouse, code};

/// The records of a device with this key that reads these cards, from its first.
fn said(secret: [u8; 32], cards: &str) -> Vec<SignedRecord> {
    let label = |text: &str| text.parse().expect("a label");
    let about = About { model: label("punto-sim"), firmware: label("1.0") };
    let kept = Kept { acked: Head::NONE, unacked: Vec::new() };
    let mut device = Device::start(DeviceKey::new(secret), about, kept).expect("it is new");
    let record = |(pass, card): (u64, &str)| {
        let what = What::Card(CardRecord::new(pass, card.parse().expect("a card")));
        let effects = device.record(what, 5).expect("there is room");
        let Some(DeviceEffect::Keep(signed)) = effects.into_iter().next() else { panic!("it is kept first") };
        *signed
    };
    (1..).zip(cards.split(' ')).map(record).collect()
}

async fn deliver(shift: &Shift, signed: &SignedRecord) -> Delivery {
    let now = shift.now();
    let arrival = Arrival { signed: signed.clone(), received_at: now, read_at: now, is_late: false };
    let speaker = Speaker { device: DEVICE, table: SALON_LIVE, key: DeviceKey::new(SECRET).public() };
    shift.house.deliver(speaker, &arrival).await.unwrap()
}

const fn refused(code: Refusal, expect: Option<u64>) -> Delivery {
    Delivery::Refused { code, expect }
}

#[tokio::test(start_paused = true)]
async fn a_record_is_taken_once_in_its_turn_and_in_one_history() {
    for place in [Place::memory(), Place::file()] {
        let shift = Shift::begin(place, "three-bet").await;
        let (honest, forged) = (said(SECRET, "9h Kd Ks"), said([6; 32], "9h"));
        let other = said(SECRET, "2c 3c");
        assert_eq!(deliver(&shift, &forged[0]).await, refused(Refusal::BadSignature, None));
        assert_eq!(deliver(&shift, &honest[1]).await, refused(Refusal::Gap, Some(1)));
        assert_eq!(shift.history().await.1, []);
        for _ in 0..2 {
            assert_eq!(deliver(&shift, &honest[0]).await, Delivery::Durable { n: 1 });
        }
        assert_eq!(deliver(&shift, &other[0]).await, refused(Refusal::Forked, None));
        assert_eq!(deliver(&shift, &honest[2]).await, refused(Refusal::Gap, Some(2)));
        assert_eq!(deliver(&shift, &honest[1]).await, Delivery::Durable { n: 2 });
        assert_eq!(deliver(&shift, &other[1]).await, refused(Refusal::Forked, None));
        let stored = shift.history().await.1;
        let bodies: Vec<&str> = stored.iter().map(|stored| stored.record.body.as_str()).collect();
        assert_eq!(bodies, [honest[0].envelope().body(), honest[1].envelope().body()]);
        let known = shift.house.last_record(DEVICE).await.unwrap();
        assert_eq!(known.head, honest[1].head());
        shift.end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_the_clock_deals_takes_no_record_and_no_dealer() {
    let (test, signed) = (TestHouse::with(SALON).await, said(SECRET, "9h").remove(0));
    let arrival = Arrival { signed, received_at: 7, read_at: 7, is_late: false };
    let speaker = Speaker { device: DEVICE, table: SALON, key: DeviceKey::new(SECRET).public() };
    let delivered = test.house.deliver(speaker, &arrival).await.unwrap_err();
    assert_eq!(code(&delivered), "not_live");
    for command in [DealerCommand::SitDown, DealerCommand::OpenShoe, DealerCommand::StartBetting] {
        let dealt = test
            .house
            .deal(SALON, LiveOrder { by: DEALER, command, seen: None, request_id: None })
            .await
            .unwrap_err();
        assert_eq!(code(&dealt), "not_live");
    }
    assert_eq!(test.house.last_record(DEVICE).await.unwrap().head, Head::NONE);
}

#[tokio::test(start_paused = true)]
async fn only_the_dealer_at_the_table_deals() {
    let mut shift = Shift::begin(Place::memory(), "three-bet").await;
    shift.load("BOX-0117").await;
    let by = StaffId(8);
    for command in [DealerCommand::OpenShoe, DealerCommand::StandUp] {
        let order = LiveOrder { by, command, seen: None, request_id: None };
        assert_eq!(code(&shift.house.deal(SALON_LIVE, order).await.unwrap_err()), "not_dealer");
    }
    shift.open().await;
    shift.bet("player 100").await;
    let order = LiveOrder { by, command: DealerCommand::SitDown, seen: None, request_id: None };
    assert!(shift.house.deal(SALON_LIVE, order).await.is_ok());
    assert_eq!((shift.status().dealer, shift.status().relief), (Some(DEALER), Some(by)), "they wait");
    let hand_over = DealerCommand::HandOver { to: by };
    assert_eq!(code(&shift.dealer(hand_over).await.unwrap_err()), "in_round");
    shift.supervisor(ONE, SupervisorCommand::Seat { dealer: by }).await.unwrap();
    assert_eq!(shift.stored_table().await.live().dealer(), Some(by));
}

#[tokio::test(start_paused = true)]
async fn a_command_about_a_table_that_went_on_does_nothing() {
    let mut shift = Shift::begin(Place::memory(), "three-bet").await;
    shift.open().await;
    let seq = shift.house.latest_seq(SALON_LIVE);
    let start = |seen| LiveOrder {
        by: DEALER,
        command: DealerCommand::StartBetting,
        seen: Some(seen),
        request_id: None,
    };
    let refused = shift.house.deal(SALON_LIVE, start(seq - 1)).await.unwrap_err();
    assert_eq!((code(&refused), shift.phase()), ("out_of_date", "shuffling"));
    let receipt = shift.house.deal(SALON_LIVE, start(seq)).await.unwrap();
    assert_eq!((receipt.seq, receipt.repeated, shift.phase()), (seq + 1, false, "betting"));
}

#[tokio::test(start_paused = true)]
async fn a_halted_table_finishes_its_round_judges_readings_and_begins_no_round() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    let because = Change { by: Actor::Staff(ONE), why: "a lamp is out" };
    shift.house.step_table(SALON_LIVE, TableStep::Halt, because).await.unwrap();
    assert_eq!(shift.status().gate_frame().why, SaidWhy::Deal);
    shift.cards("9h Kd Ks 3c").await;
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
    assert_eq!(shift.status().gate_frame(), Gate { open: false, slot: None, why: SaidWhy::Halted });
    tokio::time::advance(std::time::Duration::from_secs(5)).await;
    let start = shift.dealer(DealerCommand::StartBetting).await.unwrap_err();
    let free = shift.supervisor(ONE, SupervisorCommand::OpenFreeRound).await.unwrap_err();
    assert_eq!((code(&start), code(&free)), ("table_halted", "table_halted"));
    shift.cards("6h").await;
    let (finding_no, what) = shift.finding().await.unwrap();
    assert_eq!(what, "spare_card");
    let free = SupervisorCommand::Resolve { finding_no, how: How::FreeHand, why: None };
    assert_eq!(code(&shift.supervisor(ONE, free).await.unwrap_err()), "table_halted");
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
    shift.house.step_table(SALON_LIVE, TableStep::Resume, because).await.unwrap();
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    assert_eq!(shift.phase(), "betting");
    shift.each_record_counts_once().await;
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_halted_table_opens_no_shoe() {
    let mut shift = Shift::begin(Place::memory(), "three-bet").await;
    shift.load("BOX-0117").await;
    let because = Change { by: Actor::Staff(ONE), why: "a lamp is out" };
    shift.house.step_table(SALON_LIVE, TableStep::Halt, because).await.unwrap();
    let refused = shift.dealer(DealerCommand::OpenShoe).await.unwrap_err();
    assert_eq!((code(&refused), shift.status().wait), ("table_halted", Some(LiveWait::Shoe)));
    shift.house.step_table(SALON_LIVE, TableStep::Resume, because).await.unwrap();
    shift.dealer(DealerCommand::OpenShoe).await.unwrap();
    assert_eq!(shift.status().wait, Some(LiveWait::Start));
}

#[tokio::test(start_paused = true)]
async fn who_draws_the_cards_of_a_table_is_fixed_and_how_a_scanner_is_used_is_not() {
    let shift = Shift::begin(Place::memory(), "three-bet").await;
    let because = Change { by: Actor::Staff(ONE), why: "as agreed" };
    let refused = shift.house.change_table(SALON_LIVE, because, |record| {
        record.scanner = None;
        Ok(())
    });
    let refused = refused.await.unwrap_err();
    assert_eq!(code(&refused), "bad_settings");
    assert!(refused.to_string().contains("dealer: who draws the cards"), "{refused}");
    let changed = shift.house.change_table(SALON_LIVE, because, |record| {
        record.scanner.iter_mut().for_each(|scanner| scanner.conf_min = 900);
        Ok(())
    });
    let kept = changed.await.unwrap();
    assert_eq!(kept.record.scanner.as_ref().map(|scanner| scanner.conf_min), Some(900));
}

#[tokio::test(start_paused = true)]
async fn a_live_table_keeps_its_number_of_decks_and_may_get_other_house_rules() {
    let shift = Shift::begin(Place::memory(), "three-bet").await;
    let because = Change { by: Actor::Staff(ONE), why: "as agreed" };
    let rules = HouseRules::builtin("live-commission").unwrap();
    let text = HouseRules::builtin_text("live-commission").unwrap();
    let six: HouseRules = text.replacen("count = 8", "count = 6", 1).parse().unwrap();
    let floor =
        FloorDesk::new(Arc::clone(&shift.port), Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default());
    let (same, six) = (floor.record_rules(rules).await.unwrap(), floor.record_rules(&six).await.unwrap());
    let to = |rules: RulesRef| {
        shift.house.change_table(SALON_LIVE, because, move |record| {
            record.rules = rules.clone();
            Ok(())
        })
    };
    let refused = to(six).await.unwrap_err();
    assert_eq!(code(&refused), "bad_settings");
    assert!(refused.to_string().contains("rules: a live table keeps shoes of 8 decks"), "{refused}");
    assert_eq!(to(same).await.unwrap().record.rules.id, "live-commission");
}

#[tokio::test(start_paused = true)]
async fn those_who_work_at_a_table_are_told_what_changes_and_no_card_that_somebody_typed() {
    let mut shift = Shift::begin(Place::memory(), "three-bet").await;
    let mut told = shift.house.live_status(SALON_LIVE).unwrap();
    let status = told.borrow_and_update().clone().unwrap();
    assert_eq!(
        (status.dealer, status.device, status.wait),
        (Some(DEALER), Some(DEVICE), Some(LiveWait::Shoe))
    );
    shift.open().await;
    assert!(told.has_changed().unwrap());
    assert_eq!(
        (shift.status().wait, shift.status().shoe),
        (Some(LiveWait::Start), Some("BOX-0117".to_owned()))
    );
    shift.bet("player 100").await;
    let gate = |slot| LiveGate { open: true, slot: Some(slot), why: GateWhy::Deal };
    assert_eq!((shift.status().wait, shift.status().gate), (Some(LiveWait::Card), gate(Slot::P1)));
    shift.cards("9h x").await;
    let finding = shift.status().finding.unwrap();
    assert_eq!((finding.slot, finding.ways[0].0), (Some(Slot::B1), How::Rescan));
    let (finding_no, card) = (finding.no, "Kd".parse().unwrap());
    shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
    assert!(!format!("{:?}", shift.status()).contains("Kd"));
    shift.lose_line().await;
    assert_eq!((shift.status().device, shift.status().wait), (None, Some(LiveWait::Device)));
    let clocked = TestHouse::with(SALON).await;
    assert_eq!(*clocked.house.live_status(SALON).unwrap().borrow(), None);
    assert!(clocked.house.live_status(SALON_LIVE).is_none());
}

#[tokio::test(start_paused = true)]
async fn an_order_that_is_sent_again_is_answered_as_the_first_time_and_nothing_happens_twice() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    let seen = Some(shift.status().seq);
    let order = |command, request_id| LiveOrder { by: ONE, command, seen, request_id: Some(request_id) };
    let free = || order(SupervisorCommand::OpenFreeRound, RequestId(1));
    let first = shift.house.supervise(SALON_LIVE, free()).await.unwrap();
    assert!(!first.repeated);
    shift.cards("9h Kd Ks 7c").await;
    assert_eq!(shift.phase(), "settled");
    let again = shift.house.supervise(SALON_LIVE, free()).await.unwrap();
    assert_eq!(again, LiveReceipt { repeated: true, ..first });
    assert_eq!(shift.phase(), "settled", "no second hand");
    let other = order(SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }, RequestId(1));
    assert_eq!(code(&shift.house.supervise(SALON_LIVE, other).await.unwrap_err()), "request_id_used");

    let shift = shift.restart().await;
    let late = shift.house.supervise(SALON_LIVE, free()).await.unwrap_err();
    assert_eq!((code(&late), shift.phase()), ("out_of_date", "settled"), "nor one after a restart");
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_reason_is_kept_without_the_white_space_around_it() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    let seen = Some(shift.status().seq);
    let end = |why: &str| {
        let command = SupervisorCommand::EndShoe { why: why.to_owned() };
        LiveOrder { by: ONE, command, seen, request_id: Some(RequestId(1)) }
    };
    shift.house.supervise(SALON_LIVE, end(" worn cards\n")).await.unwrap();
    let again = shift.house.supervise(SALON_LIVE, end("worn cards")).await.unwrap();
    assert!(again.repeated, "it is the same order");
    let too_long = format!("worn{}", " cards".repeat(100));
    assert_eq!(code(&shift.house.supervise(SALON_LIVE, end(&too_long)).await.unwrap_err()), "no_reason");
    let kept = shift.history().await.0.into_iter().filter_map(|recorded| match recorded.event {
        Event::Live(LiveEvent::ShoeEnded { why, .. }) => Some(why),
        _ => None,
    });
    assert_eq!(kept.collect::<Vec<_>>(), ["worn cards"]);
    shift.end().await;
}
