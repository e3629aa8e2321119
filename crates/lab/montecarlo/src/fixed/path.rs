//! Which instructions deal. All of them deal the same coups.

use super::block::{Block, Cells, deal};
use super::lanes::Plain;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};

/// A way to deal. Every machine has the portable one, and all deal the same coups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Way);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// Plain Rust, eight shoes at once.
    pub const PORTABLE: Self = Self(Way::Portable);

    /// AVX2, sixteen shoes at once, if this machine has it.
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return Avx2::detect().map(|proof| Self(Way::Avx2(proof)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// AVX-512, 32 shoes at once, if this machine has it.
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return Avx512::detect().map(|proof| Self(Way::Avx512(proof)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// All paths of this machine, the slowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Some(Self::PORTABLE), Self::avx2(), Self::avx512()].into_iter().flatten()
    }

    /// The fastest this machine has.
    pub fn fastest() -> Self {
        Self::all().last().unwrap_or(Self::PORTABLE)
    }

    pub(super) fn deal<const CUTS: usize>(self, block: &Block<CUTS>, cells: &mut Cells) {
        match self.0 {
            Way::Portable => deal::<Plain, CUTS>((), block, cells),
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(proof) => proof.deal(block, cells),
            #[cfg(target_arch = "x86_64")]
            Way::Avx512(proof) => proof.deal(block, cells),
        }
    }
}
