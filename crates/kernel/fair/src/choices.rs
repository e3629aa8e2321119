//! Among how many shoes the house could choose, if not all numbers of patrons were its own.

/// `2^(n - 1)` for `n` pledged nonces, one of which at least is not the house's; none where that is 2^128 or more.
///
/// A house may hold the others. It reveals or withholds each of them after it has seen all the rest, so it can compare
/// a shoe for every set of them, also when it then withholds none. How many were withheld does not change this number.
///
/// ```
/// assert_eq!(punto_fair::choices(1), Some(1));
/// assert_eq!(punto_fair::choices(3), Some(4));
/// assert_eq!(punto_fair::choices(129), None);
/// ```
pub const fn choices(pledged: u16) -> Option<u128> {
    match pledged {
        0 => Some(1),
        1..=128 => Some(1 << pledged.saturating_sub(1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_of_the_numbers_that_may_be_the_house_s_are_counted() {
        // By trying: the house holds all nonces but the first, and withholds any set of them.
        for pledged in 1..=10_u16 {
            let sets = (0..1_u128 << pledged).filter(|revealed| revealed & 1 == 1).count();
            assert_eq!(choices(pledged), u128::try_from(sets).ok(), "{pledged}");
        }
        assert_eq!((choices(0), choices(128), choices(129)), (Some(1), Some(1 << 127), None));
    }
}
