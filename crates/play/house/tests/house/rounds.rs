//! Rounds that are played from the first wager to the last minor unit.

use punto_house::{Frame, Notice};
use table::event::{SettledSpot, VoidReason};
use table::{PublicEvent, RequestId, RoundEnd, RoundRef, Timestamp};
use tokio::sync::broadcast;

use crate::corrections::ONE;
use crate::hall::{GIFT, GOLD, Hall, SALON, amount, code, told, written};

/// The cards on the table, as people write them.
fn cards(frame: &Frame) -> String {
    frame.view.phase.cards().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The settlement that was told last, `spot stake payout` a wager, then all stakes and all payouts.
fn settlement(notices: &mut broadcast::Receiver<Notice>) -> (Vec<String>, u64, u64) {
    match told(notices).pop() {
        Some(Notice::RoundSettled { wagers, staked, paid, revision: 1, .. }) => {
            let line = |w: &SettledSpot| format!("{} {} {}", w.spot.id(), w.stake, w.payout);
            (wagers.iter().map(line).collect(), staked.minor(), paid.minor())
        }
        _ => (Vec::new(), 0, 0),
    }
}

#[tokio::test(start_paused = true)]
async fn rounds_are_dealt_and_paid_to_the_minor_unit() {
    let hall = Hall::with(SALON).await;
    let patron = hall.guest("Mara").await;
    let mut notices = hall.house.notices(patron);
    let round = hall.betting(SALON).await;
    assert_eq!(round, RoundRef { shoe_no: 1, round_no: 1 });

    let receipt = hall.place(patron, SALON, 1, "player 10101 banker 20303 tie 1000").await.unwrap();
    assert_eq!((receipt.round, receipt.repeated, receipt.staked), (round, false, amount(31_404)));
    let receipt = hall.place(patron, SALON, 2, "banker 100 small 500 big 700").await.unwrap();
    assert_eq!(written(&receipt.standing), "player 10101 banker 20403 tie 1000 small 500 big 700");
    assert_eq!(hall.balance(patron).await, GIFT - 32_704);
    assert_eq!(hall.audit().await, 6, "a hold for each wager of each slip");

    // The shuffle of seed 1 turns over Th and burns ten; Player's eight beats Banker's seven.
    assert_eq!(cards(&*hall.end(SALON).await), "As 4c 9s 3c 8s");
    let lines = ["player 10101 20202", "banker 20403 0", "tie 1000 0", "small 500 0", "big 700 1050"];
    assert_eq!(settlement(&mut notices), (lines.map(str::to_owned).to_vec(), 32_704, 21_252));
    assert_eq!((hall.audit().await, hall.balance(patron).await), (0, GIFT - 32_704 + 21_252));

    // Then a natural nine for Banker, paid 0.95 to one and rounded down.
    hall.betting(SALON).await;
    hall.place(patron, SALON, 3, "banker 20403 small 500 player 10101").await.unwrap();
    assert_eq!(cards(&*hall.end(SALON).await), "3h 9d Td Td");
    let lines = ["banker 20403 39785", "small 500 1250", "player 10101 0"];
    assert_eq!(settlement(&mut notices), (lines.map(str::to_owned).to_vec(), 31_004, 41_035));
    assert_eq!(hall.balance(patron).await, GIFT - 32_704 + 21_252 - 31_004 + 41_035);
    assert_eq!(hall.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn the_cards_are_those_of_the_shuffle_after_the_burned_ones() {
    let hall = Hall::with(GOLD).await;
    hall.betting(GOLD).await;
    let end = hall.end(GOLD).await;
    let cards = end.view.phase.cards();
    assert_eq!(cards, Hall::shuffled(1)[8..8 + cards.len()], "document 002 burns eight");
    assert_eq!(usize::from(end.view.cards_left), 416 - 8 - cards.len());
}

#[tokio::test(start_paused = true)]
async fn a_shoe_ends_and_the_next_is_shuffled_anew() {
    let hall = Hall::with(GOLD).await;
    let mut opened = hall.until(GOLD, |event| *event == PublicEvent::ShoeOpened).await;
    while opened.view.shoe_no != 2 {
        opened = hall.until(GOLD, |event| *event == PublicEvent::ShoeOpened).await;
    }
    assert!(opened.view.beads.is_empty() && opened.roads.beads().is_empty());
    let end = hall.end(GOLD).await;
    let cards = end.view.phase.cards();
    assert_eq!(cards, Hall::shuffled(2)[8..8 + cards.len()]);
}

#[tokio::test(start_paused = true)]
async fn the_countdown_is_kept_and_the_time_of_receipt_decides() {
    let hall = Hall::with(SALON).await;
    let patron = hall.guest("Mara").await;
    let round = hall.betting(SALON).await;
    let closes_at = hall.house.now().plus_ms(15_000);
    tokio::time::advance(std::time::Duration::from_millis(15_050)).await;
    let late = hall.place_in(patron, SALON, round, 1, "player 100", closes_at).await;
    assert_eq!(code(&late.unwrap_err()), "betting_closed");
    let in_time = Timestamp(closes_at.0 - 1);
    hall.place_in(patron, SALON, round, 2, "player 100", in_time).await.unwrap();

    let closed = hall.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert_eq!(closed.public.at, closes_at.plus_ms(100), "slips on their way are waited for");
    let gone = hall.place_in(patron, SALON, round, 3, "player 100", in_time).await;
    assert_eq!(code(&gone.unwrap_err()), "betting_closed");
}

#[tokio::test(start_paused = true)]
async fn wagers_are_taken_back_and_a_repeat_takes_back_nothing_else() {
    let hall = Hall::with(SALON).await;
    let patron = hall.guest("Mara").await;
    let round = hall.betting(SALON).await;
    hall.place(patron, SALON, 1, "player 100 tie 100").await.unwrap();
    let clear = || hall.house.clear_wagers(patron, SALON, round, RequestId(9), hall.house.now());
    let receipt = clear().await.unwrap();
    assert_eq!((receipt.returned, receipt.repeated), (amount(200), false));
    assert_eq!((hall.balance(patron).await, hall.audit().await), (GIFT, 0));

    hall.place(patron, SALON, 2, "player 300").await.unwrap();
    let receipt = clear().await.unwrap();
    assert_eq!((receipt.returned, receipt.repeated), (amount(0), true));
    assert_eq!(hall.balance(patron).await, GIFT - 300);
    let view = hall.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!(written(&view.wagers), "player 300");
}

#[tokio::test(start_paused = true)]
async fn leaving_follows_the_house_rules() {
    for (table, returned) in [(GOLD, 100), (SALON, 0)] {
        let hall = Hall::with(table).await;
        let (leaves, stays) = (hall.guest("Mara").await, hall.guest("Noor").await);
        hall.betting(table).await;
        hall.place(leaves, table, 1, "player 100").await.unwrap();
        hall.place(stays, table, 1, "player 100").await.unwrap();
        let receipt = hall.house.leave(leaves, table, hall.house.now()).await.unwrap();
        assert_eq!(receipt.returned, amount(returned), "{table:?}");
        assert_eq!(hall.balance(leaves).await, GIFT - 100 + returned, "{table:?}");
        hall.until(table, |event| *event == PublicEvent::BettingClosed).await;
        let receipt = hall.house.leave(stays, table, hall.house.now()).await.unwrap();
        assert_eq!(receipt.returned, amount(0), "{table:?}: settled and paid, as all documents say");
        hall.end(table).await;
        let rounds = hall.house.history(leaves, None, 10).await.unwrap();
        assert_eq!(rounds.len(), usize::from(returned == 0), "{table:?}");
        assert_eq!(hall.house.history(stays, None, 10).await.unwrap().len(), 1, "{table:?}");
        assert_eq!(hall.audit().await, 0, "{table:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_voided_round_gives_every_stake_back_and_the_next_begins() {
    let hall = Hall::with(SALON).await;
    let patron = hall.guest("Mara").await;
    let mut notices = hall.house.notices(patron);
    let round = hall.betting(SALON).await;
    hall.place(patron, SALON, 1, "player 100 tie 100").await.unwrap();
    hall.until(SALON, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    assert_eq!(hall.house.void_this_round(SALON, round, ONE).await.unwrap(), round);
    assert_eq!((hall.balance(patron).await, hall.audit().await), (GIFT, 0));
    assert!(matches!(
        told(&mut notices).pop(),
        Some(Notice::RoundVoided { reason: VoidReason::Supervisor, returned, .. }) if returned == amount(200)
    ));
    let again = hall.house.void_this_round(SALON, round, ONE).await.unwrap_err();
    assert_eq!(code(&again), "round_not_open");
    let history = hall.house.history(patron, None, 10).await.unwrap();
    assert_eq!((history[0].voided, history[0].cards.len()), (Some(amount(200)), 1));
    assert_eq!(hall.betting(SALON).await, RoundRef { shoe_no: 1, round_no: 2 });
    let end = hall.end(SALON).await;
    assert_eq!(end.view.beads.len(), 1, "the void round is on no road");
    assert!(matches!(&end.view.phase, table::Phase::Settled { end: RoundEnd::Coup(_) }));
}

#[tokio::test(start_paused = true)]
async fn two_tables_run_beside_each_other_for_one_patron() {
    let hall = Hall::open(punto_house::default_tables()).await;
    let patron = hall.guest("Mara").await;
    hall.betting(SALON).await;
    hall.place(patron, SALON, 1, "player 100").await.unwrap();
    hall.betting(GOLD).await;
    hall.place(patron, GOLD, 2, "banker 200").await.unwrap();
    let used = hall.place(patron, GOLD, 1, "banker 200").await.unwrap_err();
    assert_eq!(code(&used), "slip_id_used", "a slip id counts once in the whole house");
    assert_eq!(hall.balance(patron).await, GIFT - 300);
    assert_eq!(hall.house.tables().len(), 2);
}
