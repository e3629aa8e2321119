//! Numbers side by side: the vector operations of dealing, and their portable form. Knows no cards.
//!
//! Every lane is a shoe of its own. All arithmetic wraps. A mask is a lane of ones where something holds, of zeros
//! where it does not, so that adding a mask takes one off.

use core::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// The number of shoes dealt side by side, on every machine.
pub(super) const SHOES: usize = 32;

/// Numbers of 16 bits side by side.
pub(super) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// How many; [`SHOES`] is a multiple of it.
    const LANES: usize;

    /// That this machine can do it.
    type Proof: Copy;

    /// The same registers, as numbers of 32 bits.
    type Words: Words<Proof = Self::Proof>;

    /// The same number in all lanes.
    fn splat(proof: Self::Proof, number: u16) -> Self;

    /// The first [`Lanes::LANES`] numbers.
    fn load(proof: Self::Proof, numbers: &[u16]) -> Self;

    /// To the first [`Lanes::LANES`] places.
    fn store(self, places: &mut [u16]);

    /// The low halves of the products.
    fn low(self, other: Self) -> Self;

    /// The high halves of the products.
    fn high(self, other: Self) -> Self;

    /// A half, rounded down.
    fn half(self) -> Self;

    /// A mask of the lanes in which this is the smaller. Both are below 2^15.
    fn below(self, other: Self) -> Self;

    /// The same for any numbers.
    fn below_any(self, other: Self) -> Self;

    /// A mask of the lanes that are equal.
    fn equal(self, other: Self) -> Self;

    /// Whether any lane is not zero.
    fn any(self) -> bool;

    /// Takes one off `cut` and off `kind` where this is below `cut`. All are below 2^15.
    #[inline(always)]
    fn cut(self, cut: &mut Self, kind: &mut Self) {
        let below = self.below(*cut);
        *cut = *cut + below;
        *kind = *kind + below;
    }

    /// The same for each of these cuts, which rise.
    #[inline(always)]
    fn cut_each<const CUTS: usize>(self, cuts: &mut [Self; CUTS], kind: &mut Self) {
        for cut in cuts {
            self.cut(cut, kind);
        }
    }
}

/// Numbers of 32 bits side by side.
pub(super) trait Words: Copy + Add<Output = Self> + BitXor<Output = Self> {
    /// How many; 16 is a multiple of it.
    const LANES: usize;

    /// That this machine can do it.
    type Proof: Copy;

    /// The same number in all lanes.
    fn splat(proof: Self::Proof, number: u32) -> Self;

    /// The number, and the ones that follow it.
    fn counting(proof: Self::Proof, first: u32) -> Self;

    /// Rotated left by `LEFT` bits; `RIGHT` is 32 less that.
    fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self;

    /// Turned left by 16 bits.
    #[inline(always)]
    fn turn_16(self) -> Self {
        self.turn::<16, 16>()
    }

    /// Turned left by 8 bits.
    #[inline(always)]
    fn turn_8(self) -> Self {
        self.turn::<8, 24>()
    }

    /// To twice as many numbers of 16 bits: of each word the low half, then the high half.
    fn store(self, halves: &mut [u16]);
}

/// How many numbers lie in a portable vector: as many as make 128 bits, which every usual machine has.
const PLAIN: usize = 8;
const PLAIN_WORDS: usize = PLAIN / 2;

/// So many cuts are many to plain lanes; with ranks there are twelve, with suits 51.
const MANY: usize = 16;

/// Lanes in plain Rust, for any machine. The compiler vectorises them where it can.
#[derive(Clone, Copy)]
pub(super) struct Plain([u16; PLAIN]);

/// The words of [`Plain`].
#[derive(Clone, Copy)]
pub(super) struct PlainWords([u32; PLAIN_WORDS]);

