//! Sixteen lanes in a register of AVX2. Unsafe for what the compiler cannot see; knows no cards.
#![allow(unsafe_code, reason = "std::arch is unsafe where the compiler cannot see that the machine has AVX2")]

use core::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_cmpeq_epi16, _mm256_cmpgt_epi16,
    _mm256_mulhi_epu16, _mm256_mullo_epi16, _mm256_or_si256, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setr_epi8, _mm256_setr_epi32, _mm256_shuffle_epi8, _mm256_slli_epi32, _mm256_srli_epi16,
    _mm256_srli_epi32, _mm256_sub_epi16, _mm256_testz_si256, _mm256_xor_si256,
};
use core::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::block::{Block, Cells, deal};
use super::lanes::{Lanes, Words};

/// Proof that this machine has AVX2. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// As [`deal`], sixteen shoes at once.
    pub(super) fn deal<const CUTS: usize>(self, block: &Block<CUTS>, cells: &mut Cells) {
        #[target_feature(enable = "avx2")]
        fn with_avx2<const CUTS: usize>(proof: Avx2, block: &Block<CUTS>, cells: &mut Cells) {
            deal::<Sixteen, CUTS>(proof, block, cells);
        }
        // SAFETY: `self` proves that the machine has AVX2, the one feature the function is compiled for.
        unsafe { with_avx2(self, block, cells) }
    }
}

/// Calls intrinsics whose only condition is AVX2.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: the intrinsic has no condition but AVX2. A value of `Sixteen` or `EightWords` stands in the call or
        // an `Avx2` beside it; the former are only made from the latter, which only detection makes.
        unsafe { $call }
    };
}

/// Sixteen numbers of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(__m256i);

/// Eight numbers of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct EightWords(__m256i);

macro_rules! operator {
    ($vector:ident, $trait:ident, $name:ident, $by:ident) => {
        impl $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(avx2!($by(self.0, other.0)))
            }
        }
    };
}

operator!(Sixteen, Add, add, _mm256_add_epi16);
operator!(Sixteen, Sub, sub, _mm256_sub_epi16);
operator!(Sixteen, BitAnd, bitand, _mm256_and_si256);
operator!(Sixteen, BitOr, bitor, _mm256_or_si256);
operator!(Sixteen, BitXor, bitxor, _mm256_xor_si256);
operator!(EightWords, Add, add, _mm256_add_epi32);
operator!(EightWords, BitXor, bitxor, _mm256_xor_si256);

#[inline(always)]
fn to_memory(register: __m256i, places: &mut [u16]) {
    // SAFETY: both are 32 bytes, of which any are numbers.
    let numbers = unsafe { core::mem::transmute::<__m256i, [u16; 16]>(register) };
    places[..16].copy_from_slice(&numbers);
}

impl Lanes for Sixteen {
    const LANES: usize = 16;

    type Proof = Avx2;
    type Words = EightWords;

    #[inline(always)]
    fn splat(_: Avx2, number: u16) -> Self {
        Self(avx2!(_mm256_set1_epi16(number.cast_signed())))
    }

    #[inline(always)]
    fn load(_: Avx2, numbers: &[u16]) -> Self {
        let mut copy = [0; 16];
        copy.copy_from_slice(&numbers[..16]);
        // SAFETY: both are 32 bytes, of which any are a register. That there are such registers, `Avx2` proves.
        Self(unsafe { core::mem::transmute::<[u16; 16], __m256i>(copy) })
    }

    #[inline(always)]
    fn store(self, places: &mut [u16]) {
        to_memory(self.0, places);
    }

    #[inline(always)]
    fn low(self, other: Self) -> Self {
        Self(avx2!(_mm256_mullo_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn high(self, other: Self) -> Self {
        Self(avx2!(_mm256_mulhi_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn half(self) -> Self {
        Self(avx2!(_mm256_srli_epi16::<1>(self.0)))
    }

    #[inline(always)]
    fn below(self, other: Self) -> Self {
        Self(avx2!(_mm256_cmpgt_epi16(other.0, self.0)))
    }

    #[inline(always)]
    fn below_any(self, other: Self) -> Self {
        // The comparison is of signed numbers; with the top bits turned over, they are in the order of unsigned ones.
        let top = Self(avx2!(_mm256_set1_epi16(i16::MIN)));
        (self ^ top).below(other ^ top)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(avx2!(_mm256_cmpeq_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn any(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0)) == 0
    }
}

impl Words for EightWords {
    const LANES: usize = 8;

    type Proof = Avx2;

    #[inline(always)]
    fn splat(_: Avx2, number: u32) -> Self {
        Self(avx2!(_mm256_set1_epi32(number.cast_signed())))
    }

    #[inline(always)]
    fn counting(proof: Avx2, first: u32) -> Self {
        Self::splat(proof, first) + Self(avx2!(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)))
    }

    #[inline(always)]
    fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        let (left, right) =
            (avx2!(_mm256_slli_epi32::<LEFT>(self.0)), avx2!(_mm256_srli_epi32::<RIGHT>(self.0)));
        Self(avx2!(_mm256_or_si256(left, right)))
    }

    #[inline(always)]
    fn turn_16(self) -> Self {
        let bytes = avx2!(_mm256_setr_epi8(
            2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14,
            15, 12, 13,
        ));
        Self(avx2!(_mm256_shuffle_epi8(self.0, bytes)))
    }

    #[inline(always)]
    fn turn_8(self) -> Self {
        let bytes = avx2!(_mm256_setr_epi8(
            3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15,
            12, 13, 14,
        ));
        Self(avx2!(_mm256_shuffle_epi8(self.0, bytes)))
    }

    #[inline(always)]
    fn store(self, halves: &mut [u16]) {
        to_memory(self.0, halves);
    }
}
