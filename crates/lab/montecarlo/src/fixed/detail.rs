//! How much of each coup is counted.

use odds::{Pair, Pairing};

/// How much a tally distinguishes between coups. More detail takes longer; the coups of a seed stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Both totals and who drew a third card, without pairs.
    Totals,
    /// Pairs as well. All of them are counted as plain.
    Ranks,
    /// Pairs and perfect pairs as well.
    Cards,
}

impl Detail {
    /// The pairing as which a coup of this pairing is counted.
    pub(super) fn counts_as(self, pairing: Pairing) -> Pairing {
        match self {
            Self::Totals => Pairing { pairs: pairing.pairs.map(|_| Pair::None), alike: false },
            Self::Ranks => Pairing { pairs: pairing.pairs.map(|pair| pair.min(Pair::Plain)), ..pairing },
            Self::Cards => pairing,
        }
    }
}
