//! Eight lanes in two registers of AVX2. The only unsafe code of this crate; knows no cards.
//!
//! Of the eight numbers, the first four lie in the even places of the register and the last four in the odd
//! ones, because that is what the multiplication of this instruction set takes.
#![allow(unsafe_code, reason = "std::arch is unsafe where the compiler cannot see that the machine has AVX2")]

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256, _mm256_extract_epi64, _mm256_mul_epu32,
    _mm256_mullo_epi32, _mm256_setr_epi32, _mm256_srli_epi64, _mm256_sub_epi32, _mm256_sub_epi64,
};
use core::ops::{Add, BitAnd, Sub};

use super::drive::{one, several};
use super::endings::{Counts, Points};
use super::lanes::Lanes;

/// Proof that this machine has AVX2. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// As [`one`], on eight lanes.
    pub(super) fn one(self, points: &Points, counts: &mut Counts) {
        #[target_feature(enable = "avx2")]
        fn with_avx2(proof: Avx2, points: &Points, counts: &mut Counts) {
            one::<Eight>(proof, points, counts);
        }
        // SAFETY: `self` proves that the machine has AVX2, the one feature the function is compiled for.
        unsafe { with_avx2(self, points, counts) }
    }

    /// As [`several`], up to eight shoes at once.
    pub(super) fn several(self, points: &[Points], counts: &mut [Counts]) {
        #[target_feature(enable = "avx2")]
        fn with_avx2(proof: Avx2, points: &[Points], counts: &mut [Counts]) {
            several::<Eight>(proof, points, counts);
        }
        // SAFETY: `self` proves that the machine has AVX2, the one feature the function is compiled for.
        unsafe { with_avx2(self, points, counts) }
    }
}

/// Calls an intrinsic whose only condition is AVX2.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: the intrinsics used here ask for nothing but AVX2: they take registers and no pointers. Each call
        // stands in a function that was given an `Eight`, an `EightWide` or an `Avx2`. The fields of the first two are
        // private to this file, and every function that makes one takes such a value itself. So each of them goes back
        // to an `Avx2`, which only detection makes.
        unsafe { $call }
    };
}

/// Eight numbers below 2^32.
#[derive(Clone, Copy)]
pub(super) struct Eight(__m256i);

/// Eight numbers below 2^64: the first four, the last four.
#[derive(Clone, Copy)]
pub(super) struct EightWide(__m256i, __m256i);

/// An operator on each register of a vector.
macro_rules! operator {
    ($vector:ident($($register:tt),+), $trait:ident, $name:ident, $by:ident) => {
        impl $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self($(avx2!($by(self.$register, other.$register))),+)
            }
        }
    };
}

operator!(Eight(0), Add, add, _mm256_add_epi32);
operator!(Eight(0), Sub, sub, _mm256_sub_epi32);
operator!(Eight(0), BitAnd, bitand, _mm256_and_si256);
operator!(EightWide(0, 1), Add, add, _mm256_add_epi64);
operator!(EightWide(0, 1), Sub, sub, _mm256_sub_epi64);

impl Lanes for Eight {
    const LANES: usize = 8;

    type Wide = EightWide;
    type Proof = Avx2;

    #[inline(always)]
    fn load(_: Avx2, numbers: &[u32]) -> Self {
        let at = |lane: usize| numbers[lane].cast_signed();
        Self(avx2!(_mm256_setr_epi32(at(0), at(4), at(1), at(5), at(2), at(6), at(3), at(7))))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(avx2!(_mm256_mullo_epi32(self.0, other.0)))
    }

    /// The numbers as lower halves. Above the first four lie the last four, which a product does not read.
    #[inline(always)]
    fn factor(self) -> EightWide {
        EightWide(self.0, avx2!(_mm256_srli_epi64::<32>(self.0)))
    }

    #[inline(always)]
    fn product(one: EightWide, other: EightWide) -> EightWide {
        EightWide(avx2!(_mm256_mul_epu32(one.0, other.0)), avx2!(_mm256_mul_epu32(one.1, other.1)))
    }

    #[inline(always)]
    fn add_to(wide: EightWide, sums: &mut [u64]) {
        let numbers = [
            avx2!(_mm256_extract_epi64::<0>(wide.0)),
            avx2!(_mm256_extract_epi64::<1>(wide.0)),
            avx2!(_mm256_extract_epi64::<2>(wide.0)),
            avx2!(_mm256_extract_epi64::<3>(wide.0)),
            avx2!(_mm256_extract_epi64::<0>(wide.1)),
            avx2!(_mm256_extract_epi64::<1>(wide.1)),
            avx2!(_mm256_extract_epi64::<2>(wide.1)),
            avx2!(_mm256_extract_epi64::<3>(wide.1)),
        ];
        let sums = &mut sums[..8];
        for lane in 0..8 {
            sums[lane] = sums[lane].wrapping_add(numbers[lane].cast_unsigned());
        }
    }
}
