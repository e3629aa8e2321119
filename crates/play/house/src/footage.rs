//! Which part of a table's recording shows a round, and where in it something happened: from the times of the round's
//! events alone. Knows no recording.

use std::ops::Range;

use baccarat::Card;
use table::event::Event;
use table::live::FindingCode;
use table::{LiveEvent, RecordedEvent, RoundRef, TableId, Timestamp};

use crate::answer::Failure;
use crate::house::House;

/// How long before a round its part begins, in milliseconds.
const BEFORE_MS: i64 = 5_000;
/// How long after its end the part ends.
const AFTER_MS: i64 = 10_000;

/// The part of a recording that shows a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footage {
    /// When it begins.
    pub from: Timestamp,
    /// When it ends; none while the round is under way.
    pub to: Option<Timestamp>,
    /// What happened in it, in order.
    pub marks: Vec<Mark>,
}

/// A moment of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub at: Timestamp,
    /// What.
    pub what: Moment,
}

/// What happened at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Betting opened, or a round without wagers began.
    Opened,
    /// Betting closed.
    Closed,
    /// A card was drawn, as the table took it.
    Card(Card),
    /// Something was wrong.
    Finding(FindingCode),
    /// The round was settled.
    Settled,
    /// The round was voided.
    Voided,
}

impl Moment {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Closed => "closed",
            Self::Card(_) => "card",
            Self::Finding(_) => "finding",
            Self::Settled => "settled",
            Self::Voided => "voided",
        }
    }
}

impl Footage {
    /// When the first and the last card were drawn; none in a round without cards.
    pub fn cards_from_to(&self) -> Option<(Timestamp, Timestamp)> {
        let mut cards = self.cards();
        let first = cards.next()?;
        Some((first, cards.next_back().unwrap_or(first)))
    }

    /// Whether a card was drawn in this time.
    pub fn has_card_within(&self, time: Range<Timestamp>) -> bool {
        self.cards().any(|at| time.contains(&at))
    }

    fn cards(&self) -> impl DoubleEndedIterator<Item = Timestamp> {
        self.marks.iter().filter(|mark| matches!(mark.what, Moment::Card(_))).map(|mark| mark.at)
    }

    /// The part that shows the round of these events; none where no round begins. What was corrected later shows
    /// nothing.
    pub fn of(events: &[RecordedEvent]) -> Option<Self> {
        let mut marks: Vec<Mark> = Vec::new();
        let ends = |event: &Event| matches!(event, Event::RoundSettled { .. } | Event::RoundVoided { .. });
        let is_over = events.iter().any(|recorded| ends(&recorded.event));
        for RecordedEvent { at, event, .. } in events {
            let what = match event {
                Event::BettingOpened { .. } | Event::Live(LiveEvent::FreeRoundOpened { .. }) => {
                    Moment::Opened
                }
                Event::BettingClosed { .. } => Moment::Closed,
                // It may still lie so: nobody learns it before the round is over.
                Event::CardDrawn { face_down: true, .. } if !is_over => continue,
                Event::CardDrawn { card, .. } => Moment::Card(*card),
                Event::Live(LiveEvent::FindingRaised { code, .. }) => Moment::Finding(*code),
                Event::RoundSettled { revision: 1, .. } => Moment::Settled,
                Event::RoundVoided { .. } => Moment::Voided,
                _ => continue,
            };
            marks.push(Mark { at: *at, what });
        }
        let opened = marks.iter().position(|mark| mark.what == Moment::Opened)?;
        let marks = marks.split_off(opened);
        let from = marks.first()?.at;
        let ended = marks.iter().find(|mark| matches!(mark.what, Moment::Settled | Moment::Voided));
        let to = ended.map(|mark| Timestamp(mark.at.0.saturating_add(AFTER_MS)));
        Some(Self { from: Timestamp(from.0.saturating_sub(BEFORE_MS)), to, marks })
    }
}

impl House {
    /// The part of the recording of a table that shows a round; none when there is no such round.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn footage(&self, table: TableId, round: RoundRef) -> Result<Option<Footage>, Failure> {
        Ok(Footage::of(&self.context.store.round_events(table, round).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seq: u64, at: i64, event: Event) -> RecordedEvent {
        RecordedEvent { seq, at: Timestamp(at), event }
    }

    fn drawn(text: &str) -> Event {
        serde_json::from_str(&format!(r#"{{"type":"card_drawn","card":"{text}"}}"#)).unwrap()
    }

    #[test]
    fn a_round_is_shown_from_before_its_betting_to_after_its_end() {
        let opened = Event::BettingOpened { round_no: 1, closes_at: Timestamp(30_000) };
        let settled = Event::RoundSettled { revision: 1, patrons: Vec::new() };
        let closed = Event::BettingClosed { wagers: None, draw: None, squeeze: None };
        let mut events = vec![at(1, 10_000, opened), at(2, 30_500, closed), at(3, 32_000, drawn("9h"))];
        let under_way = Footage::of(&events).unwrap();
        assert_eq!((under_way.from, under_way.to), (Timestamp(5_000), None));
        events.push(at(4, 40_000, settled));
        let footage = Footage::of(&events).unwrap();
        assert_eq!((footage.from, footage.to), (Timestamp(5_000), Some(Timestamp(50_000))));
        let marks: Vec<_> = footage.marks.iter().map(|mark| (mark.at.0, mark.what.id())).collect();
        assert_eq!(marks, [(10_000, "opened"), (30_500, "closed"), (32_000, "card"), (40_000, "settled")]);
    }

    #[test]
    fn a_card_that_fell_face_down_has_no_mark_before_the_round_is_over() {
        let down = r#"{"type":"card_drawn","card":"Kd","face_down":true}"#;
        let opened = Event::BettingOpened { round_no: 1, closes_at: Timestamp(30_000) };
        let mut events = vec![
            at(1, 10_000, opened),
            at(2, 31_000, drawn("9h")),
            at(3, 32_000, serde_json::from_str(down).unwrap()),
        ];
        let marked = |events: &[RecordedEvent]| {
            let marks = Footage::of(events).unwrap().marks;
            marks.iter().filter(|mark| matches!(mark.what, Moment::Card(_))).count()
        };
        assert_eq!(marked(&events), 1);
        events.push(at(4, 40_000, Event::RoundSettled { revision: 1, patrons: Vec::new() }));
        assert_eq!(marked(&events), 2);
    }

    #[test]
    fn what_is_no_round_is_not_shown() {
        assert_eq!(Footage::of(&[]), None);
        assert_eq!(Footage::of(&[at(1, 5, drawn("9h"))]), None);
    }
}
