//! Law: every public event that onlookers saw is on record with the same content: name, date, round, cards and how the
//! round ended. The number of its frame is its place among the public events of its table. Knows no patrons.

use std::collections::BTreeSet;

use crate::coup::Coup;
use crate::event::TableEvent;
use crate::ids::{FrameId, RoundId};
use crate::observations::Observations;
use crate::onlooker::ShownEvent;
use crate::record::{Event, Record};
use crate::round_history::{End, Outcome, RoundHistory};

pub(super) fn check(record: &Record, history: &RoundHistory, observed: Observations<'_>) -> Vec<String> {
    let observed = observed.onlookers;
    let mut flaws = observed.contradictions.clone();
    let (mut round, mut frame, mut stored) =
        (RoundId::default(), FrameId { table: 0, seq: 0 }, BTreeSet::new());
    for event in record.events.iter().filter(|event| is_public(&event.what)) {
        round = round_after(round, event);
        let before = if frame.table == event.id.table { frame.seq } else { 0 };
        frame = FrameId { table: event.id.table, seq: numbered(event, before) };
        if let TableEvent::ShoeOpened { public_seq: Some(counted), .. } = event.what
            && counted != frame.seq
        {
            flaws.push(format!("{} counts as public event {counted}, it is {frame}", event.id));
        }
        stored.insert(frame);
        let Some(shown) = observed.events.get(&frame) else { continue };
        let public = public(event, round, history).map(|public| public.limited_to(shown));
        if public.as_ref() != Some(shown) {
            flaws.push(format!("{frame} was shown as {shown:?}, the store has {public:?} as {}", event.id));
        }
    }
    let lost = observed.events.keys().filter(|id| !stored.contains(id));
    flaws.extend(lost.map(|id| format!("{id} was shown, and is lost")));
    flaws
}

/// The number of the frame of a public event, after that number of frames. A shoe of before public events were counted
/// is numbered by its event.
fn numbered(event: &Event, before: u64) -> u64 {
    match event.what {
        TableEvent::ShoeOpened { public_seq: None, .. } => event.id.seq,
        _ => before + 1,
    }
}

const fn is_public(event: &TableEvent) -> bool {
    use TableEvent::{BettingClosed, BettingOpened, CardDrawn, CardsBurned, CardsRevealed};
    use TableEvent::{RoundCorrected, RoundDrawn, RoundSettled, RoundVoided, ShoeOpened};
    if let TableEvent::Live(live) = event {
        return live.is_public();
    }
    matches!(
        event,
        ShoeOpened { .. }
            | CardsBurned { .. }
            | BettingOpened { .. }
            | BettingClosed { .. }
            | RoundDrawn { .. }
            | CardDrawn { .. }
            | CardsRevealed { .. }
            | RoundSettled { .. }
            | RoundVoided { .. }
            | RoundCorrected { .. }
    )
}

/// The round at the table after an event.
fn round_after(before: RoundId, event: &Event) -> RoundId {
    let same_table = if before.table == event.id.table { before } else { RoundId::default() };
    let round = RoundId { table: event.id.table, ..same_table };
    match &event.what {
        TableEvent::ShoeOpened { shoe_no, .. } => RoundId { shoe_no: *shoe_no, round_no: 0, ..round },
        what => what.begins_round().map_or(round, |round_no| RoundId { round_no, ..round }),
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
        TableEvent::BettingClosed { .. } => Some(of("betting_closed")),
        TableEvent::RoundDrawn { .. } => Some(of("round_drawn")),
        TableEvent::CardDrawn { face_down: true, .. } => {
            Some(ShownEvent { cards: Some(Vec::new()), ..of("card_face_down") })
        }
        TableEvent::CardsRevealed { .. } => Some(of("cards_revealed")),
        TableEvent::CardDrawn { card, .. } => {
            Some(ShownEvent { cards: Some(vec![card.clone()]), ..of("card_drawn") })
        }
        TableEvent::RoundSettled { .. } => ended("round_settled", round),
        TableEvent::RoundVoided { .. } => ended("round_voided", round),
        TableEvent::Live(live) => live.is_public().then(|| of("live")),
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
