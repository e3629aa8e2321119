//! Choices that come out the same for the same seed, and the manners of patrons. They are here because both programs
//! that bring load to a house use the auditor, and a crate for them would forbid no dependency. The laws do not use
//! them.

use std::ops::RangeInclusive;

/// How a patron plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Small stakes, often.
    Steady,
    /// Most of what is there at once, and then more than what is left.
    Reckless,
}

/// A stream of choices. `SplitMix64`: a counter, and a finisher that scatters it.
#[derive(Clone, Debug)]
pub struct Dice(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Dice {
    /// The choices of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The choices of one part of a run, which do not depend on the choices of other parts.
    pub fn part(seed: u64, what: &str, number: u64) -> Self {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        let name = what.bytes().fold(0xCBF2_9CE4_8422_2325, fold);
        let mut mix = Self(seed ^ name.rotate_left(17) ^ number.wrapping_mul(STEP));
        Self(mix.bits() ^ name)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number of the range. Over ranges as small as these, what modulo favours cannot be noticed.
    pub fn within(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (low, high) = range.into_inner();
        let count = high.saturating_sub(low).saturating_add(1);
        low.saturating_add(self.bits().checked_rem(count).unwrap_or_default())
    }

    /// Whether something happens that has this chance in a thousand.
    pub fn per_mille(&mut self, chance: u64) -> bool {
        self.within(1..=1_000) <= chance
    }

    /// One of these; none if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let last = u64::try_from(from.len()).ok()?.checked_sub(1)?;
        from.get(usize::try_from(self.within(0..=last)).ok()?)
    }

    /// An id as clients make them: 128 bits as 32 hex digits.
    pub fn id(&mut self) -> String {
        format!("{:016x}{:016x}", self.bits(), self.bits())
    }

    /// 256 bits.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.bits().to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_chooses_the_same() {
        // The published first outputs of SplitMix64 from 1234567.
        let mut dice = Dice::new(1_234_567);
        assert_eq!([dice.bits(), dice.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let id = |what, number| Dice::part(7, what, number).id();
        assert_eq!(id("patron", 1), id("patron", 1));
        assert_ne!(id("patron", 1), id("patron", 2));
        assert_ne!(id("patron", 1), id("disk", 1));
    }

    #[test]
    fn choices_stay_within_their_bounds() {
        let mut dice = Dice::new(1);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| dice.within(3..=6)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6]);
        assert!(!dice.per_mille(0) && dice.per_mille(1_000));
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.pick(&[9]), Some(&9));
    }
}
