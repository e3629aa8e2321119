//! Thirty-two lanes in a register of AVX-512. Unsafe for what the compiler cannot see; knows no cards.
#![allow(
    unsafe_code,
    reason = "std::arch is unsafe where the compiler cannot see that the machine has AVX-512"
)]

use core::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_and_si512, _mm512_cmpeq_epi16_mask,
    _mm512_cmplt_epi16_mask, _mm512_cmplt_epu16_mask, _mm512_min_epu16, _mm512_movm_epi16,
    _mm512_mulhi_epu16, _mm512_mullo_epi16, _mm512_or_si512, _mm512_rol_epi32, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_setr_epi32, _mm512_srli_epi16, _mm512_sub_epi16, _mm512_subs_epu16,
    _mm512_test_epi16_mask, _mm512_xor_si512,
};
use core::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::block::{Block, Cells, deal};
use super::lanes::{Lanes, Words};

/// Proof that this machine has AVX-512 F and BW. Only [`Avx512::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let has_both =
            std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512bw");
        has_both.then_some(Self(()))
    }

    /// As [`deal`], 32 shoes at once.
    pub(super) fn deal<const CUTS: usize>(self, block: &Block<CUTS>, cells: &mut Cells) {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn with_avx512<const CUTS: usize>(proof: Avx512, block: &Block<CUTS>, cells: &mut Cells) {
            deal::<ThirtyTwo, CUTS>(proof, block, cells);
        }
        // SAFETY: `self` proves that the machine has AVX-512 F and BW, the features the function is compiled for.
        unsafe { with_avx512(self, block, cells) }
    }
}

/// Calls intrinsics whose only condition is AVX-512 F and BW.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: the intrinsic has no condition but AVX-512 F and BW. A value of `ThirtyTwo` or `SixteenWords` stands
        // in the call or an `Avx512` beside it; the former are only made from the latter, which only
        // detection makes.
        unsafe { $call }
    };
}

/// Thirty-two numbers of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct ThirtyTwo(__m512i);

/// Sixteen numbers of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct SixteenWords(__m512i);

macro_rules! operator {
    ($vector:ident, $trait:ident, $name:ident, $by:ident) => {
        impl $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(avx512!($by(self.0, other.0)))
            }
        }
    };
}

operator!(ThirtyTwo, Add, add, _mm512_add_epi16);
operator!(ThirtyTwo, Sub, sub, _mm512_sub_epi16);
operator!(ThirtyTwo, BitAnd, bitand, _mm512_and_si512);
operator!(ThirtyTwo, BitOr, bitor, _mm512_or_si512);
operator!(ThirtyTwo, BitXor, bitxor, _mm512_xor_si512);
operator!(SixteenWords, Add, add, _mm512_add_epi32);
operator!(SixteenWords, BitXor, bitxor, _mm512_xor_si512);

#[inline(always)]
fn to_memory(register: __m512i, places: &mut [u16]) {
    // SAFETY: both are 64 bytes, of which any are numbers.
    let numbers = unsafe { core::mem::transmute::<__m512i, [u16; 32]>(register) };
    places[..32].copy_from_slice(&numbers);
}

impl Lanes for ThirtyTwo {
    const LANES: usize = 32;

    type Proof = Avx512;
    type Words = SixteenWords;

    #[inline(always)]
    fn splat(_: Avx512, number: u16) -> Self {
        Self(avx512!(_mm512_set1_epi16(number.cast_signed())))
    }

    #[inline(always)]
    fn load(_: Avx512, numbers: &[u16]) -> Self {
        let mut copy = [0; 32];
        copy.copy_from_slice(&numbers[..32]);
        // SAFETY: both are 64 bytes, of which any are a register. That there are such registers, `Avx512` proves.
        Self(unsafe { core::mem::transmute::<[u16; 32], __m512i>(copy) })
    }

    #[inline(always)]
    fn store(self, places: &mut [u16]) {
        to_memory(self.0, places);
    }

    #[inline(always)]
    fn low(self, other: Self) -> Self {
        Self(avx512!(_mm512_mullo_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn high(self, other: Self) -> Self {
        Self(avx512!(_mm512_mulhi_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn half(self) -> Self {
        Self(avx512!(_mm512_srli_epi16::<1>(self.0)))
    }

    #[inline(always)]
    fn below(self, other: Self) -> Self {
        Self(avx512!(_mm512_movm_epi16(_mm512_cmplt_epi16_mask(self.0, other.0))))
    }

    #[inline(always)]
    fn below_any(self, other: Self) -> Self {
        Self(avx512!(_mm512_movm_epi16(_mm512_cmplt_epu16_mask(self.0, other.0))))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(avx512!(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(self.0, other.0))))
    }

    #[inline(always)]
    fn any(self) -> bool {
        avx512!(_mm512_test_epi16_mask(self.0, self.0)) != 0
    }

    #[inline(always)]
    fn cut(self, cut: &mut Self, kind: &mut Self) {
        // Comparisons go through mask registers here; one less what is left of a saturating difference is quicker.
        let more = avx512!(_mm512_subs_epu16(cut.0, self.0));
        let one = Self(avx512!(_mm512_min_epu16(more, _mm512_set1_epi16(1))));
        *cut = *cut - one;
        *kind = *kind - one;
    }
}

impl Words for SixteenWords {
    const LANES: usize = 16;

    type Proof = Avx512;

    #[inline(always)]
    fn splat(_: Avx512, number: u32) -> Self {
        Self(avx512!(_mm512_set1_epi32(number.cast_signed())))
    }

    #[inline(always)]
    fn counting(proof: Avx512, first: u32) -> Self {
        let lanes = avx512!(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        Self::splat(proof, first) + Self(lanes)
    }

    #[inline(always)]
    fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        Self(avx512!(_mm512_rol_epi32::<LEFT>(self.0)))
    }

    #[inline(always)]
    fn store(self, halves: &mut [u16]) {
        to_memory(self.0, halves);
    }
}
