//! Judging a slip: the round, the time, the seat, the house rules, the limits, the table's exposure, in this order.

use baccarat::{BySide, RawWager, Side, Wagers};
use money::{Amount, AmountError, Stake};

use crate::auto;
use crate::command::Slip;
use crate::decision::Decision;
use crate::event::{Event, PlacedWager, Replaced};
use crate::ids::{RoundRef, Timestamp};
use crate::limited::{allowed, limited};
use crate::phase::Phase;
use crate::refusal::Refusal;
use crate::round_wagers::{PatronWagers, side_of, spot_of};
use crate::state::Table;
use crate::wager::SlipKind;

/// How many slips are taken from one patron in one round.
pub const SLIPS_A_ROUND: u16 = 500;

/// What slips that are decided but not yet part of the table add to each side and take from it, in minor units. They
/// may still come to nothing, so a slip is never judged as if they made room for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    added: BySide<u128>,
    taken: BySide<u128>,
}

impl Ahead {
    /// Counts one more slip of a patron who has `own` in the round.
    pub fn count(&mut self, own: Option<&PatronWagers>, kind: SlipKind, wagers: &[PlacedWager]) {
        for wager in wagers {
            if let Some(side) = side_of(wager.spot) {
                add(self.added.get_mut(side), wager.stake.amount());
            }
        }
        if let Some(own) = own.filter(|_| kind.replaces()) {
            for side in Side::ALL {
                add(self.taken.get_mut(side), own.wagers().on(spot_of(side)));
            }
        }
    }

    /// Whether nothing is ahead that could have led to an [`ExposureLimit`](Refusal::ExposureLimit).
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn add(sum: &mut u128, amount: Amount) {
    *sum = sum.saturating_add(u128::from(amount.minor()));
}

/// Decides a slip, with slips of other patrons ahead of it that are not yet part of the table. One that replaces is
/// judged as if the patron had nothing in the round.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn slip(table: &Table, slip: &Slip, ahead: Ahead) -> Result<Decision, Refusal> {
    slip_after(table, slip, table.wagers.of(slip.patron), ahead)
}

/// The same for a slip whose patron has slips ahead of it, too. `placed`: what the patron has in the round with those;
/// they are counted in `ahead` as well. The answer holds only if each of them is accepted.
///
/// # Errors
/// As [`slip`].
pub fn slip_after(
    table: &Table,
    slip: &Slip,
    placed: Option<&PatronWagers>,
    ahead: Ahead,
) -> Result<Decision, Refusal> {
    if let Some(accepted) = placed.and_then(|own| own.slip(slip.slip_id)) {
        let round = table.round().unwrap_or(slip.round);
        let same = slip.asks_for(round, accepted.kind, &accepted.wagers);
        let used = Refusal::SlipIdUsed { table: table.settings.id, round };
        return if same { Ok(Decision::Duplicate) } else { Err(used) };
    }
    in_time(table, slip.round, slip.received_at)?;
    if !table.may_wager(slip.patron) {
        return Err(Refusal::NotSeated);
    }
    auto::judge_slip(table, slip, placed)?;
    let replaced = replaced(slip, placed)?;
    if placed.map_or(0, PatronWagers::slip_count) >= usize::from(SLIPS_A_ROUND) {
        return Err(Refusal::TooManySlips { limit: SLIPS_A_ROUND });
    }
    let wagers = wagers(table, slip, placed)?;
    judge_exposure(table, &wagers, placed.filter(|_| replaced.is_some()), ahead)?;
    if replaced.is_some_and(|replaced| wagers.is_empty() && replaced.returned.is_zero()) {
        return Err(Refusal::NothingToClear);
    }
    let given_back = placed.filter(|_| replaced.is_some()).map(PatronWagers::cash).unwrap_or_default();
    let cash = slip.cash.map(|cash| cash.checked_add(given_back).unwrap_or(Amount::MAX));
    Ok(Decision::Accepted(vec![Event::SlipAccepted {
        patron: slip.patron,
        slip_id: slip.slip_id,
        wagers: paid_for(&wagers, cash),
        replaced,
    }]))
}

/// What the slip replaces.
fn replaced(slip: &Slip, placed: Option<&PatronWagers>) -> Result<Option<Replaced>, Refusal> {
    let returned = placed.map(PatronWagers::staked).unwrap_or_default();
    match slip.kind {
        SlipKind::Adds if slip.wagers.is_empty() => Err(Refusal::EmptySlip),
        SlipKind::Adds => Ok(None),
        SlipKind::Undoes if placed.and_then(PatronWagers::before_last).is_none() => {
            Err(Refusal::NothingToUndo)
        }
        kind => Ok(Some(Replaced { returned, undo: kind == SlipKind::Undoes })),
    }
}

/// The wagers of the slip, judged by the house rules and the limits.
fn wagers(table: &Table, slip: &Slip, placed: Option<&PatronWagers>) -> Result<Wagers, Refusal> {
    let none = Wagers::new();
    let already = placed.filter(|_| !slip.kind.replaces()).map_or(&none, PatronWagers::wagers);
    let own = slip.limits.as_deref();
    let limit = |spot| allowed(table, own, spot);
    let (rules, round_no) = (&table.settings.rules, slip.round.round_no);
    if slip.kind == SlipKind::Undoes {
        let before = placed.and_then(PatronWagers::before_last).unwrap_or_default();
        let raw = before.iter().map(|wager| RawWager { spot: wager.spot.id(), stake: Ok(wager.stake) });
        return rules.judge(round_no, raw, already, limit).map_err(|no| limited(table, own, no));
    }
    let stake = |stake: Option<Stake>| stake.ok_or(AmountError::Negative);
    let raw = slip.wagers.iter().map(|wager| RawWager { spot: &wager.spot, stake: stake(wager.stake) });
    rules.judge(round_no, raw, already, limit).map_err(|no| limited(table, own, no))
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

/// The difference between the sides may not grow beyond the limit. A side on which the patron has no more than before
/// is not judged, as nobody is kept from taking wagers back. `before`: what the slip replaces.
fn judge_exposure(
    table: &Table,
    wagers: &Wagers,
    before: Option<&PatronWagers>,
    ahead: Ahead,
) -> Result<(), Refusal> {
    let Some(limit) = table.settings.exposure else { return Ok(()) };
    let on = |wagers: &Wagers| BySide::from_fn(|side| u128::from(wagers.on(spot_of(side)).minor()));
    let (stakes, before) = (on(wagers), before.map_or_else(BySide::default, |own| on(own.wagers())));
    for side in Side::ALL {
        let room = room(table, limit, side, (*stakes.get(!side), &before), ahead);
        let stake = *stakes.get(side);
        if stake > *before.get(side) && stake > room {
            let accepted = u64::try_from(room).ok().and_then(|room| Amount::new(room).ok());
            return Err(Refusal::ExposureLimit { side, limit, accepted: accepted.unwrap_or(Amount::MAX) });
        }
    }
    Ok(())
}

/// How much more the table can take on a side, if `opposite` is added to the other side with it, and `before` goes
/// back.
fn room(
    table: &Table,
    limit: Amount,
    side: Side,
    (opposite, before): (u128, &BySide<u128>),
    ahead: Ahead,
) -> u128 {
    let others = |side: Side| table.wagers.sides().get(side).saturating_sub(*before.get(side));
    let against = others(!side).saturating_sub(*ahead.taken.get(!side)).saturating_add(opposite);
    let allowed = u128::from(limit.minor()).saturating_add(against);
    allowed.saturating_sub(others(side).saturating_add(*ahead.added.get(side)))
}
