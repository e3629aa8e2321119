//! Random choices of bots, which come back with their seed.

/// A stream of choices (`SplitMix64`).
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// The choices of a seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below the bound; 0 when that is 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.draw().checked_rem(bound).unwrap_or_default()
    }

    /// Yes so many times in a hundred.
    pub(super) fn percent(&mut self, times: u64) -> bool {
        self.below(100) < times
    }

    /// An id that no other request has: 32 hex digits.
    pub(super) fn id(&mut self) -> String {
        format!("{:016x}{:016x}", self.draw(), self.draw())
    }
}
