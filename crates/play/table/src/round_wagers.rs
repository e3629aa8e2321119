//! The wagers of one round, slip by slip. Knows the wagers, not their payouts.

use std::collections::BTreeMap;

use baccarat::{BySide, Side, Spot, Wager, Wagers};
use money::Amount;

use crate::ids::{PatronId, RequestId};
use crate::wager::{PlacedWager, SlipKind};

/// All wagers of the round under way, by patron.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundWagers {
    patrons: BTreeMap<PatronId, PatronWagers>,
    sides: BySide<u128>,
}

/// One patron's slips of the round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatronWagers {
    slips: Vec<PlacedSlip>,
    /// The places of the slips that may be undone, the last one first to go.
    undoable: Vec<usize>,
    taken_back: usize,
    clears: Vec<RequestId>,
    wagers: Wagers,
    bonus: Amount,
    /// The number of the event by which the stake on each side became what it is; 0 for none.
    reached: BySide<u64>,
}

/// An accepted slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSlip {
    /// The caller's id.
    pub slip_id: RequestId,
    /// What it did about the wagers before it.
    pub kind: SlipKind,
    /// Its wagers.
    pub wagers: Vec<PlacedWager>,
}

impl RoundWagers {
    /// A patron's slips, if any was accepted in this round.
    pub fn of(&self, patron: PatronId) -> Option<&PatronWagers> {
        self.patrons.get(&patron)
    }

    /// The patrons who have active wagers, in ascending order.
    pub fn active(&self) -> impl Iterator<Item = (PatronId, &PatronWagers)> {
        self.patrons.iter().filter(|(_, own)| !own.wagers.is_empty()).map(|(patron, own)| (*patron, own))
    }

    /// What all patrons together have on each of the two sides, in minor units.
    pub const fn sides(&self) -> BySide<u128> {
        self.sides
    }

    /// Whether the patron's stake on each spot stays within the largest one if these are added to it, or replace it.
    pub(crate) fn has_room(&self, patron: PatronId, kind: SlipKind, wagers: &[PlacedWager]) -> bool {
        let own = self.of(patron).filter(|_| !kind.replaces());
        let mut total = own.map(|own| own.wagers.clone()).unwrap_or_default();
        wagers.iter().all(|wager| total.add(Wager { spot: wager.spot, stake: wager.stake }).is_ok())
    }

    /// Counts a slip that the event of this number accepted.
    pub(crate) fn accept(&mut self, seq: u64, patron: PatronId, slip: PlacedSlip) {
        self.change(patron, |own| own.accept(seq, slip));
    }

    pub(crate) fn take_back(&mut self, patron: PatronId, request_id: Option<RequestId>) {
        self.change(patron, |own| {
            own.release();
            own.undoable.clear();
            own.clears.extend(request_id);
        });
    }

    /// Changes what a patron has, and the sums of the sides with it.
    fn change(&mut self, patron: PatronId, change: impl FnOnce(&mut PatronWagers)) {
        let own = self.patrons.entry(patron).or_default();
        let before = own.on_sides();
        change(own);
        for side in Side::ALL {
            let [before, after] = [&before, &own.on_sides()].map(|own| u128::from(own.get(side).minor()));
            let sum = self.sides.get_mut(side);
            *sum = sum.saturating_sub(before).saturating_add(after);
        }
    }
}

impl PatronWagers {
    /// Counts a slip that the event of this number accepted.
    pub fn accept(&mut self, seq: u64, slip: PlacedSlip) {
        let before = self.on_sides();
        if slip.kind.replaces() {
            self.release();
        }
        for PlacedWager { spot, stake, bonus } in &slip.wagers {
            self.bonus = self.bonus.checked_add(*bonus).unwrap_or(Amount::MAX);
            // A slip is judged against the largest stake before it is accepted, so nothing is refused here.
            let _: Result<_, _> = self.wagers.add(Wager { spot: *spot, stake: *stake });
        }
        if slip.kind == SlipKind::Undoes {
            self.undoable.pop();
        } else {
            self.undoable.push(self.slips.len());
        }
        self.slips.push(slip);
        for side in Side::ALL {
            if self.on_sides().get(side) != before.get(side) {
                *self.reached.get_mut(side) = seq;
            }
        }
    }

