//! What one source of a configuration gives, before it is read.

use std::path::PathBuf;

use super::key::Key;

/// One setting as somebody gave it.
pub(super) struct Given {
    /// Which one.
    pub(super) key: &'static Key,
    /// Where it was given, for messages.
    pub(super) place: String,
    /// What was given.
    pub(super) value: Value,
}

/// A value before it is read.
pub(super) enum Value {
    /// One text, or those of a list. No text, or one empty text, counts as not given.
    Texts(Vec<String>),
    /// A path that is already complete; none counts as not given.
    Path(Option<PathBuf>),
}

impl Value {
    /// One text.
    pub(super) fn text(text: &str) -> Self {
        Self::Texts(vec![text.to_owned()])
    }

    /// Whether anything is given.
    pub(super) fn is_given(&self) -> bool {
        match self {
            Self::Texts(texts) => texts.iter().any(|text| !text.is_empty()),
            Self::Path(path) => path.is_some(),
        }
    }
}

/// All that one source gave.
pub(super) type Layer = Vec<Given>;
