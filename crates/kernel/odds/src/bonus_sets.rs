//! Which sets of spots are near-certainties, computed once for all sets: a bit each. Knows no stakes.

use money::Odds;

/// Layouts of more spots have no table: its size is two to the power of their number.
const MOST_SPOTS: usize = 16;

/// A bit for each set of spots of a layout: whether the set is a near-certainty. It is one when the chance that at
/// least one of its wagers pays more than its stake exceeds a limit, with stakes so large that no profit is rounded
/// down to zero.
#[derive(Clone, Debug)]
pub(crate) struct BonusSets {
    bits: Vec<u64>,
}

impl BonusSets {
    /// The table of a layout of `spots` spots. `classes` counts the draws by the spots that win in them; `exceeds` says
    /// whether a number of draws exceeds the limit. None for a layout that is too large.
    pub(crate) fn of(
        spots: usize,
        classes: &[(Vec<Option<Odds>>, u128)],
        exceeds: impl Fn(u128) -> bool,
    ) -> Option<Self> {
        if spots > MOST_SPOTS {
            return None;
        }
        let sets = 1_usize << spots;
        // First the draws in which exactly these spots win, then the draws in which only spots among these win.
        let mut within = vec![0_u128; sets];
        for (won, count) in classes {
            within[winning(won)] += count;
        }
        for spot in (0..spots).map(|place| 1_usize << place) {
            for set in (0..sets).filter(|set| set & spot != 0) {
                within[set] += within[set ^ spot];
            }
        }
        let all = within[sets - 1];
        let mut bits = vec![0_u64; sets.div_ceil(64)];
        for set in (0..sets).filter(|set| exceeds(all - within[sets - 1 - set])) {
            bits[set / 64] |= 1 << (set % 64);
        }
        Some(Self { bits })
    }

    /// Whether this set is a near-certainty.
    pub(crate) fn contains(&self, set: usize) -> bool {
        self.bits.get(set / 64).is_some_and(|bits| (bits >> (set % 64)) & 1 == 1)
    }
}

/// The spots that win, as a set.
fn winning(won: &[Option<Odds>]) -> usize {
    won.iter().enumerate().filter(|(_, odds)| odds.is_some()).fold(0, |set, (place, _)| set | (1 << place))
}
