//! Time-based one-time passwords (RFC 6238), as authenticator apps show them. Knows no people.
//!
//! HMAC-SHA-1, six digits and steps of 30 seconds: what every app supports.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha1::Sha1;
use table::Timestamp;

/// The length of a step, in milliseconds.
const STEP_MS: i64 = 30_000;
/// How many digits a code has.
const DIGITS: usize = 6;
/// How many steps a code may be early or late.
const TOLERANCE: u64 = 1;

/// The body of a credential of one-time passwords.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TotpBody {
    /// The secret, in Base32 without padding.
    pub secret: String,
    /// The step of the last code that was accepted; a code counts once.
    #[serde(default)]
    pub last_step: u64,
    /// Whether the owner has shown a code of it; before that, nobody is asked for one.
    #[serde(default)]
    pub confirmed: bool,
}

impl TotpBody {
    /// A secret of these bits that waits for its first code. RFC 4226 recommends 160 bits.
    pub fn new(bits: [u8; 20]) -> Self {
        Self { secret: BASE32_NOPAD.encode(&bits), last_step: 0, confirmed: false }
    }

    /// The address that an authenticator app reads, usually as a QR code.
    pub fn url(&self, name: &str) -> String {
        let (name, secret) = (percent_encoded(name), &self.secret);
        format!(
            "otpauth://totp/Punto:{name}?secret={secret}&issuer=Punto&algorithm=SHA1&digits={DIGITS}&period=30"
        )
    }

    /// The code that an app shows at this time; none when the secret or the time cannot be.
    pub fn code(&self, now: Timestamp) -> Option<String> {
        let secret = BASE32_NOPAD.decode(self.secret.as_bytes()).ok()?;
        code_of(&secret, u64::try_from(now.0.checked_div(STEP_MS)?).ok()?)
    }

    /// What takes its place after this code; none when the code is wrong or was used before.
    pub fn accept(&self, code: &str, now: Timestamp) -> Option<Self> {
        let secret = BASE32_NOPAD.decode(self.secret.as_bytes()).ok()?;
        let step = u64::try_from(now.0.checked_div(STEP_MS)?).ok()?;
        let steps = step.saturating_sub(TOLERANCE)..=step.saturating_add(TOLERANCE);
        let step = steps.rev().find(|step| is_code(&secret, *step, code))?;
        let unused = step > self.last_step;
        unused.then(|| Self { last_step: step, confirmed: true, ..self.clone() })
    }
}

impl std::fmt::Debug for TotpBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TotpBody {{ secret: <secret>, last_step: {}, .. }}", self.last_step)
    }
}

/// Whether this is the code of a step. Takes the same time for every code of the right length.
fn is_code(secret: &[u8], step: u64, code: &str) -> bool {
    let Some(expected) = code_of(secret, step) else { return false };
    let differences = expected.bytes().zip(code.bytes()).fold(0, |bits, (one, two)| bits | (one ^ two));
    std::hint::black_box(differences) == 0 && code.len() == DIGITS
}

/// The code of a step: the HOTP value of RFC 4226, section 5.3.
fn code_of(secret: &[u8], step: u64) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).ok()?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest.last()? & 0xf);
    let word: [u8; 4] = digest.get(offset..)?.first_chunk().copied()?;
    let value = (u32::from_be_bytes(word) & 0x7fff_ffff).checked_rem(1_000_000)?;
    Some(format!("{value:0DIGITS$}"))
}

/// The text with everything but unreserved characters (RFC 3986) as percent signs and hex digits.
fn percent_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds.checked_mul(1_000).unwrap())
    }

    /// The secret of the test vectors.
    fn totp() -> TotpBody {
        TotpBody::new(*b"12345678901234567890")
    }

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        // Appendix B has eight digits; six are the last six of them.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert!(totp().accept(code, at(seconds)).is_some(), "{code}");
            assert_eq!(totp().code(at(seconds)).as_deref(), Some(code));
        }
    }

    #[test]
    fn a_code_counts_once_and_within_one_step() {
        let code = "081804";
        for (seconds, accepted) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
            let now = at(1_111_111_109 + seconds);
            assert_eq!(totp().accept(code, now).is_some(), accepted, "{seconds}");
        }
        let now = at(1_111_111_109);
        let used = totp().accept(code, now).unwrap();
        assert!(used.confirmed && used.last_step == 37_037_036);
        assert_eq!(used.accept(code, now), None, "a code counts once");
        assert!(used.accept("050471", at(1_111_111_111)).is_some());
        let later = TotpBody { last_step: 37_037_037, ..used };
        assert_eq!(later.accept(code, now), None, "an older code does not count after a newer one");
        for wrong in ["", "0", "08180", "0818040", "081805", "08180٤"] {
            assert_eq!(totp().accept(wrong, now), None, "{wrong}");
        }
        assert_eq!(totp().accept(code, Timestamp(-1)), None);
    }

    #[test]
    fn the_address_names_owner_and_secret() {
        let url = totp().url("Ann Lee 金");
        let expected = "otpauth://totp/Punto:Ann%20Lee%20%E9%87%91?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
                        &issuer=Punto&algorithm=SHA1&digits=6&period=30";
        assert_eq!(url, expected);
        assert!(!format!("{:?}", totp()).contains("GEZD"));
    }
}
