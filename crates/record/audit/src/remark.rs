//! Remarks: valid entries that deserve a look.

use crate::deviation::Place;

/// A remark about a valid entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The entry.
    pub place: Place,
    /// What deserves a look.
    pub text: String,
}
