//! A frame as a server sends it: whole, not masked, encoded once for all who get it.

use std::ops::Deref;

use bytes::Bytes;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tungstenite::protocol::frame::{FrameHeader, Utf8Bytes};

/// A whole frame as it is sent, header included. Clones share the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded(Bytes);

impl Encoded {
    /// The longest reason of a close frame, in bytes (RFC 6455, section 5.5).
    pub const LONGEST_REASON: usize = 123;

    /// A text message in one frame.
    pub fn text(text: &str) -> Self {
        Self::new(OpCode::Data(Data::Text), text.as_bytes())
    }

    /// A ping without content.
    pub const fn ping() -> Self {
        Self(Bytes::from_static(&[0x89, 0]))
    }

    /// A close frame with a code and a reason. A reason is cut after [`LONGEST_REASON`](Self::LONGEST_REASON) bytes.
    pub fn close(code: u16, reason: &str) -> Self {
        let end = reason.floor_char_boundary(Self::LONGEST_REASON);
        let payload = [&code.to_be_bytes(), &reason.as_bytes()[..end]].concat();
        Self::new(OpCode::Control(Control::Close), &payload)
    }

    /// Frames that another part encoded whole.
    pub(crate) const fn whole(bytes: Bytes) -> Self {
        Self(bytes)
    }

    fn new(opcode: OpCode, payload: &[u8]) -> Self {
        let header = FrameHeader { is_final: true, opcode, ..FrameHeader::default() };
        let length = u64::try_from(payload.len()).unwrap_or(u64::MAX);
        let mut bytes = Vec::with_capacity(header.len(length) + payload.len());
        header.format(length, &mut bytes).expect("a vector takes every byte");
        bytes.extend_from_slice(payload);
        Self(bytes.into())
    }

    /// The text of a text message; none of any other frame.
    pub fn as_text(&self) -> Option<Utf8Bytes> {
        let mut cursor = std::io::Cursor::new(&self.0);
        let (header, _) = FrameHeader::parse(&mut cursor).ok()??;
        let start = usize::try_from(cursor.position()).ok()?;
        let payload = self.0.slice(start..);
        (header.opcode == OpCode::Data(Data::Text)).then(|| payload.try_into().ok())?
    }
}

impl From<String> for Encoded {
    fn from(text: String) -> Self {
        Self::text(&text)
    }
}

impl Deref for Encoded {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_starts_with_its_kind_and_length() {
        for (length, header) in [
            (0, vec![0x81, 0]),
            (5, vec![0x81, 5]),
            (125, vec![0x81, 125]),
            (126, vec![0x81, 126, 0, 126]),
            (65_535, vec![0x81, 126, 0xff, 0xff]),
            (65_536, vec![0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let text = "x".repeat(length);
            let encoded = Encoded::from(text.clone());
            assert_eq!(encoded[..header.len()], header, "{length}");
            assert_eq!(&encoded[header.len()..], text.as_bytes());
            assert_eq!(encoded.as_text().unwrap(), text);
        }
        assert_eq!(*Encoded::ping(), [0x89, 0]);
        assert_eq!(Encoded::ping().as_text(), None);
    }

    #[test]
    fn a_close_frame_has_a_code_and_a_reason_that_fits() {
        assert_eq!(*Encoded::close(1001, "bye"), [0x88, 5, 0x03, 0xe9, b'b', b'y', b'e']);
        let long = Encoded::close(1008, &"é".repeat(100));
        assert_eq!(
            (long[1], long.len()),
            (124, 126),
            "a control frame has at most 125 bytes, cut between letters"
        );
    }
}
