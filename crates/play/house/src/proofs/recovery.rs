//! What an operator says about a house that did not stop by itself. Data only.

/// Why shoes are to be given up when a house is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// The key that locks the secrets of shoes is lost: each shoe whose secret does not open is given up.
    pub key_lost: bool,
    /// The store was restored from a back-up, so that the secrets of its shoes may be public: each shoe that is open or
    /// committed is given up.
    pub restored: bool,
}
