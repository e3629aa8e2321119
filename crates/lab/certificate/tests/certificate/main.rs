//! Certificates as labs read them: their digests, their figures, their pages.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod digests;
mod figures;
mod pages;
mod support;
