//! Numbers side by side: the vector operations of the sweep, and their portable form. Knows no cards.
//!
//! Every lane is a shoe of its own. Sums and differences wrap; a product asks for small factors, and the parent module
//! says why it gets them. Where one factor is zero the other may be anything, on every path.

use core::ops::{Add, BitAnd, Sub};

/// Numbers below 2^32 side by side.
pub(super) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + BitAnd<Output = Self>
{
    /// How many.
    const LANES: usize;

    /// As many numbers below 2^64.
    type Wide: Copy + Add<Output = Self::Wide> + Sub<Output = Self::Wide>;

    /// Proof that this machine has the instructions.
    type Proof: Copy;

    /// The numbers as given, [`Lanes::LANES`] of them.
    fn load(proof: Self::Proof, numbers: &[u32]) -> Self;

    /// The product of two numbers below 2^15.
    fn times(self, other: Self) -> Self;

    /// These numbers as factors of [`Lanes::product`], and good for nothing else: a wide number may have more above
    /// its lower half.
    fn factor(self) -> Self::Wide;

    /// The product of factors, or of wide numbers that are below 2^32 all the same.
    fn product(one: Self::Wide, other: Self::Wide) -> Self::Wide;

    /// Adds each number to what is there, in [`Lanes::LANES`] places.
    fn add_to(wide: Self::Wide, sums: &mut [u64]);

    /// The product of two numbers below 2^32.
    #[inline(always)]
    fn wide_times(self, other: Self) -> Self::Wide {
        Self::product(self.factor(), other.factor())
    }

    /// The product of these and of wide numbers that are below 2^32 all the same.
    #[inline(always)]
    fn scaled_by(self, factor: Self::Wide) -> Self::Wide {
        Self::product(self.factor(), factor)
    }
}

/// Twice each.
#[inline(always)]
pub(super) fn twice<T: Copy + Add<Output = T>>(numbers: T) -> T {
    numbers + numbers
}

/// Lanes in plain Rust, for any machine. The compiler vectorises them where it can.
#[derive(Clone, Copy)]
pub(super) struct Plain<const W: usize>([u32; W]);

/// The wide numbers of [`Plain`].
#[derive(Clone, Copy)]
pub(super) struct PlainWide<const W: usize>([u64; W]);

/// What a factor below 2^15 has. Without it the compiler could not know that a product fits.
const LOW_15: u32 = 0x7fff;
/// What a factor below 2^32 has.
const LOW_32: u64 = 0xffff_ffff;

/// An array of `W` numbers, each computed from its place.
macro_rules! each {
    ($lane:ident => $number:expr) => {{
        let mut lanes = [0; W];
        for $lane in 0..W {
            lanes[$lane] = $number;
        }
        lanes
    }};
}

macro_rules! operator {
    ($vector:ident, $trait:ident, $name:ident, $by:ident) => {
        impl<const W: usize> $trait for $vector<W> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(each!(i => self.0[i].$by(other.0[i])))
            }
        }
    };
}

operator!(Plain, Add, add, wrapping_add);
operator!(Plain, Sub, sub, wrapping_sub);
operator!(Plain, BitAnd, bitand, bitand);
operator!(PlainWide, Add, add, wrapping_add);
operator!(PlainWide, Sub, sub, wrapping_sub);

impl<const W: usize> Lanes for Plain<W> {
    const LANES: usize = W;

    type Wide = PlainWide<W>;
    type Proof = ();

    #[inline(always)]
    fn load((): (), numbers: &[u32]) -> Self {
        Self(each!(i => numbers[i]))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(each!(i => (self.0[i] & LOW_15) * (other.0[i] & LOW_15)))
    }

    #[inline(always)]
    fn factor(self) -> PlainWide<W> {
        PlainWide(each!(i => self.0[i].into()))
    }

    // Factors need no mask here, which is worth a tenth of the time.
    #[inline(always)]
    fn wide_times(self, other: Self) -> PlainWide<W> {
        PlainWide(each!(i => u64::from(self.0[i]) * u64::from(other.0[i])))
    }

    #[inline(always)]
    fn scaled_by(self, factor: PlainWide<W>) -> PlainWide<W> {
        PlainWide(each!(i => u64::from(self.0[i]) * (factor.0[i] & LOW_32)))
    }

    #[inline(always)]
    fn product(one: PlainWide<W>, other: PlainWide<W>) -> PlainWide<W> {
        PlainWide(each!(i => (one.0[i] & LOW_32) * (other.0[i] & LOW_32)))
    }

    #[inline(always)]
    fn add_to(wide: PlainWide<W>, sums: &mut [u64]) {
        let sums = &mut sums[..W];
        for i in 0..W {
            sums[i] = sums[i].wrapping_add(wide.0[i]);
        }
    }
}
