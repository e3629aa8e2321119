//! Rounds that are played from the first wager to the last minor unit.

use punto_house::{Frame, Notice, NumberedNotice, default_tables};
use table::event::{SettledSpot, VoidReason};
use table::{PublicEvent, RequestId, RoundEnd, RoundRef, Timestamp};
use tokio::sync::broadcast;

use crate::corrections::ONE;
use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, code, drain, next_frame, written};

/// The cards on the table, as people write them.
fn cards(frame: &Frame) -> String {
    frame.view.phase.cards().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The settlement of the latest notice, `spot stake payout` a wager, then all stakes and all payouts.
fn settlement(notices: &mut broadcast::Receiver<NumberedNotice>) -> (Vec<String>, u64, u64) {
    match drain(notices).pop() {
        Some(Notice::RoundSettled { wagers, staked, paid, revision: 1, .. }) => {
            let line = |w: &SettledSpot| format!("{} {} {}", w.spot.id(), w.stake, w.payout);
            (wagers.iter().map(line).collect(), staked.minor(), paid.minor())
        }
        _ => (Vec::new(), 0, 0),
    }
}

#[tokio::test(start_paused = true)]
async fn rounds_are_dealt_and_paid_to_the_minor_unit() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    assert_eq!(round, RoundRef { shoe_no: 1, round_no: 1 });

    let receipt = test.place(patron, SALON, 1, "player 10101 banker 20303 tie 1000").await.unwrap();
    assert_eq!((receipt.round, receipt.repeated, receipt.staked), (round, false, amount(31_404)));
    let receipt = test.place(patron, SALON, 2, "banker 100 small 500 big 700").await.unwrap();
    assert_eq!(written(&receipt.wagers), "player 10101 banker 20403 tie 1000 small 500 big 700");
    assert_eq!(test.balance(patron).await, GIFT - 32_704);
    assert_eq!(test.audit().await, 6, "a hold for each wager of each slip");

    // The shuffle of seed 1 turns over Th and burns ten; Player's eight beats Banker's seven.
    assert_eq!(cards(&*test.end(SALON).await), "As 4c 9s 3c 8s");
    let lines = ["player 10101 20202", "banker 20403 0", "tie 1000 0", "small 500 0", "big 700 1050"];
    assert_eq!(settlement(&mut notices), (lines.map(str::to_owned).to_vec(), 32_704, 21_252));
    assert_eq!((test.audit().await, test.balance(patron).await), (0, GIFT - 32_704 + 21_252));

    // Then a natural nine for Banker, paid 0.95 to one and rounded down.
    test.betting(SALON).await;
    test.place(patron, SALON, 3, "banker 20403 small 500 player 10101").await.unwrap();
    assert_eq!(cards(&*test.end(SALON).await), "3h 9d Td Td");
    let lines = ["banker 20403 39785", "small 500 1250", "player 10101 0"];
    assert_eq!(settlement(&mut notices), (lines.map(str::to_owned).to_vec(), 31_004, 41_035));
    assert_eq!(test.balance(patron).await, GIFT - 32_704 + 21_252 - 31_004 + 41_035);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn the_cards_are_those_of_the_shuffle_after_the_burned_ones() {
    let test = TestHouse::with(GOLD).await;
    test.betting(GOLD).await;
    let end = test.end(GOLD).await;
    let cards = end.view.phase.cards();
    assert_eq!(cards, TestHouse::shuffled(1)[8..8 + cards.len()], "document 002 burns eight");
    assert_eq!(usize::from(end.view.cards_left), 416 - 8 - cards.len());
}

#[tokio::test(start_paused = true)]
async fn a_shoe_ends_and_the_next_is_shuffled() {
    let test = TestHouse::with(GOLD).await;
    let mut opened = test.until(GOLD, |event| *event == PublicEvent::ShoeOpened).await;
    while opened.view.shoe_no != 2 {
        opened = test.until(GOLD, |event| *event == PublicEvent::ShoeOpened).await;
    }
    assert!(opened.view.beads.is_empty());
    let end = test.end(GOLD).await;
    let cards = end.view.phase.cards();
    assert_eq!(cards, TestHouse::shuffled(2)[8..8 + cards.len()]);
}

#[tokio::test(start_paused = true)]
async fn the_beads_of_a_shoe_stay_known_when_it_is_over() {
    let test = TestHouse::with(GOLD).await;
    let (mut frames, mut beads) = (test.subscribe(GOLD), Vec::new());
    loop {
        let frame = next_frame(&mut frames).await;
        if frame.view.shoe_no == 2 {
            break;
        }
        beads.clone_from(&frame.view.beads);
    }
    assert!(beads.len() > 40, "a whole shoe: {}", beads.len());
    assert_eq!(test.house.beads(GOLD, 1).await.unwrap(), Some(beads));
    assert_eq!(test.house.beads(GOLD, 2).await.unwrap(), Some(vec![]), "it is open and has no round yet");
    assert_eq!(test.house.beads(GOLD, 3).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn the_countdown_is_kept_and_the_time_of_receipt_decides() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let closes_at = test.house.now().plus_ms(15_000);
    tokio::time::advance(std::time::Duration::from_millis(15_050)).await;
    let late = test.place_in(patron, SALON, round, 1, "player 100", closes_at).await;
    assert_eq!(code(&late.unwrap_err()), "betting_closed");
    let in_time = Timestamp(closes_at.0 - 1);
    test.place_in(patron, SALON, round, 2, "player 100", in_time).await.unwrap();

    let closed = test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert_eq!(closed.public.at, closes_at.plus_ms(100), "slips on their way are waited for");
    let gone = test.place_in(patron, SALON, round, 3, "player 100", in_time).await;
    assert_eq!(code(&gone.unwrap_err()), "betting_closed");
}

#[tokio::test(start_paused = true)]
async fn wagers_are_taken_back_and_a_repeat_takes_back_nothing_else() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100 tie 100").await.unwrap();
    let clear = || test.house.clear_wagers(patron, SALON, round, RequestId(9), test.house.now());
    let receipt = clear().await.unwrap();
    assert_eq!((receipt.returned, receipt.repeated), (amount(200), false));
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));

    test.place(patron, SALON, 2, "player 300").await.unwrap();
    let receipt = clear().await.unwrap();
    assert_eq!((receipt.returned, receipt.repeated), (amount(0), true));
    assert_eq!(test.balance(patron).await, GIFT - 300);
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!(written(&view.wagers), "player 300");
}

