//! The law of a coup by totals and cards, from cards by points: the one hot loop of this crate.
//!
//! # Method
//!
//! A plain enumeration walks two hands of two by points, 55 times 55, then both third cards. Here Player's third
//! card is the loop, and the rest is closed:
//!
//! - *Four cards* or two totals at which somebody stands: hands of `p` and hands of `b` without a common card are
//!   all pairs of them, less those that share a card, and those that share both are added again.
//! - *Banker's third card*: Banker's triples are counted by their total, and by each card in them. Player's hand is
//!   laid against a triple as above: all, less one shared card, and two shared cards again.
//!
//! Of one shoe, the ten third cards are lanes side by side; of several shoes, the shoes are.
//!
//! # Why the integers are exact
//!
//! A shoe has at most 32 of each card: at most `N = 1664` cards, `512` that count zero and `128` of any other
//! points. So hands of one total are at most `512 N < 2^20`, triples of one total with a given card
//! at most `3 * 512 N < 2^22`, all triples of one total at most `512 N^2 < 2^31`, and each of them, times the up to
//! 512 cards that can be Player's third where that is asked for, is a factor below 2^32. Products of two factors
//! and sums of a few of them fit in 64 bits.
//!
//! What is counted at the end are ordered draws of six. Of up to 1625 cards there are less than 2^64. Of more,
//! all but 38 cards of the shoe are full, and each ending asks something of the second card of one side: if Player drew,
//! a total of two up to 5; if not, Player holds 6 or more or Banker 8 or more. At most six of the ten points do,
//! 1152 of at least 1624 cards, so any count is below three quarters of 1664^6, and below 2^64. Sums over endings may
//! be more, and are made in 128 bits.
//!
//! Where a lane counts something of a card that its shoe does not hold, it counts nonsense, which is then multiplied by
//! none. All arithmetic wraps, and the same integers come out on every path.

#![allow(
    clippy::inline_always,
    reason = "what is compiled for AVX2 must be one function: nothing else is compiled for it"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "an index is a number of points, and stands in several tables at once"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod drive;
mod lanes;
mod sweep;

use lanes::Plain;

/// Cards by what they count, 0 to 9.
pub(crate) type Points = [u16; 10];

/// Ordered draws of six by ending: `[thirds][Player's total][Banker's total]`.
pub(crate) type Counts = [[[u64; 10]; 10]; 4];

/// Nobody drew a third card; Player did; Banker did; both did.
pub(crate) const NOBODY: usize = 0;
pub(crate) const PLAYER: usize = 1;
pub(crate) const BANKER: usize = 2;
pub(crate) const BOTH: usize = 3;

/// A way to count, of which every machine has the portable one. All of them give the same integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Way);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Path {
    /// Plain Rust.
    pub const PORTABLE: Self = Self(Way::Portable);

    /// AVX2, if this machine has it.
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return avx2::Avx2::detect().map(|proof| Self(Way::Avx2(proof)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The fastest this machine has.
    pub fn fastest() -> Self {
        Self::avx2().unwrap_or(Self::PORTABLE)
    }

    /// Counts by ending. There must be six cards.
    pub(crate) fn count(self, points: &Points) -> Counts {
        let mut counts = [[[0; 10]; 10]; 4];
        match self.0 {
            Way::Portable => drive::one::<Plain<10>>((), points, &mut counts),
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(proof) => proof.one(points, &mut counts),
        }
        counts
    }

    /// How many shoes are counted at once.
    pub(crate) const SHOES: usize = 8;

    /// Counts by ending of up to [`Path::SHOES`] shoes at once. There must be six cards in each.
    pub(crate) fn count_each(self, points: &[Points], counts: &mut [Counts]) {
        match self.0 {
            Way::Portable => drive::several::<Plain<{ Self::SHOES }>>((), points, counts),
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(proof) => proof.several(points, counts),
        }
    }
}
