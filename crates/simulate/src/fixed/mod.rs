//! A fixed number of coups of each shoe, tallied so that every spot can be held against its exact law.
//!
//! Knows no burn and no cut card: where a shoe ends depends on its cards, and that shifts what its coups come to.
