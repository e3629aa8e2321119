//! The codes of a second factor, as an app on the phone of staff shows them (RFC 6238: HMAC-SHA-1, 30 seconds, six
//! digits). Knows nobody.

use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

/// The step that counts now.
#[expect(clippy::disallowed_methods, reason = "a phone has a clock of its own")]
pub(crate) fn step_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() / 30
}

/// The code of a step; none when the secret cannot be read.
pub(crate) fn code(secret: &str, step: u64) -> Option<String> {
    let secret = BASE32_NOPAD.decode(secret.as_bytes()).ok()?;
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).ok()?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest.last()? & 0xf);
    let word: [u8; 4] = digest.get(offset..)?.first_chunk().copied()?;
    Some(format!("{:06}", (u32::from_be_bytes(word) & 0x7fff_ffff) % 1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        // Appendix B has eight digits; six are the last six of them.
        let secret = BASE32_NOPAD.encode(b"12345678901234567890");
        for (seconds, expected) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(code(&secret, seconds / 30).as_deref(), Some(expected));
        }
        assert_eq!(code("not base 32", 1), None);
    }
}
