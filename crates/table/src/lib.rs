//! A baccarat table without input or output: decide, apply, view.
