//! Law: every public event that onlookers saw is on record, under the same number and with the same content: name,
//! date, round, cards and how the round ended. Knows no patrons.

use crate::coup::Coup;
use crate::event::TableEvent;
use crate::ids::RoundId;
use crate::observations::Observations;
use crate::onlooker::ShownEvent;
use crate::record::{Event, Record};
use crate::round_history::{End, Outcome, RoundHistory};

pub(super) fn check(record: &Record, history: &RoundHistory, observed: Observations<'_>) -> Vec<String> {
    let observed = observed.onlookers;
    let mut flaws = observed.contradictions.clone();
    let lost = observed.events.keys().filter(|id| record.event(**id).is_none());
    flaws.extend(lost.map(|id| format!("{id} was shown, and is lost")));
    let mut round = RoundId::default();
    for event in &record.events {
        round = round_after(round, event);
        let Some(shown) = observed.events.get(&event.id) else { continue };
        let stored = public(event, round, history).map(|stored| stored.limited_to(shown));
        if stored.as_ref() != Some(shown) {
            flaws.push(format!("{} was shown as {shown:?}, the store has {stored:?}", event.id));
        }
    }
    flaws
}

/// The round at the table after an event.
fn round_after(before: RoundId, event: &Event) -> RoundId {
    let same_table = if before.table == event.id.table { before } else { RoundId::default() };
    let round = RoundId { table: event.id.table, ..same_table };
    match &event.what {
        TableEvent::ShoeOpened { shoe_no, .. } => RoundId { shoe_no: *shoe_no, round_no: 0, ..round },
        TableEvent::BettingOpened { round_no, .. } => RoundId { round_no: *round_no, ..round },
        _ => round,
    }
}

/// What everybody may see of an event; none if it is private.
fn public(event: &Event, round: RoundId, history: &RoundHistory) -> Option<ShownEvent> {
    let of = |name| ShownEvent { name, at: event.at, round: Some(round), ..ShownEvent::default() };
    let ended = |name, id: RoundId| {
        let ends = history.rounds.get(&id).into_iter().flat_map(|round| (1..).zip(&round.ends));
        let (revision, end) = ends.into_iter().find(|(_, end)| end.event == event.id)?;
        let cards = Some(end.cards.clone());
        Some(ShownEvent { round: Some(id), revision: Some(revision), cards, end: how(end), ..of(name) })
    };
    match &event.what {
        TableEvent::ShoeOpened { .. } => Some(of("shoe_opened")),
        TableEvent::CardsBurned { first, .. } => {
            Some(ShownEvent { cards: Some(first.iter().cloned().collect()), ..of("cards_burned") })
        }
        TableEvent::BettingOpened { .. } => Some(of("betting_opened")),
        TableEvent::BettingClosed => Some(of("betting_closed")),
        TableEvent::CardDrawn { card } => {
            Some(ShownEvent { cards: Some(vec![card.clone()]), ..of("card_drawn") })
        }
        TableEvent::RoundSettled { .. } => ended("round_settled", round),
        TableEvent::RoundVoided { .. } => ended("round_voided", round),
        TableEvent::RoundCorrected { agreed, .. } => ended("round_corrected", agreed.round.at(round.table)),
        _ => None,
    }
}

/// How a round ended, as onlookers are shown it.
fn how(end: &End) -> Option<String> {
    match &end.outcome {
        Outcome::Voided { reason, .. } => Some(reason.clone()),
        Outcome::Settled(_) => Coup::of(&end.cards).ok().map(|coup| coup.outcome().to_owned()),
    }
}

impl ShownEvent {
    /// This event without what was not shown of it.
    fn limited_to(self, shown: &Self) -> Self {
        Self {
            round: self.round.filter(|_| shown.round.is_some()),
            revision: self.revision.filter(|_| shown.revision.is_some()),
            cards: self.cards.filter(|_| shown.cards.is_some()),
            end: self.end.filter(|_| shown.end.is_some()),
            ..self
        }
    }
}
