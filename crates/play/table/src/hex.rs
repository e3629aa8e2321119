//! Bytes as hex digits in lower case, two for each, so that every value is written in one way. Does not know what the
//! bytes mean.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The two digits of a byte. Every stored slip has them, and formatting with `{:02x}` would take as long as the rest of
/// the slip.
pub(crate) fn digits(byte: u8) -> [u8; 2] {
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

/// The digits of these bytes.
pub fn write(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| digits(*byte)).map(char::from).collect()
}

/// The bytes of these digits; none when there are more or fewer than `N`, or a digit is not in lower case.
pub fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16).filter(|_| !digit.is_ascii_uppercase());
    value.and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_read_as_it_was_written() {
        let all: [u8; 256] = std::array::from_fn(|byte| u8::try_from(byte).unwrap());
        let text = write(&all);
        assert!(text.starts_with("000102") && text.ends_with("feff"), "{text}");
        assert_eq!(read(&text), Some(all));
    }

    #[test]
    fn nothing_else_is_read() {
        for no in ["", "0", "0a0", "0a0b0c", "0A0b", "0g0b", "+a0b", " a0b"] {
            assert_eq!(read::<2>(no), None, "{no:?}");
        }
    }
}
