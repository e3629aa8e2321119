//! Choices that come out the same for the same seed. Knows nothing of what is chosen.

use std::ops::RangeInclusive;

/// A stream of choices. `SplitMix64`: a counter, and a finisher that scatters it.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Choices of their own for a part of the run, whatever the other parts choose.
    pub(crate) fn part(seed: u64, cycle: u32, member: u32) -> Self {
        let mut mix = Self::new(seed ^ (u64::from(cycle) << 32 | u64::from(member)).wrapping_mul(STEP));
        Self::new(mix.next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number of the range. Over ranges as small as these, what modulo favours cannot be noticed.
    pub(crate) fn within(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (low, high) = range.into_inner();
        let count = high.saturating_sub(low).saturating_add(1);
        low + self.next().checked_rem(count).unwrap_or_default()
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.within(1..=100) <= percent
    }

    /// One of them; none of nothing.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let last = u64::try_from(from.len()).ok()?.checked_sub(1)?;
        from.get(usize::try_from(self.within(0..=last)).ok()?)
    }

    /// An id as clients make them: 32 hex digits.
    pub(crate) fn id(&mut self) -> String {
        format!("{:016x}{:016x}", self.next(), self.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_chooses_the_same() {
        // The published first outputs of SplitMix64 from 1234567.
        let mut dice = Dice::new(1_234_567);
        assert_eq!([dice.next(), dice.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let ids = |cycle, member| Dice::part(7, cycle, member).id();
        assert_eq!(ids(1, 2), ids(1, 2));
        assert_ne!(ids(1, 2), ids(2, 1));
        assert_eq!(ids(1, 2).len(), 32);
    }

    #[test]
    fn choices_stay_within_their_bounds() {
        let mut dice = Dice::new(1);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| dice.within(3..=6)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6]);
        assert!(!dice.chance(0) && dice.chance(100));
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.pick(&[9]), Some(&9));
    }
}
