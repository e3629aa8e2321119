//! How much of each coup is counted.

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
