//! The path under which all routes are.

/// The path under which all routes are.
pub(crate) const BASE: &str = "/api/v1";
