//! A value of JSON as it was read. Knows no shape that it should have.

/// A value of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number from 0 that fits, written without a fraction and an exponent.
    Number(u64),
    /// Any other number. Nothing here uses one.
    OtherNumber,
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object: its fields in their order, also those of one name.
    Record(Vec<(String, Value)>),
}
