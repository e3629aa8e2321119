//! Who watches the house: onlookers who write down what is shown to everybody, and a bookkeeper who adds up the ledger
//! while the house runs.

use std::sync::Arc;
use std::time::Duration;

use house::Frame;
use table::{PublicEvent, TableId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use crate::dice::Dice;
use crate::hall::Hall;

/// Writes down what a table shows to everybody.
pub(crate) async fn look_on(hall: Arc<Hall>, table: TableId) {
    let Some(mut frames) = hall.house.subscribe(table) else { return };
    loop {
        match frames.recv().await {
            Ok(frame) => note_frame(&hall, table, &frame),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn note_frame(hall: &Hall, table: TableId, frame: &Frame) {
    let word = match frame.public.event {
        PublicEvent::ShoeOpened => "shoe_opened",
        PublicEvent::CardsBurned { .. } => "cards_burned",
        PublicEvent::BettingOpened => "betting_opened",
        PublicEvent::BettingClosed => "betting_closed",
        PublicEvent::CardDrawn { .. } => "card_drawn",
        PublicEvent::RoundSettled { .. } => "round_settled",
        PublicEvent::RoundVoided { .. } => "round_voided",
        PublicEvent::RoundCorrected { .. } => "round_corrected",
    };
    let place = (table.0, frame.public.seq);
    let mut notes = hall.memory.notes();
    if let Some(before) = notes.frames.insert(place, word).filter(|before| *before != word) {
        notes.contradictions.push(format!("event {place:?} was shown as {before}, then as {word}"));
    }
}

/// Adds up the ledger at any moment.
pub(crate) async fn keep_books(hall: Arc<Hall>, mut dice: Dice, pause_ms: u64) {
    loop {
        sleep(Duration::from_millis(dice.within(1..=pause_ms))).await;
        let Ok(trial) = hall.house.trial_balance().await else { continue };
        let off = trial.sums.iter().any(|(_, sum)| *sum != 0) || trial.lowest_patron_balance < 0;
        if off {
            hall.memory.notes().contradictions.push(format!("the ledger was seen as {trial:?}"));
        }
    }
}
