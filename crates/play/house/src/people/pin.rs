//! The PIN with which a dealer logs in at a table: which ones are accepted, and how wrong tries are counted. Knows no
//! store.

use serde::{Deserialize, Serialize};
use table::StaffId;

/// How many digits a PIN has.
pub const PIN_DIGITS: usize = 6;
/// After how many wrong tries in a row a PIN no longer counts, until a supervisor unlocks it.
pub const PIN_TRIES: u8 = 5;

/// That a dealer may log in with a PIN, as the log of the house has it. The PIN itself is in no log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealerPin {
    /// The dealer.
    pub dealer: StaffId,
    /// Who chose the PIN last, and so knows it: the dealer, or a supervisor.
    pub set_by: StaffId,
}

/// Whether a dealer can log in with a PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PinStanding {
    /// They have none.
    None,
    /// They have one.
    Set,
    /// They have one, and it was wrong too often.
    Locked,
}

/// The body of a PIN credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PinBody {
    /// The Argon2id hash of the PIN, in the PHC string format.
    pub(super) hash: String,
    /// How many tries were wrong since the last right one, or are judged just now. In the store, because a count in
    /// memory would let somebody guess on after each restart.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) tries: u8,
}

impl PinBody {
    /// A PIN that nobody has tried.
    pub(super) const fn new(hash: String) -> Self {
        Self { hash, tries: 0 }
    }

    pub(super) const fn standing(&self) -> PinStanding {
        if self.tries < PIN_TRIES { PinStanding::Set } else { PinStanding::Locked }
    }

    /// The same with one more try; none when it is locked.
    pub(super) fn tried(&self) -> Option<Self> {
        let tries = self.tries.checked_add(1).filter(|tries| *tries <= PIN_TRIES)?;
        Some(Self { tries, ..self.clone() })
    }

    /// The same without the last try, because nobody judged it.
    pub(super) fn given_back(&self) -> Self {
        Self { tries: self.tries.saturating_sub(1), ..self.clone() }
    }

    /// The same without any wrong try.
    pub(super) fn unlocked(&self) -> Self {
        Self { tries: 0, ..self.clone() }
    }
}

/// Whether a new PIN is accepted: so many digits, not one digit alone, and no straight run up or down.
pub(super) fn is_accepted(pin: &str) -> bool {
    let digits = pin.as_bytes();
    let runs = |step: i16| {
        let follows = |pair: &[u8]| i16::from(pair[1]) == i16::from(pair[0]).saturating_add(step);
        digits.windows(2).all(follows)
    };
    digits.len() == PIN_DIGITS && digits.iter().all(u8::is_ascii_digit) && ![-1, 0, 1].into_iter().any(runs)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(tries: &u8) -> bool {
    *tries == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_has_six_digits_that_are_no_first_guess() {
        for (pin, expected) in [
            ("402917", true),
            ("001122", true),
            ("123457", true),
            ("000000", false),
            ("777777", false),
            ("123456", false),
            ("987654", false),
            ("40291", false),
            ("4029170", false),
            ("40291a", false),
            ("４０２９１７", false),
            ("", false),
        ] {
            assert_eq!(is_accepted(pin), expected, "{pin:?}");
        }
    }

    #[test]
    fn five_tries_lock_a_pin() {
        let mut body = PinBody::new("hash".to_owned());
        for _ in 0..PIN_TRIES {
            assert_eq!(body.standing(), PinStanding::Set);
            body = body.tried().expect("another try");
        }
        assert_eq!((body.standing(), body.tried()), (PinStanding::Locked, None));
        assert_eq!(body.given_back().standing(), PinStanding::Set);
        assert_eq!(body.unlocked(), PinBody::new("hash".to_owned()));
    }
}
