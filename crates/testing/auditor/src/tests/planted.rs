//! The shape of a mistake that a test plants in the small house.

/// What is planted, the SQL that plants it, the law that finds it, a part of the deviation.
pub(super) type Planted = [&'static str; 4];

/// Money that moves for a wrong reason, with balances to match: only its meaning gives it away. After what is
/// planted: kind, from, to, amount, the transfer it is about, the event it names; law, a part of the deviation.
pub(super) type Forged = (&'static str, &'static str, [i64; 3], Option<i64>, Option<i64>, [&'static str; 2]);
