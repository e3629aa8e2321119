//! Auto: wagers that the house places for a patron in every round, for as many rounds as they chose. It is part of a
//! seat, and ends with it. Each of its slips is judged like one that the patron sends.

use baccarat::{RawWager as JudgedWager, Wagers};
use money::AmountError;

use crate::auto_slips::{Auto, AutoEnd, EndedAuto, number_in};
use crate::auto_stop::RawStopAt;
use crate::command::{RawWager, Slip};
use crate::decision::Decision;
use crate::event::{Event, PlacedWager};
use crate::ids::{PatronId, RequestId, RoundRef, Timestamp};
use crate::limited::{allowed, limited};
use crate::refusal::Refusal;
use crate::round_wagers::PatronWagers;
use crate::settings::SpotLimits;
use crate::state::Table;
use crate::wager::SlipKind;

/// Refuses a slip of Auto that is off, or whose patron, who has `placed` in the round, wagered by hand in it.
pub(crate) fn judge_slip(table: &Table, slip: &Slip, placed: Option<&PatronWagers>) -> Result<(), Refusal> {
    let Some(no) = number_in(slip.slip_id, table.settings.id, slip.round) else { return Ok(()) };
    if table.settings.seating.auto_rounds == 0 {
        return Err(Refusal::AutoOff);
    }
    let is_on = table.auto(slip.patron).is_some_and(|auto| auto.no == no);
    if is_on && placed.is_none() { Ok(()) } else { Err(Refusal::AutoPassed) }
}

/// Decides whether the house places these wagers for a patron. They are judged for the next round that takes wagers,
/// by the limits of a slip. `own`: the patron's range.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub(crate) fn start(
    table: &Table,
    patron: PatronId,
    wagers: &[RawWager],
    (rounds, stop_at, request_id): (u16, RawStopAt, RequestId),
    own: Option<&SpotLimits>,
) -> Result<Decision, Refusal> {
    let seat = table.seat(patron).ok_or(Refusal::NotSeated)?;
    if seat.auto_request == Some(request_id) {
        return Ok(Decision::Duplicate);
    }
    let limit = table.settings.seating.auto_rounds;
    if limit == 0 {
        return Err(Refusal::AutoOff);
    }
    if !(1..=limit).contains(&rounds) {
        return Err(Refusal::AutoRounds { limit });
    }
    let stop_at = stop_at.judge().ok_or(Refusal::AutoStop)?;
    if wagers.is_empty() {
        return Err(Refusal::EmptySlip);
    }
    let stake = |raw: &RawWager| raw.stake.ok_or(AmountError::Negative);
    let raw = wagers.iter().map(|raw| JudgedWager { spot: &raw.spot, stake: stake(raw) });
    let (rules, limit) = (&table.settings.rules, |spot| allowed(table, own, spot));
    let judged = rules.judge(next_round_no(table), raw, &Wagers::new(), limit);
    let wagers = judged.map_err(|no| limited(table, own, no))?;
    let wagers = wagers.iter().map(|wager| PlacedWager::in_cash(wager.spot, wager.stake)).collect();
    Ok(Decision::Accepted(vec![Event::AutoStarted { patron, wagers, rounds, stop_at, request_id }]))
}

/// The number of the next round that takes wagers: after the last round of a shoe, the first of the next shoe.
fn next_round_no(table: &Table) -> u16 {
    if table.open_round().is_none() && table.shoe_is_over() {
        return 1;
    }
    table.next_round_to_wager().round_no
}

/// Decides to place no more wagers for a patron: of Auto `no`, or of any. `refusal` is why a slip of it was refused.
pub(crate) fn stop(table: &Table, patron: PatronId, no: Option<u64>, refusal: Option<String>) -> Decision {
    let auto = table.seat(patron).and_then(|seat| seat.auto.as_ref());
    match auto.filter(|auto| no.is_none_or(|no| no == auto.no)) {
        Some(Auto { rounds_left, .. }) => {
            Decision::Accepted(vec![Event::AutoStopped { patron, rounds_left: *rounds_left, refusal }])
        }
        None => Decision::Duplicate,
    }
}

impl Table {
    /// A patron's Auto, if it is on.
    pub fn auto(&self, patron: PatronId) -> Option<&Auto> {
        self.seat(patron).and_then(|seat| seat.auto.as_ref())
    }

    /// The patrons whose Auto is on, by ascending patron.
    pub fn auto_patrons(&self) -> Vec<PatronId> {
        let seats = self.seats().into_iter().flat_map(super::seats::Seats::iter);
        seats.filter(|(_, seat)| seat.auto.is_some()).map(|(patron, _)| patron).collect()
    }

    /// The slip that Auto places for a patron now, with the number of the Auto; none when it is off, or when betting is
    /// closed. None either in a round in which a slip of theirs was accepted: what they wagered by hand stays theirs.
    pub fn auto_slip(&self, patron: PatronId, now: Timestamp) -> Option<(u64, Slip)> {
        let (auto, round) = (self.auto(patron)?, self.open_round()?);
        if self.wagers.of(patron).is_some() {
            return None;
        }
        let (slip_id, wagers) = (auto.slip_id(self.settings.id, round), RawWager::all(&auto.wagers));
        let slip = Slip::new((patron, slip_id), round, SlipKind::Adds, wagers, now);
        Some((auto.no, slip))
    }

    /// Counts an accepted slip, if Auto placed it. Auto is off after its last round.
    pub(crate) fn count_auto_slip(&mut self, patron: PatronId, slip_id: RequestId) {
        let (table, Some(round)) = (self.settings.id, self.round()) else { return };
        let Some(seat) = self.seats.as_mut().and_then(|seats| seats.of_mut(patron)) else { return };
        let Some(auto) = seat.auto.as_mut().filter(|auto| auto.slip_id(table, round) == slip_id) else {
            return;
        };
        auto.rounds_left = auto.rounds_left.saturating_sub(1);
        if auto.rounds_left == 0 {
            seat.auto = None;
            self.ended_autos.insert(patron, EndedAuto { end: AutoEnd::Played, rounds_left: 0 });
        }
    }

    /// How a patron's Auto of this shoe ended that was the last one, unless they started another or sat down since.
    pub fn ended_auto(&self, patron: PatronId) -> Option<&EndedAuto> {
        self.ended_autos.get(&patron)
    }

    /// Counts by how much a patron's result of a round changed. Auto is off once a stop condition of it is met.
    pub(crate) fn count_result(&mut self, patron: PatronId, round: RoundRef, change: i64) {
        let Some(seat) = self.seats.as_mut().and_then(|seats| seats.of_mut(patron)) else { return };
        let Some(auto) = &mut seat.auto else { return };
        let Some(stop) = &mut auto.stop else { return };
        stop.count(round, change);
        let Some(met) = stop.met() else { return };
        let (end, rounds_left) = (AutoEnd::Stop(met), auto.rounds_left);
        seat.auto = None;
        self.ended_autos.insert(patron, EndedAuto { end, rounds_left });
    }
}
