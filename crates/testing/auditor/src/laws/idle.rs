//! Law: a patron who had no wager in as many settled rounds in a row as the table allows has no seat in the next round,
//! and nobody is unseated for that sooner. Counts the rounds itself, over shoes and restarts.

use std::collections::BTreeMap;

use super::in_force::InForce;
use super::standing::Standing;
use crate::event::{CarriedSeat, TableEvent};
use crate::live_event::LiveEvent;
use crate::record::{Event, Record};

pub(super) fn check(record: &Record, in_force: &InForce<'_>) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        let mut walk = Walk::default();
        for event in events {
            let wrong = walk.step(event, in_force);
            flaws.extend(wrong.into_iter().map(|what| format!("{}: {what}", event.id)));
        }
    }
    flaws
}

/// The seats of a table.
#[derive(Default)]
struct Walk {
    standing: Standing,
    is_betting: bool,
    is_under_way: bool,
    /// Whether the round has no wagers, so that nobody is idle in it.
    is_free: bool,
    /// For each patron with a seat: in how many rounds they had no wager. None until they may wager.
    idle: BTreeMap<u32, Option<u16>>,
}

impl Walk {
    /// Goes on by one event; answers with what is wrong with it.
    fn step(&mut self, event: &Event, in_force: &InForce<'_>) -> Vec<String> {
        let mut flaws = Vec::new();
        let known = in_force.at(event.id.table, event.at);
        // Whether a patron who was idle for so many rounds must, or must not, be unseated by each known setup.
        let always = |rounds: u16| {
            let is_over = |limit: u16| limit > 0 && rounds >= limit;
            !known.is_empty() && known.iter().all(|own| is_over(own.terms.seating.idle_limit))
        };
        let never = |rounds: u16| {
            let is_below = |limit: u16| limit == 0 || rounds < limit;
            !known.is_empty() && known.iter().all(|own| is_below(own.terms.seating.idle_limit))
        };
        self.standing.follow(&event.what);
        match &event.what {
            TableEvent::ShoeOpened { seats, .. } => {
                flaws.extend(self.overdue(always));
                flaws.extend(self.carry_on(seats.as_deref().unwrap_or_default()));
            }
            TableEvent::BettingOpened { .. } => {
                flaws.extend(self.overdue(always));
                (self.is_betting, self.is_under_way) = (true, true);
                self.idle.values_mut().for_each(|rounds| _ = rounds.get_or_insert(0));
            }
            TableEvent::Live(LiveEvent::FreeRoundOpened { .. }) => {
                (self.is_under_way, self.is_free) = (true, true);
            }
            TableEvent::BettingClosed { .. } => self.is_betting = false,
            TableEvent::SeatTaken { patron } => {
                // A round whose betting is over does not count.
                let counts = self.is_betting || !self.is_under_way;
                self.idle.insert(*patron, counts.then_some(0));
            }
            TableEvent::SeatLeft { patron, reason } => {
                let rounds = self.idle.remove(patron).flatten().unwrap_or_default();
                if reason == "idle" && never(rounds) {
                    flaws.push(format!("patron {patron} is unseated after {rounds} rounds without a wager"));
                }
            }
            TableEvent::RoundSettled { .. } if self.is_free => {
                (self.is_under_way, self.is_free) = (false, false);
            }
            TableEvent::RoundSettled { .. } => {
                (self.is_betting, self.is_under_way) = (false, false);
                for (patron, rounds) in &mut self.idle {
                    *rounds = match *rounds {
                        _ if self.standing.is_at_risk(*patron) => Some(0),
                        Some(rounds) => Some(rounds.saturating_add(1)),
                        None => Some(0),
                    };
                }
            }
            TableEvent::RoundVoided { .. } => {
                (self.is_betting, self.is_under_way, self.is_free) = (false, false, false);
                self.idle.values_mut().for_each(|rounds| _ = rounds.get_or_insert(0));
            }
            _ => {}
        }
        flaws
    }

    /// Who still has a seat and must not.
    fn overdue(&self, always: impl Fn(u16) -> bool) -> Option<String> {
        let rounds = |rounds: &Option<u16>| rounds.unwrap_or_default();
        let (patron, idle) = self.idle.iter().find(|(_, idle)| always(rounds(idle)))?;
        Some(format!("patron {patron} made no wager in {} rounds, and keeps the seat", rounds(idle)))
    }

    /// A shoe carries on how long each patron made no wager.
    fn carry_on(&mut self, carried: &[CarriedSeat]) -> Option<String> {
        let known = std::mem::take(&mut self.idle);
        self.idle = carried.iter().map(|own| (own.patron, Some(own.idle_rounds))).collect();
        (self.is_betting, self.is_under_way) = (false, false);
        let wrong = known.iter().find(|(patron, rounds)| {
            self.idle.get(*patron).is_some_and(|now| now.unwrap_or_default() != rounds.unwrap_or_default())
        });
        wrong.map(|(patron, rounds)| {
            format!("patron {patron} made no wager in {rounds:?} rounds, the shoe carries on {:?}", self.idle)
        })
    }
}
