//! Whether a writer looks for duplicates in the rows or in its cache alone.
//!
//! Slips and transfers have unique keys. So a writer may take for new what its cache does not hold: a duplicate fails
//! its transaction, which is then done again with a look at the rows. A posting that may come to nothing writes no row
//! that would fail, so it is always looked up; so is everything of a unit before it is refused or called a repeat.

use ledger::TransferRequest;

/// For how many transactions a writer looks at the rows after a duplicate: repeats come together.
const AFTER_DUPLICATE: u32 = 256;

/// Where to look for a duplicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// In the cache.
    Cached,
    /// In the rows as well.
    #[default]
    Everywhere,
}

impl Lookup {
    /// Whether to look for a posting in the rows.
    pub(crate) fn reaches(self, posting: &TransferRequest) -> bool {
        self == Self::Everywhere || posting.action.may_come_to_nothing()
    }
}

/// The number of transactions for which a writer still looks at the rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DuplicateCheck(u32);

impl DuplicateCheck {
    /// Where the writer looks now.
    pub(crate) const fn lookup(self) -> Lookup {
        if self.0 == 0 { Lookup::Cached } else { Lookup::Everywhere }
    }

    /// Notes a duplicate, or what may have been one.
    pub(crate) const fn duplicate(&mut self) {
        self.0 = AFTER_DUPLICATE;
    }

    /// Notes a committed transaction.
    pub(crate) const fn committed(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }
}
