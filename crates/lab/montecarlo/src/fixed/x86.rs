//! Lanes in registers of AVX2 and of AVX-512. Unsafe for what the compiler cannot see; knows no cards.
#![allow(
    unsafe_code,
    reason = "std::arch is unsafe where the compiler cannot see that the machine has the instructions"
)]
#![allow(clippy::wildcard_imports, reason = "each operation here is an intrinsic, and has the name of one")]

use core::arch::x86_64::*;
use core::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::block::{Block, Cells, deal};
use super::lanes::{Lanes, Words};

/// Calls intrinsics whose only condition is the instructions of the set at hand.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: the intrinsics have no condition but their target features: `avx2` for those of 256 bits, `avx512f`
        // and `avx512bw` for those of 512 bits. A register of that set stands in the call, or the proof beside it;
        // registers are only made from a proof, and a proof only where all features of the set are detected.
        unsafe { $call }
    };
}

/// Operators that one intrinsic computes.
macro_rules! operators {
    ($vector:ident: $($trait:ident::$name:ident = $by:ident),+) => {
        $(impl $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(intrinsic!($by(self.0, other.0)))
            }
        })+
    };
}

/// The proof that this machine has a set of instructions, and the registers of the set as numbers of 16 and of 32 bits.
/// One text serves both sets, so that each `unsafe` block stands once.
///
/// ```text
/// Avx2 has "avx2", in __m256i              the proof, the target features with `and` between them, the register
///
/// /// Sixteen numbers of 16 bits.
/// Sixteen: 16 lanes, {                     a register as numbers of 16 bits, and how many
///     splat: _mm256_set1_epi16,            the intrinsics of `Lanes::splat` and of `Lanes::half`
///     half: _mm256_srli_epi16,
///     low: _mm256_mullo_epi16, ..;         methods of `Lanes` that one intrinsic of both numbers computes
///     Add::add = _mm256_add_epi16, ..      operators that one intrinsic computes
/// } { fn below(self, other: Self) .. }     all other methods of `Lanes`: not only their intrinsics differ
///
/// /// Eight numbers of 32 bits.
/// EightWords: 8 lanes, {                   the same register as numbers of 32 bits, and how many
///     splat: _mm256_set1_epi32,            the intrinsics of `Words::splat`, of `+` and of `^`
///     add: _mm256_add_epi32, xor: _mm256_xor_si256
/// } { fn counting(..) .. }                 all other methods of `Words`
/// ```
macro_rules! instruction_set {
    (
        $set:ident has $($feature:tt)and+, in $register:ident
        $(#[doc = $about_numbers:literal])+
        $numbers:ident: $lanes:literal lanes, {
            splat: $splat:ident, half: $half:ident, $($product:ident: $products:ident),+;
            $($operator:ident::$operation:ident = $by:ident),+
        } { $($of_numbers:item)+ }
        $(#[doc = $about_words:literal])+
        $words:ident: $word_lanes:literal lanes, {
            splat: $splat_words:ident, add: $add_words:ident, xor: $xor_words:ident
        } { $($of_words:item)+ }
    ) => {
        /// Proof that this machine has the instructions. Only detection makes one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) struct $set(());

        impl $set {
            pub(super) fn detect() -> Option<Self> {
                ($(std::arch::is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }

            /// As [`deal`], as many shoes at once as a register has lanes.
            pub(super) fn deal<const CUTS: usize>(self, block: &Block<CUTS>, cells: &mut Cells) {
                $(#[target_feature(enable = $feature)])+
                fn with_instructions<const CUTS: usize>(proof: $set, block: &Block<CUTS>, cells: &mut Cells) {
                    deal::<$numbers, CUTS>(proof, block, cells);
                }
                // SAFETY: the function is compiled for the target features that the set names: `avx2`, or `avx512f` and
                // `avx512bw`. `self` is only made where `detect` finds all of them.
                unsafe { with_instructions(self, block, cells) }
            }
        }

        $(#[doc = $about_numbers])+
        #[derive(Clone, Copy)]
        pub(super) struct $numbers($register);

        $(#[doc = $about_words])+
        #[derive(Clone, Copy)]
        pub(super) struct $words($register);

        operators!($numbers: $($operator::$operation = $by),+);
        operators!($words: Add::add = $add_words, BitXor::bitxor = $xor_words);

        impl Lanes for $numbers {
            const LANES: usize = $lanes;

            type Proof = $set;
            type Words = $words;

            #[inline(always)]
            fn splat(_: $set, number: u16) -> Self {
                Self(intrinsic!($splat(number.cast_signed())))
            }

            #[inline(always)]
            fn load(_: $set, numbers: &[u16]) -> Self {
                let mut copy = [0; $lanes];
                copy.copy_from_slice(&numbers[..$lanes]);
                // SAFETY: both have as many bytes, and any bytes are a valid register. The proof says that the machine
                // has `avx2`, or `avx512f` and `avx512bw`, and with them this register.
                Self(unsafe { core::mem::transmute::<[u16; $lanes], $register>(copy) })
            }

            #[inline(always)]
            fn store(self, places: &mut [u16]) {
                // SAFETY: both have as many bytes, and any bytes are valid numbers. The register was made from a proof
                // of `avx2`, or of `avx512f` and `avx512bw`.
                let numbers = unsafe { core::mem::transmute::<$register, [u16; $lanes]>(self.0) };
                places[..$lanes].copy_from_slice(&numbers);
            }

            $(#[inline(always)]
            fn $product(self, other: Self) -> Self {
                Self(intrinsic!($products(self.0, other.0)))
            })+

            #[inline(always)]
            fn half(self) -> Self {
                Self(intrinsic!($half::<1>(self.0)))
            }

            $(#[inline(always)] $of_numbers)+
        }

        impl Words for $words {
            const LANES: usize = $word_lanes;

            type Proof = $set;

            #[inline(always)]
            fn splat(_: $set, number: u32) -> Self {
                Self(intrinsic!($splat_words(number.cast_signed())))
            }

            #[inline(always)]
            fn store(self, halves: &mut [u16]) {
                $numbers(self.0).store(halves);
            }

            $(#[inline(always)] $of_words)+
        }
    };
}

instruction_set! {
    Avx2 has "avx2", in __m256i

    /// Sixteen numbers of 16 bits.
    Sixteen: 16 lanes, {
        splat: _mm256_set1_epi16, half: _mm256_srli_epi16, low: _mm256_mullo_epi16, high: _mm256_mulhi_epu16;
        Add::add = _mm256_add_epi16, Sub::sub = _mm256_sub_epi16,
        BitAnd::bitand = _mm256_and_si256, BitOr::bitor = _mm256_or_si256, BitXor::bitxor = _mm256_xor_si256
    } {
        fn below(self, other: Self) -> Self {
            Self(intrinsic!(_mm256_cmpgt_epi16(other.0, self.0)))
        }

        fn below_any(self, other: Self) -> Self {
            // The comparison is of signed numbers; with the top bits turned over, they are in the order of unsigned
            // ones.
            let top = Self(intrinsic!(_mm256_set1_epi16(i16::MIN)));
            (self ^ top).below(other ^ top)
        }

        fn equal(self, other: Self) -> Self {
            Self(intrinsic!(_mm256_cmpeq_epi16(self.0, other.0)))
        }

        fn any(self) -> bool {
            intrinsic!(_mm256_testz_si256(self.0, self.0)) == 0
        }
    }

    /// Eight numbers of 32 bits.
    EightWords: 8 lanes, {
        splat: _mm256_set1_epi32, add: _mm256_add_epi32, xor: _mm256_xor_si256
    } {
        fn counting(proof: Avx2, first: u32) -> Self {
            Self::splat(proof, first) + Self(intrinsic!(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)))
        }

        fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self {
            let left = intrinsic!(_mm256_slli_epi32::<LEFT>(self.0));
            Self(intrinsic!(_mm256_or_si256(left, _mm256_srli_epi32::<RIGHT>(self.0))))
        }

        fn turn_16(self) -> Self {
            let bytes = intrinsic!(_mm256_setr_epi8(
                2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15,
                12, 13,
            ));
            Self(intrinsic!(_mm256_shuffle_epi8(self.0, bytes)))
        }

        fn turn_8(self) -> Self {
            let bytes = intrinsic!(_mm256_setr_epi8(
                3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12,
                13, 14,
            ));
            Self(intrinsic!(_mm256_shuffle_epi8(self.0, bytes)))
        }
    }
}

instruction_set! {
    Avx512 has "avx512f" and "avx512bw", in __m512i

    /// Thirty-two numbers of 16 bits.
    ThirtyTwo: 32 lanes, {
        splat: _mm512_set1_epi16, half: _mm512_srli_epi16, low: _mm512_mullo_epi16, high: _mm512_mulhi_epu16;
        Add::add = _mm512_add_epi16, Sub::sub = _mm512_sub_epi16,
        BitAnd::bitand = _mm512_and_si512, BitOr::bitor = _mm512_or_si512, BitXor::bitxor = _mm512_xor_si512
    } {
        fn below(self, other: Self) -> Self {
            Self(intrinsic!(_mm512_movm_epi16(_mm512_cmplt_epi16_mask(self.0, other.0))))
        }

        fn below_any(self, other: Self) -> Self {
            Self(intrinsic!(_mm512_movm_epi16(_mm512_cmplt_epu16_mask(self.0, other.0))))
        }

        fn equal(self, other: Self) -> Self {
            Self(intrinsic!(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(self.0, other.0))))
        }

        fn any(self) -> bool {
            intrinsic!(_mm512_test_epi16_mask(self.0, self.0)) != 0
        }

        fn cut(self, cut: &mut Self, kind: &mut Self) {
            // Comparisons go through mask registers here; one less what is left of a saturating difference is quicker.
            let more = intrinsic!(_mm512_subs_epu16(cut.0, self.0));
            let one = Self(intrinsic!(_mm512_min_epu16(more, _mm512_set1_epi16(1))));
            *cut = *cut - one;
            *kind = *kind - one;
        }
    }

    /// Sixteen numbers of 32 bits.
    SixteenWords: 16 lanes, {
        splat: _mm512_set1_epi32, add: _mm512_add_epi32, xor: _mm512_xor_si512
    } {
        fn counting(proof: Avx512, first: u32) -> Self {
            let lanes = intrinsic!(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
            Self::splat(proof, first) + Self(lanes)
        }

        fn turn<const LEFT: i32, const RIGHT: i32>(self) -> Self {
            Self(intrinsic!(_mm512_rol_epi32::<LEFT>(self.0)))
        }
    }
}
