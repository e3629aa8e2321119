//! What is wrong with a value, and where it stands. Knows no value.

use core::fmt::{self, Display};

/// A value has not the form that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(Box<Fault>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    field: String,
    reason: String,
}

impl Wrong {
    /// The whole value is wrong.
    pub fn new(reason: &dyn Display) -> Self {
        Self(Box::new(Fault { field: String::new(), reason: reason.to_string() }))
    }

    pub(crate) fn at(path: &Path<'_>, reason: &dyn Display) -> Self {
        Self(Box::new(Fault { field: path.to_string(), reason: reason.to_string() }))
    }

    /// The field, such as `shown[3].index`; empty for the whole value.
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// What is wrong with it.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field().is_empty() {
            write!(f, "{}: ", self.field())?;
        }
        f.write_str(self.reason())
    }
}

impl core::error::Error for Wrong {}

/// Where a value stands in the whole one.
pub(crate) enum Path<'a> {
    Whole,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Field(Self::Whole, name) => f.write_str(name),
            Self::Field(within, name) => write!(f, "{within}.{name}"),
            Self::Item(within, index) => write!(f, "{within}[{index}]"),
        }
    }
}
