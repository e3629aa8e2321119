//! Staff who watch the house: onlookers who note every public event, and a bookkeeper who adds up the ledger while the
//! house runs. They change nothing.

use std::sync::Arc;
use std::time::Duration;

use auditor::{Dice, FrameId, ShownEvent};
use baccarat::{Card, Coup, Outcome};
use house::Frame;
use table::event::VoidReason;
use table::{PublicEvent, RoundEnd, Settings, TableId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use crate::sim_house::{SimHouse, round_id};

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
    let ends =
        matches!(frame.public.event, PublicEvent::RoundSettled { .. } | PublicEvent::RoundVoided { .. });
    let is_live = |own: &&Settings| own.id == table && own.dealer.scanner().is_some();
    if ends && sim.tables.iter().any(|own| is_live(&own)) {
        sim.shared.count_round();
    }
    let id = FrameId { table: table.0, seq: frame.public.seq };
    sim.shared.observed().onlookers.observe(id, shown(table, frame));
}

/// A frame as onlookers are shown it. The round is that of the view beside the event.
fn shown(table: TableId, frame: &Frame) -> ShownEvent {
    let round = frame.view.round.map(|round| round_id(table, round));
    let of = |name| ShownEvent { name, at: frame.public.at.0, ..ShownEvent::default() };
    let words = |cards: &mut dyn Iterator<Item = Card>| Some(cards.map(|card| card.to_string()).collect());
    let settled = |coup: &Coup| ShownEvent {
        cards: words(&mut coup.cards().into_iter()),
        end: Some(side(coup.outcome()).to_owned()),
        ..ShownEvent::default()
    };
    match &frame.public.event {
        PublicEvent::ShoeOpened => of("shoe_opened"),
        PublicEvent::CardsBurned { first, .. } => {
            ShownEvent { cards: words(&mut first.iter().copied()), ..of("cards_burned") }
        }
        PublicEvent::BettingOpened => ShownEvent { round, ..of("betting_opened") },
        PublicEvent::BettingClosed => ShownEvent { round, ..of("betting_closed") },
        PublicEvent::RoundDrawn { .. } => ShownEvent { round, ..of("round_drawn") },
        PublicEvent::CardDrawn { card, .. } => {
            ShownEvent { round, cards: words(&mut std::iter::once(*card)), ..of("card_drawn") }
        }
        PublicEvent::CardFaceDown { .. } => {
            // What everybody sees of it: nothing.
            let lying = frame.view.cards.last().and_then(|shown| shown.card);
            ShownEvent { round, cards: words(&mut lying.into_iter()), ..of("card_face_down") }
        }
        PublicEvent::CardsRevealed { .. } => ShownEvent { round, ..of("cards_revealed") },
        PublicEvent::RoundSettled { coup } => {
            let ShownEvent { cards, end, .. } = settled(coup);
            ShownEvent { round, cards, end, ..of("round_settled") }
        }
        PublicEvent::RoundVoided { reason } => ShownEvent { round, end: word(*reason), ..of("round_voided") },
        PublicEvent::RoundCorrected { round, revision, end } => {
            let (round, revision) = (Some(round_id(table, *round)), Some(*revision));
            let ShownEvent { cards, end, .. } = match end {
                RoundEnd::Coup(coup) => settled(coup),
                RoundEnd::Void { reason, cards } => ShownEvent {
                    cards: words(&mut cards.iter().copied()),
                    end: word(*reason),
                    ..ShownEvent::default()
                },
            };
            ShownEvent { round, revision, cards, end, ..of("round_corrected") }
        }
        PublicEvent::Live(_) => ShownEvent { round, ..of("live") },
    }
}

const fn side(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "player",
        Outcome::Banker => "banker",
        Outcome::Tie => "tie",
    }
}

/// A reason in the word that it is stored as.
fn word(reason: VoidReason) -> Option<String> {
    serde_json::to_value(reason).ok()?.as_str().map(str::to_owned)
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
