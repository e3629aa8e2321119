//! The entry of a shoe that was reviewed. Data only.

use serde::{Deserialize, Serialize};
use table::TableId;

/// That a shoe was reviewed. The entry of it says by whom and when, and has their note as its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeReview {
    /// Its number, from 1.
    pub number: u32,
    /// The table.
    pub table: TableId,
    /// The shoe.
    pub shoe_no: u32,
}

impl ShoeReview {
    /// The name that no other review has: a shoe is reviewed once.
    pub(crate) fn name(table: TableId, shoe_no: u32) -> String {
        format!("{}/{shoe_no}", table.0)
    }
}