    /// Ends the slips so far.
    fn release(&mut self) {
        (self.wagers, self.bonus) = (Wagers::new(), Amount::ZERO);
        self.taken_back = self.slips.len();
    }

    /// How many slips were accepted in this round, those taken back included.
    pub fn slip_count(&self) -> usize {
        self.slips.len()
    }

    /// The active slips, each with its place among all of the patron's slips of this round, from 0.
    pub fn active_slips(&self) -> impl Iterator<Item = (usize, &PlacedSlip)> {
        self.slips.iter().enumerate().skip(self.taken_back)
    }

    /// All active wagers, one a spot.
    pub const fn wagers(&self) -> &Wagers {
        &self.wagers
    }

    /// The active wagers as events write them.
    pub fn placed(&self) -> Vec<PlacedWager> {
        let placed = |wager: &Wager| PlacedWager {
            spot: wager.spot,
            stake: wager.stake,
            bonus: self.bonus_on(wager.spot),
        };
        self.wagers.iter().map(placed).collect()
    }

    /// How much of the active stakes is bonus money, in minor units.
    pub const fn bonus(&self) -> Amount {
        self.bonus
    }

    /// How much of the active stake on a spot is bonus money, in minor units.
    pub fn bonus_on(&self, spot: Spot) -> Amount {
        if self.bonus.is_zero() {
            return Amount::ZERO;
        }
        let wagers = self.active_slips().flat_map(|(_, slip)| &slip.wagers);
        let on_it = wagers.filter(|wager| wager.spot == spot).map(|wager| wager.bonus);
        Amount::checked_sum(on_it).unwrap_or(Amount::MAX)
    }

    /// The active stake on each of the two sides.
    pub fn on_sides(&self) -> BySide<Amount> {
        BySide::from_fn(|side| self.wagers.on(spot_of(side)))
    }

    /// The number of the event by which the stake on a side became what it is; 0 when there never was one.
    pub const fn reached(&self, side: Side) -> u64 {
        *self.reached.get(side)
    }

    /// How much of the active stakes is cash, in minor units.
    pub fn cash(&self) -> Amount {
        self.staked().saturating_sub(self.bonus)
    }

    /// The wagers that stood before the last slip; none when no slip can be undone.
    pub fn before_last(&self) -> Option<Wagers> {
        let (_, earlier) = self.undoable.split_last()?;
        let earlier: Vec<_> = earlier.iter().filter_map(|place| self.slips.get(*place)).collect();
        let from = earlier.iter().rposition(|slip| slip.kind.replaces()).unwrap_or_default();
        let mut wagers = Wagers::new();
        for wager in earlier.iter().skip(from).flat_map(|slip| &slip.wagers) {
            // They stood together before, so each sum is a stake.
            wagers.add(Wager { spot: wager.spot, stake: wager.stake }).ok()?;
        }
        Some(wagers)
    }

    /// The sum of the active stakes, in minor units.
    pub fn staked(&self) -> Amount {
        self.wagers.total()
    }

    /// The slip of that id, if it was accepted in this round.
    pub(crate) fn slip(&self, slip_id: RequestId) -> Option<&PlacedSlip> {
        self.slips.iter().find(|slip| slip.slip_id == slip_id)
    }

    pub(crate) fn has_clear(&self, request_id: RequestId) -> bool {
        self.clears.contains(&request_id)
    }
}

/// The side a spot wagers on, for the two spots that the table's exposure counts.
pub(crate) const fn side_of(spot: Spot) -> Option<Side> {
    match spot {
        Spot::Player => Some(Side::Player),
        Spot::Banker => Some(Side::Banker),
        _ => None,
    }
}

/// The spot that wagers on a side.
pub(crate) const fn spot_of(side: Side) -> Spot {
    match side {
        Side::Player => Spot::Player,
        Side::Banker => Spot::Banker,
    }
}
