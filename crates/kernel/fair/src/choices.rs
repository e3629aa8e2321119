//! Among how many shoes the house could choose by withholding nonces that were its own.

/// Why there is no number of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoicesError {
    /// More nonces are missing than were pledged.
    #[error("{missing} of {pledged} pledged nonces cannot be missing")]
    Missing {
        /// How many were pledged.
        pledged: u16,
        /// How many were not revealed.
        missing: u16,
    },
    /// The number is 2^128 or more.
    #[error("the number of choices is 2^128 or more")]
    TooMany,
}

/// `C(n, 0) + C(n, 1) + .. + C(n, m)` for `n` pledged nonces of which `m` are missing: the sets of up to `m` nonces
/// that the house could have withheld. It is not `2^m`, because the house also chose which ones to withhold.
///
/// # Errors
/// [`ChoicesError`].
///
/// ```
/// assert_eq!(punto_fair::choices(3, 1), Ok(4));
/// assert_eq!(punto_fair::choices(256, 0), Ok(1));
/// ```
pub fn choices(pledged: u16, missing: u16) -> Result<u128, ChoicesError> {
    if missing > pledged {
        return Err(ChoicesError::Missing { pledged, missing });
    }
    // A row of Pascal's triangle up to entry `missing`. A row's entries are at most those of the last row, so that what
    // does not fit here would not fit there.
    let mut row = vec![0_u128; usize::from(missing).saturating_add(1)];
    if let Some(first) = row.first_mut() {
        *first = 1;
    }
    for _ in 0..pledged {
        let mut left = 0_u128;
        for entry in &mut row {
            let above = *entry;
            *entry = above.checked_add(left).ok_or(ChoicesError::TooMany)?;
            left = above;
        }
    }
    row.iter().try_fold(0_u128, |sum, entry| sum.checked_add(*entry)).ok_or(ChoicesError::TooMany)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_that_could_be_withheld_are_counted() {
        for (pledged, missing, expected) in [
            (0, 0, 1),
            (1, 1, 2),
            (3, 1, 4),
            (3, 2, 7),
            (3, 3, 8),
            (10, 2, 56),
            (256, 1, 257),
            (127, 127, 1 << 127),
        ] {
            assert_eq!(choices(pledged, missing), Ok(expected), "{pledged} {missing}");
        }
        // C(256, 0) to C(256, 3).
        assert_eq!(choices(256, 3), Ok(1 + 256 + 32_640 + 2_763_520));
    }

    #[test]
    fn what_has_no_number_is_said_plainly() {
        assert_eq!(choices(2, 3), Err(ChoicesError::Missing { pledged: 2, missing: 3 }));
        assert_eq!(choices(128, 128), Err(ChoicesError::TooMany));
        assert_eq!(choices(256, 256), Err(ChoicesError::TooMany));
        assert!(ChoicesError::TooMany.to_string().contains("2^128"));
    }
}