/// Lanes, each computed from its place.
macro_rules! each {
    ($vector:ident, $i:ident => $number:expr) => {{
        let mut vector = $vector([0; _]);
        for $i in 0..vector.0.len() {
            vector.0[$i] = $number;
        }
        vector
    }};
}

macro_rules! operator {
    ($vector:ident, $trait:ident, $name:ident, $by:ident) => {
        impl $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                each!($vector, i => self.0[i].$by(other.0[i]))
            }
        }
    };
}

operator!(Plain, Add, add, wrapping_add);
operator!(Plain, Sub, sub, wrapping_sub);
operator!(Plain, BitAnd, bitand, bitand);
operator!(Plain, BitOr, bitor, bitor);
operator!(Plain, BitXor, bitxor, bitxor);
operator!(PlainWords, Add, add, wrapping_add);
operator!(PlainWords, BitXor, bitxor, bitxor);

/// Ones where it holds.
#[inline(always)]
fn mask(holds: bool) -> u16 {
    u16::from(holds).wrapping_neg()
}

impl Lanes for Plain {
    const LANES: usize = PLAIN;

    type Proof = ();
    type Words = PlainWords;

    #[inline(always)]
    fn splat((): (), number: u16) -> Self {
        Self([number; PLAIN])
    }

    #[inline(always)]
    fn load((): (), numbers: &[u16]) -> Self {
        let numbers = &numbers[..PLAIN];
        each!(Self, i => numbers[i])
    }

    #[inline(always)]
    fn store(self, places: &mut [u16]) {
        places[..PLAIN].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn low(self, other: Self) -> Self {
        each!(Self, i => self.0[i].wrapping_mul(other.0[i]))
    }

    #[inline(always)]
    fn high(self, other: Self) -> Self {
        each!(Self, i => self.0[i].carrying_mul(other.0[i], 0).1)
    }

    #[inline(always)]
    fn half(self) -> Self {
        each!(Self, i => self.0[i] >> 1)
    }

    #[inline(always)]
    fn below(self, other: Self) -> Self {
        each!(Self, i => mask(self.0[i].cast_signed() < other.0[i].cast_signed()))
    }

    #[inline(always)]
    fn below_any(self, other: Self) -> Self {
        each!(Self, i => mask(self.0[i] < other.0[i]))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        each!(Self, i => mask(self.0[i] == other.0[i]))
    }

    #[inline(always)]
    fn cut_each<const CUTS: usize>(self, cuts: &mut [Self; CUTS], kind: &mut Self) {
        // From the last cut down, one can stop early. Of many cuts that is quicker, for another reason too: a compiler
        // that knows how often a loop goes round takes it apart across the cuts, and not across the lanes.
        if CUTS < MANY {
            return cuts.iter_mut().for_each(|cut| self.cut(cut, kind));
        }
        for cut in cuts.iter_mut().rev() {
            let below = self.below(*cut);
            if !below.any() {
                break;
            }
            *cut = *cut + below;
            *kind = *kind + below;
        }
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) != 0
    }
}

impl Words for PlainWords {
    const LANES: usize = PLAIN_WORDS;

    type Proof = ();

    #[inline(always)]
    fn splat((): (), number: u32) -> Self {
        Self([number; PLAIN_WORDS])
    }

    #[inline(always)]
    fn counting((): (), first: u32) -> Self {
        Self([first, first.wrapping_add(1), first.wrapping_add(2), first.wrapping_add(3)])
    }

    #[inline(always)]
    fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        each!(Self, i => self.0[i] << LEFT | self.0[i] >> RIGHT)
    }

    #[inline(always)]
    fn store(self, halves: &mut [u16]) {
        let halves = &mut halves[..PLAIN];
        for word in 0..PLAIN_WORDS {
            let [a, b, c, d] = self.0[word].to_le_bytes();
            halves[2 * word] = u16::from_le_bytes([a, b]);
            halves[2 * word + 1] = u16::from_le_bytes([c, d]);
        }
    }
}
