//! What an event says of a round: its state after the event, how it ended for each patron, and the slip it accepts.
//! Stores derive their read models from this one projection, and audits compare them with it.

use baccarat::Card;
use money::Amount;
use table::event::SettledSpot;
use table::live::LiveEvent;
use table::{Event, PatronCorrection, PatronId, RequestId, RoundRef};

use crate::progress::TableProgress;

/// The state of a round after an event that changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundState<'a> {
    /// The round; number 0 is the shoe before its first round.
    pub round: RoundRef,
    /// 0 while it is open, 1 once it was settled or voided, more when it was corrected.
    pub revision: u16,
    /// Whether the round does not count.
    pub voided: bool,
    /// Its cards in deal order, up to the first one that lies face down.
    pub cards: &'a [Card],
}

/// The state of a round after this event, if the event changes it. `progress` includes the event.
pub fn round_state<'a>(event: &'a Event, progress: &'a TableProgress) -> Option<RoundState<'a>> {
    let at_hand = |revision, voided| {
        let (round, cards) = (progress.round(), progress.cards());
        RoundState { round, revision, voided, cards }
    };
    Some(match event {
        Event::ShoeOpened { .. }
        | Event::CardsBurned { .. }
        | Event::BettingOpened { .. }
        | Event::CardDrawn { .. }
        | Event::CardsRevealed { .. }
        | Event::Live(LiveEvent::FreeRoundOpened { .. } | LiveEvent::CardAmended { .. }) => at_hand(0, false),
        Event::RoundSettled { revision, .. } => at_hand(*revision, false),
        Event::RoundVoided { .. } => at_hand(1, true),
        Event::RoundCorrected { agreed, .. } => RoundState {
            round: agreed.round,
            revision: agreed.revision,
            voided: agreed.voided().is_some(),
            cards: agreed.cards_after(),
        },
        _ => return None,
    })
}

/// How a round ended for one patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending<'a> {
    /// The patron.
    pub patron: PatronId,
    /// The wagers as settled; empty when voided.
    pub wagers: &'a [SettledSpot],
    /// What came back when the round was voided.
    pub voided: Option<Amount>,
}

/// How the round ended for each patron, if this event ends or corrects it. [`round_state`] says which round.
pub fn endings(event: &Event) -> Vec<Ending<'_>> {
    match event {
        Event::RoundSettled { patrons, .. } => patrons
            .iter()
            .map(|settled| Ending { patron: settled.patron, wagers: &settled.wagers, voided: None })
            .collect(),
        Event::RoundVoided { returned, .. } => returned
            .iter()
            .map(|back| Ending { patron: back.patron, wagers: &[], voided: Some(back.amount) })
            .collect(),
        Event::RoundCorrected { agreed, .. } => {
            let voided = |own: &PatronCorrection| agreed.voided().map(|_| own.staked);
            let ended = agreed.patrons.iter();
            ended.map(|own| Ending { patron: own.patron, wagers: &own.after, voided: voided(own) }).collect()
        }
        _ => Vec::new(),
    }
}

/// The patron who takes all wagers of the round back by this event: by a clear, or by a slip that puts nothing in their
/// place.
pub fn took_all_back(event: &Event) -> Option<PatronId> {
    match event {
        Event::WagersCleared { patron, .. } => Some(*patron),
        Event::SlipAccepted { patron, wagers, .. } if wagers.is_empty() => Some(*patron),
        _ => None,
    }
}

/// The patron and id of the slip that this event accepts, if it accepts one.
pub const fn accepted_slip(event: &Event) -> Option<(PatronId, RequestId)> {
    match event {
        Event::SlipAccepted { patron, slip_id, .. } => Some((*patron, *slip_id)),
        _ => None,
    }
}
