//! What an audit says of entries that are as they should be, and still worth a look. Data only.

use crate::deviation::Place;

/// A remark about an entry. It is no deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where.
    pub place: Place,
    /// What there is to say.
    pub text: String,
}
