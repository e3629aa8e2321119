//! How much of each coup is counted.

/// What a tally tells of a coup. The more it tells, the longer it takes; the coups of a seed are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Both totals and who drew a third card. Pairs are not seen.
    Totals,
    /// Pairs as well. All of them are counted as plain.
    Ranks,
    /// Pairs and perfect pairs as well.
    Cards,
}
