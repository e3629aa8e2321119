//! Law: a slip is accepted only from a patron who has a seat at that moment, seats last from shoe to shoe, and the
//! house wagers for a patron only while Auto is on: what was chosen, first in a round in which the patron made no
//! wager, in no more rounds than were chosen, and in none once its results meet a stop condition.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Auto, CarriedSeat, RoundNo, Stop, StopAt, TableEvent, Wager};
use crate::ids::RoundId;
use crate::live_event::LiveEvent;
use crate::record::{Event, Record};

/// What is kept for each patron who has a seat.
type Seats = BTreeMap<u32, Option<Auto>>;

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        let mut walk = Walk::default();
        for event in events {
            flaws.extend(walk.step(event).map(|what| format!("{}: {what}", event.id)));
        }
    }
    flaws
}

/// Who sits at a table.
#[derive(Default)]
struct Walk {
    round: RoundId,
    /// Whether the round takes wagers.
    open: bool,
    /// None as long as the log knows no seats: it began before there were any.
    seats: Option<Seats>,
    /// Of whom a slip was accepted in the round, also if its wagers were taken back.
    wagered: BTreeSet<u32>,
}

impl Walk {
    /// Goes on by one event; answers with what is wrong with it.
    fn step(&mut self, event: &Event) -> Option<String> {
        match &event.what {
            TableEvent::ShoeOpened { shoe_no, seats, .. } => {
                self.round = RoundId { table: event.id.table, shoe_no: *shoe_no, round_no: 0 };
                return self.carry_on(seats.as_deref());
            }
            TableEvent::BettingOpened { round_no, .. } => {
                (self.round.round_no, self.open) = (*round_no, true);
                self.wagered.clear();
            }
            TableEvent::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => {
                self.round.round_no = *round_no;
                self.wagered.clear();
            }
            TableEvent::BettingClosed { .. } | TableEvent::RoundVoided { .. } => self.open = false,
            TableEvent::RoundSettled { patrons, .. } => {
                let RoundId { shoe_no, round_no, .. } = self.round;
                for own in patrons {
                    let net = own.wagers.iter().map(|line| line.payout - line.stake).sum();
                    self.count(own.patron, RoundNo { shoe_no, round_no }, net);
                }
            }
            TableEvent::RoundCorrected { agreed, .. } => {
                for own in &agreed.patrons {
                    self.count(own.patron, agreed.round, own.difference());
                }
            }
            TableEvent::SeatTaken { patron } => {
                let taken = self.seats.get_or_insert_default().insert(*patron, None);
                return taken.map(|_| format!("patron {patron} had a seat"));
            }
            TableEvent::SeatLeft { patron, .. } => {
                let left = self.seats.get_or_insert_default().remove(patron);
                return left.is_none().then(|| format!("patron {patron} had no seat to leave"));
            }
            TableEvent::AutoStarted { patron, wagers, rounds, stop_at, .. } => {
                let (no, wagers, rounds_left) = (event.id.seq, wagers.clone(), *rounds);
                let stop = self.stop(*stop_at);
                let Some(auto) = self.auto(*patron) else {
                    return Some(format!("patron {patron} has Auto without a seat"));
                };
                *auto = Some(Auto { no, wagers, rounds_left, stop });
            }
            TableEvent::AutoStopped { patron, rounds_left, .. } => {
                let left = self.auto(*patron).and_then(Option::take).map(|auto| auto.rounds_left);
                return (left != Some(*rounds_left)).then(|| {
                    format!("{left:?} rounds of Auto of patron {patron} were left, not {rounds_left}")
                });
            }
            TableEvent::SlipAccepted { patron, slip_id, wagers, .. } => {
                return self.slip(*patron, slip_id, wagers);
            }
            _ => {}
        }
        None
    }

    /// The stop conditions of an Auto that is started now. Rounds count that can still be wagered on.
    fn stop(&self, at: StopAt) -> Option<Stop> {
        let RoundId { shoe_no, round_no, .. } = self.round;
        let round_no = if self.open { round_no } else { round_no + 1 };
        let from = RoundNo { shoe_no, round_no };
        (at != StopAt::default()).then_some(Stop { at, from, net: 0 })
    }

    /// Counts by how much a result of a patron changed; Auto is off once that meets a stop condition.
    fn count(&mut self, patron: u32, round: RoundNo, change: i64) {
        let Some(auto) = self.auto(patron) else { return };
        let Some(stop) = auto.as_mut().and_then(|own| own.stop.as_mut()) else { return };
        if round < stop.from {
            return;
        }
        stop.net += change;
        let Stop { at: StopAt { loss, win }, net, .. } = *stop;
        if loss.is_some_and(|loss| net <= -loss) || win.is_some_and(|win| net >= win) {
            *auto = None;
        }
    }

    /// A shoe carries on who sits there.
    fn carry_on(&mut self, carried: Option<&[CarriedSeat]>) -> Option<String> {
        let carried: Option<Seats> =
            carried.map(|seats| seats.iter().map(|own| (own.patron, own.auto.clone())).collect());
        let known = self.seats.take();
        let wrong = known.is_some() && known != carried;
        let what = wrong.then(|| format!("{known:?} sat there, the shoe carries on {carried:?}"));
        self.seats = carried;
        what
    }

    fn auto(&mut self, patron: u32) -> Option<&mut Option<Auto>> {
        self.seats.as_mut().and_then(|seats| seats.get_mut(&patron))
    }

    fn slip(&mut self, patron: u32, id: &str, wagers: &[Wager]) -> Option<String> {
        self.seats.as_ref()?;
        let (round, is_first) = (self.round, self.wagered.insert(patron));
        let Some(auto) = self.auto(patron) else {
            return Some(format!("a slip of patron {patron} was accepted without a seat"));
        };
        if !round.is_auto(id) {
            return None;
        }
        let Some(own) = auto else {
            return Some(format!("Auto of patron {patron} is off, and placed slip {id}"));
        };
        if !is_first {
            return Some(format!("Auto placed slip {id} after another of patron {patron} in the round"));
        }
        let stakes = |wagers: &[Wager]| {
            let mut stakes: Vec<_> = wagers.iter().map(|own| (own.spot.clone(), own.stake)).collect();
            stakes.sort();
            stakes
        };
        if id != round.auto_slip(own.no) || stakes(wagers) != stakes(&own.wagers) {
            return Some(format!("slip {id} of patron {patron} with {wagers:?} is not of {own:?}"));
        }
        own.rounds_left = own.rounds_left.saturating_sub(1);
        if own.rounds_left == 0 {
            *auto = None;
        }
        None
    }
}
