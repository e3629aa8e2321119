//! Staff who watch the house: onlookers who note every public event, and a bookkeeper who adds up the ledger while the
//! house runs. They change nothing.

use std::sync::Arc;
use std::time::Duration;

use auditor::{Dice, EventId};
use house::Frame;
use table::{PublicEvent, TableId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use crate::sim_house::SimHouse;

/// Notes every public event of a table.
pub(crate) async fn look_on(sim: Arc<SimHouse>, table: TableId) {
    let Some(mut frames) = sim.house.subscribe(table) else { return };
    loop {
        match frames.recv().await {
            Ok(frame) => note_frame(&sim, table, &frame),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn note_frame(sim: &SimHouse, table: TableId, frame: &Frame) {
    let name = match frame.public.event {
        PublicEvent::ShoeOpened => "shoe_opened",
        PublicEvent::CardsBurned { .. } => "cards_burned",
        PublicEvent::BettingOpened => "betting_opened",
        PublicEvent::BettingClosed => "betting_closed",
        PublicEvent::CardDrawn { .. } => "card_drawn",
        PublicEvent::RoundSettled { .. } => "round_settled",
        PublicEvent::RoundVoided { .. } => "round_voided",
        PublicEvent::RoundCorrected { .. } => "round_corrected",
    };
    let id = EventId { table: table.0, seq: frame.public.seq };
    sim.shared.observed().onlookers.observe(id, name);
}

/// Adds up the ledger now and then.
pub(crate) async fn keep_books(sim: Arc<SimHouse>, mut dice: Dice, pause_ms: u64) {
    loop {
        sleep(Duration::from_millis(dice.within(1..=pause_ms))).await;
        let Ok(trial) = sim.house.trial_balance().await else { continue };
        let off = trial.sums.iter().any(|(_, sum)| *sum != 0) || trial.lowest_patron_balance < 0;
        if off {
            let what = format!("the ledger was seen as {trial:?}");
            sim.shared.observed().onlookers.contradictions.push(what);
        }
    }
}
