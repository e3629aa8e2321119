//! How a writer finds out whether what a table's unit adds is there already. Pure; knows no database.
//!
//! Slips and transfers have keys that are unique. So a writer may take for new what it does not remember: if it is
//! there already, its transaction fails, and is done again with a look at all of it. What is not written must be looked
//! for: whatever may come to nothing, and everything of a unit before it is refused or called a repeat.

use ledger::TransferRequest;

/// For how many transactions a writer looks, once something was there already: repeats come together.
const WARY: u32 = 256;

/// Where to look for what seems new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
    /// In memory.
    Remembered,
    /// In the rows as well.
    #[default]
    Everywhere,
}

impl Look {
    /// Whether to look for a posting in the rows.
    pub(crate) fn reaches(self, posting: &TransferRequest) -> bool {
        self == Self::Everywhere || posting.action.may_come_to_nothing()
    }
}

/// For how many transactions more a writer looks before it writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wariness(u32);

impl Wariness {
    /// Where the writer looks now.
    pub(crate) const fn look(self) -> Look {
        if self.0 == 0 { Look::Remembered } else { Look::Everywhere }
    }

    /// Something was there already, or may have been.
    pub(crate) const fn wake(&mut self) {
        self.0 = WARY;
    }

    /// A transaction went through.
    pub(crate) const fn calm(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }
}