#[tokio::test(start_paused = true)]
async fn leaving_follows_the_house_rules() {
    for (table, returned) in [(GOLD, 100), (SALON, 0)] {
        let test = TestHouse::with(table).await;
        let (leaves, stays) = (test.guest("Mara").await, test.guest("Noor").await);
        test.betting(table).await;
        test.place(leaves, table, 1, "player 100").await.unwrap();
        test.place(stays, table, 1, "player 100").await.unwrap();
        let receipt = test.house.leave(leaves, table, test.house.now()).await.unwrap();
        assert_eq!(receipt.returned, amount(returned), "{table:?}");
        assert_eq!(test.balance(leaves).await, GIFT - 100 + returned, "{table:?}");
        test.until(table, |event| *event == PublicEvent::BettingClosed).await;
        let receipt = test.house.leave(stays, table, test.house.now()).await.unwrap();
        assert_eq!(receipt.returned, amount(0), "{table:?}: settled and paid, as all documents say");
        test.end(table).await;
        let rounds = test.history(leaves).await;
        assert_eq!(rounds.len(), usize::from(returned == 0), "{table:?}");
        assert_eq!(test.history(stays).await.len(), 1, "{table:?}");
        assert_eq!(test.audit().await, 0, "{table:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_voided_round_gives_every_stake_back_and_the_next_begins() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    test.place(patron, SALON, 1, "player 100 tie 100").await.unwrap();
    test.until(SALON, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    assert_eq!(test.house.void_this_round(SALON, round, ONE).await.unwrap(), round);
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));
    assert!(matches!(
        drain(&mut notices).pop(),
        Some(Notice::RoundVoided { reason: VoidReason::Supervisor, returned, .. }) if returned == amount(200)
    ));
    let again = test.house.void_this_round(SALON, round, ONE).await.unwrap_err();
    assert_eq!(code(&again), "round_not_open");
    let history = test.history(patron).await;
    assert_eq!((history[0].voided, history[0].cards.len()), (Some(amount(200)), 1));
    assert_eq!(test.betting(SALON).await, RoundRef { shoe_no: 1, round_no: 2 });
    let end = test.end(SALON).await;
    assert_eq!(end.view.beads.len(), 1, "the void round is on no road");
    assert!(matches!(&end.view.phase, table::Phase::Settled { end: RoundEnd::Coup(_) }));
}

#[tokio::test(start_paused = true)]
async fn two_tables_run_beside_each_other_for_one_patron() {
    let test = TestHouse::open(default_tables()).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.betting(GOLD).await;
    test.place(patron, GOLD, 2, "banker 200").await.unwrap();
    let used = test.place(patron, GOLD, 1, "banker 200").await.unwrap_err();
    assert_eq!(code(&used), "slip_id_used", "a slip id counts once in the whole house");
    assert_eq!(test.balance(patron).await, GIFT - 300);
    assert_eq!(test.house.tables().len(), default_tables().len());
}
