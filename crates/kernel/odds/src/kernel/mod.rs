//! The law of a coup by totals and cards, from cards by points: the one hot loop of this crate.
//!
//! # Method
//!
//! Points are added modulo ten. Let `n(x)` cards count `x`. A *given* card is one piece of paper, not one kind of card;
//! *hands* and *triples* are ordered draws of two and of three such pieces.
//!
//! A plain enumeration walks two hands of two by points, 55 times 55, then both third cards. Here the loop is over
//! Player's third card alone. It is taken out of the shoe and counted as often as there are cards like it. Of the five
//! other cards, those of Player come to a total of two from 0 to 5, and what Banker has is one of two sets: *hands*
//! of one total where Banker stands, or *triples* of one total, the first two cards of which let Banker draw on that
//! third card. So Banker's third card is not walked either.
//!
//! All hands of Player against such a set `S`, without a common card, are by inclusion and exclusion
//!
//! ```text
//! |hands| |S|  -  sum over hands of (S with its first card + S with its second)  +  sum over hands of (S with both)
//! ```
//!
//! and each of these has a closed form:
//!
//! - *Hands of a total `t` with a given card of `x` points*: that card first or second, and `c` cards that make up the
//!   total: `2 c`. Here `c = n(t - x)`, less the given card itself where it counts `t - x` too.
//! - *Triples of a total `t` with a given card of `x` points*. It stands first: the two others come to `t - x`, and the
//!   one in front must let Banker draw, which is a sum over a window of hands by their first card, less the hands in
//!   which the given card lies already. It stands second: the same. It stands third: a hand of `t - x`
//!   without it, if Banker draws on that.
//! - *Hands with both cards of a hand*: that hand and its other order, or none if the totals differ.
//! - *Triples with both cards of a hand, over all hands of a total `p`*: such a triple has one card more, and that
//!   counts `t - p`. The other way round, any triple of `t` and any card in it that counts `t - p` leave two cards
//!   which are a hand of `p`, in two orders. So the sum is `2 n(t - p)` times the triples of `t` with a given card of
//!   `t - p`.
//!
//! One third card drawn can be Banker's as well: where Player stands on 6 or 7, the same number says how often Banker
//! draws on a total of 0 to 5. Four cards are two hands without a common card, again by the same identity.
//!
//! Of one shoe, the ten third cards are lanes side by side; of several shoes, the shoes are.
//!
//! # Why the integers are exact
//!
//! All sums and differences wrap, so a result is right modulo 2^64 if every product is. A product is right if both of
//! its factors are below 2^32. A shoe has at most 32 of each card: `N = 1664` cards at most, `512` that count zero and
//! `128` of any other points. Given all but one card of a hand or triple, at most 512 cards make up its total, and at
//! most 512 cards are Player's third. So at most
//!
//! | factor | bound | below |
//! |---|---|---|
//! | cards | `N` | 2^11 |
//! | hands of one total | `512 N` | 2^20 |
//! | triples of one total with a given card | `3 * 512 N` | 2^22 |
//! | triples of one total with one given card or another | `6 * 512 N` | 2^23 |
//! | cards of some points, times Player's third | `512^2` | 2^19 |
//! | hands of one total, times Player's third | `512^2 N` | 2^29 |
//! | triples of one total | `512 N^2` | 2^31 |
//!
//! A result is right if it is below 2^64. All are ordered draws of six cards or less that end in one way. Of such an
//! ending both totals are known and who drew; so given five of the cards drawn, Banker's last card can only count one
//! thing: at most `512 N^5` draws, below 2^63. Sums over endings may be more, and are made in 128 bits.
//!
//! Where a shoe holds no card of some points, the counts "with a given card" of them have no meaning and may have
//! wrapped. They are multiplied by the number of those cards, which is zero; so is everything that follows from a
//! missing third card. A test counts in lanes of 128 bits that never wrap and refuse any other factor, on every shoe in
//! which each number of points is missing or as common as can be.

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
mod draws;
mod drive;
mod endings;
mod lanes;
mod sweep;
#[cfg(test)]
mod tests;

pub(crate) use endings::{BANKER, BOTH, Counts, NOBODY, PLAYER, Points};
use lanes::Plain;

/// A way to count. Every machine has the portable one, and all give the same integers.
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

    /// All paths of this machine, the slowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Some(Self::PORTABLE), Self::avx2()].into_iter().flatten()
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
