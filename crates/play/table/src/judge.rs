//! Judging a slip: the round, the time, the seat, the house rules, the limits, the table's exposure, in this order.

use baccarat::{BySide, RawWager, Side, Wagers};
use money::{Amount, AmountError, Stake};

use crate::command::Slip;
use crate::decision::Decision;
use crate::event::{Event, PlacedWager};
use crate::ids::{RoundRef, Timestamp};
use crate::phase::Phase;
use crate::refusal::Refusal;
use crate::round_wagers::{PatronWagers, side_of, spot_of};
use crate::state::Table;

/// How many slips are taken from one patron in one round.
pub const SLIPS_A_ROUND: u16 = 500;

/// What slips of other patrons that are decided but not yet part of the table add to each side, in minor
/// units. They may still come to nothing, so a slip is never judged as if they made room for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead(BySide<u128>);

impl Ahead {
    /// Counts the wagers of one more slip.
    pub fn count(&mut self, wagers: &[PlacedWager]) {
        for wager in wagers {
            if let Some(side) = side_of(wager.spot) {
                let sum = self.0.get_mut(side);
                *sum = sum.saturating_add(u128::from(wager.stake.minor()));
            }
        }
    }

    /// Whether nothing is ahead that could have led to an [`ExposureLimit`](Refusal::ExposureLimit).
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Decides a slip, with other patrons' slips ahead of it that are not yet part of the table.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn slip(table: &Table, slip: &Slip, ahead: Ahead) -> Result<Decision, Refusal> {
    let placed = table.wagers.of(slip.patron);
    if let Some(accepted) = placed.and_then(|own| own.slip(slip.slip_id)) {
        let round = table.round().unwrap_or(slip.round);
        let same = slip.asks_for(round, &accepted.wagers);
        let used = Refusal::SlipIdUsed { table: table.settings.id, round };
        return if same { Ok(Decision::Duplicate) } else { Err(used) };
    }
    in_time(table, slip.round, slip.received_at)?;
    if !table.may_wager(slip.patron) {
        return Err(Refusal::NotSeated);
    }
    if slip.wagers.is_empty() {
        return Err(Refusal::EmptySlip);
    }
    if placed.map_or(0, PatronWagers::slip_count) >= usize::from(SLIPS_A_ROUND) {
        return Err(Refusal::TooManySlips { limit: SLIPS_A_ROUND });
    }
    let none = Wagers::new();
    let already = placed.map_or(&none, |own| own.wagers());
    let stake = |stake: Option<Stake>| stake.ok_or(AmountError::Negative);
    let raw = slip.wagers.iter().map(|wager| RawWager { spot: &wager.spot, stake: stake(wager.stake) });
    let limit = |spot| {
        let limit = table.settings.limit(spot);
        slip.limits.as_ref().map_or(limit, |own| limit.intersection(own.on(spot)))
    };
    let wagers = table.settings.rules.judge(slip.round.round_no, raw, already, limit)?;
    judge_exposure(table, &wagers, ahead)?;
    Ok(Decision::Accepted(vec![Event::SlipAccepted {
        patron: slip.patron,
        slip_id: slip.slip_id,
        wagers: paid_for(&wagers, slip.cash),
    }]))
}

/// The wagers with what pays for each: cash as far as it goes, bonus money from there on.
fn paid_for(wagers: &Wagers, cash: Option<Amount>) -> Vec<PlacedWager> {
    let mut left = cash.unwrap_or(Amount::MAX);
    let paid = wagers.iter().map(|wager| {
        let bonus = wager.stake.amount().saturating_sub(left);
        left = left.saturating_sub(wager.stake.amount());
        PlacedWager { spot: wager.spot, stake: wager.stake, bonus }
    });
    paid.collect()
}

/// Whether a request for `round` came while its betting was open. The time it was received decides, not the
/// time it is judged.
pub(crate) fn in_time(table: &Table, round: RoundRef, received_at: Timestamp) -> Result<(), Refusal> {
    if table.round() != Some(round) {
        return Err(Refusal::RoundNotOpen { round, open: table.open_round() });
    }
    match table.phase {
        Phase::Betting { closes_at } if received_at < closes_at => Ok(()),
        _ => Err(Refusal::BettingClosed { round }),
    }
}

/// The difference between the sides may not grow beyond the limit.
fn judge_exposure(table: &Table, wagers: &Wagers, ahead: Ahead) -> Result<(), Refusal> {
    let Some(limit) = table.settings.exposure else { return Ok(()) };
    let stakes = BySide::from_fn(|side| u128::from(wagers.on(spot_of(side)).minor()));
    for side in Side::ALL {
        let room = room(table, limit, side, ahead, *stakes.get(!side));
        let stake = *stakes.get(side);
        if stake > 0 && stake > room {
            let accepted = u64::try_from(room).ok().and_then(|room| Amount::new(room).ok());
            return Err(Refusal::ExposureLimit { side, limit, accepted: accepted.unwrap_or(Amount::MAX) });
        }
    }
    Ok(())
}

/// How much more the table can take on a side, if `opposite` is added to the other side with it.
fn room(table: &Table, limit: Amount, side: Side, ahead: Ahead, opposite: u128) -> u128 {
    let sides = table.wagers.sides();
    let allowed = u128::from(limit.minor()).saturating_add(*sides.get(!side)).saturating_add(opposite);
    allowed.saturating_sub(sides.get(side).saturating_add(*ahead.0.get(side)))
}
