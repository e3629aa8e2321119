//! The frames of RFC 6455, as a client writes and reads them. Extensions and fragments are refused.

use std::error::Error;
use std::fmt;

/// The opcode of a text frame.
pub const TEXT: u8 = 0x1;
/// The opcode of a binary frame.
pub const BINARY: u8 = 0x2;
/// The opcode of a close frame.
pub const CLOSE: u8 = 0x8;
/// The opcode of a ping.
pub const PING: u8 = 0x9;
/// The opcode of a pong.
pub const PONG: u8 = 0xa;

/// The longest payload that a client reads, in bytes.
const LONGEST: u64 = 16 << 20;

/// A frame from a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// What it is, such as [`TEXT`].
    pub opcode: u8,
    /// What it carries.
    pub payload: &'a [u8],
}

/// A frame that no server may send without an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadFrame {
    /// Only clients mask.
    Masked,
    /// A reserved bit is set.
    Reserved,
    /// A message in several frames.
    Fragment,
    /// Longer than a client reads.
    TooLong,
}

impl fmt::Display for BadFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Masked => "a masked frame",
            Self::Reserved => "a frame with a reserved bit",
            Self::Fragment => "a fragment of a message",
            Self::TooLong => "a frame longer than 16 MiB",
        })
    }
}

impl Error for BadFrame {}

/// Finds the frames in the bytes of a connection, however these are cut.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The beginning of a frame that has not arrived whole.
    rest: Vec<u8>,
}

impl Decoder {
    /// Calls `each` with every frame that these bytes complete.
    ///
    /// # Errors
    /// When a frame is not allowed; the connection cannot be read further.
    pub fn feed(&mut self, mut bytes: &[u8], mut each: impl FnMut(Frame<'_>)) -> Result<(), BadFrame> {
        while !bytes.is_empty() {
            if self.rest.is_empty() {
                let Some((frame, after)) = split(bytes)? else {
                    self.rest.extend_from_slice(bytes);
                    return Ok(());
                };
                each(frame);
                bytes = after;
                continue;
            }
            let missing = extent(&self.rest)?.total.saturating_sub(self.rest.len());
            let (more, after) = bytes.split_at(missing.min(bytes.len()));
            self.rest.extend_from_slice(more);
            bytes = after;
            if let Some((frame, _)) = split(&self.rest)? {
                each(frame);
                self.rest.clear();
            }
        }
        Ok(())
    }
}

/// How far a frame reaches.
struct Extent {
    header: usize,
    /// With the payload; at most the header while that is incomplete.
    total: usize,
    is_known: bool,
}

fn extent(bytes: &[u8]) -> Result<Extent, BadFrame> {
    let (Some(first), Some(second)) = (bytes.first(), bytes.get(1)) else {
        return Ok(Extent { header: 2, total: 2, is_known: false });
    };
    if second & 0x80 != 0 {
        return Err(BadFrame::Masked);
    }
    if first & 0x70 != 0 {
        return Err(BadFrame::Reserved);
    }
    if first & 0x80 == 0 || first.trailing_zeros() >= 4 {
        return Err(BadFrame::Fragment);
    }
    let header = match second {
        126 => 4,
        127 => 10,
        _ => 2,
    };
    let Some(length) = bytes.get(2..header) else {
        return Ok(Extent { header, total: header, is_known: false });
    };
    let payload = match length {
        [] => u64::from(*second),
        _ => length.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
    };
    let payload = usize::try_from(payload.min(LONGEST + 1)).map_err(|_| BadFrame::TooLong)?;
    if u64::try_from(payload).is_ok_and(|payload| payload > LONGEST) {
        return Err(BadFrame::TooLong);
    }
    Ok(Extent { header, total: header.saturating_add(payload), is_known: true })
}

/// The first frame, and what follows it; none while it is incomplete.
fn split(bytes: &[u8]) -> Result<Option<(Frame<'_>, &[u8])>, BadFrame> {
    let Extent { header, total, is_known } = extent(bytes)?;
    let (Some(payload), Some(after), Some(first)) =
        (bytes.get(header..total), bytes.get(total..), bytes.first())
    else {
        return Ok(None);
    };
    Ok(is_known.then_some((Frame { opcode: first & 0x0f, payload }, after)))
}

/// Appends a frame of a client, masked with `mask`.
pub fn encode(opcode: u8, payload: &[u8], mask: [u8; 4], out: &mut Vec<u8>) {
    out.push(0x80 | opcode);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(length @ ..=125), _) => out.push(0x80 | length),
        (_, Ok(length)) => {
            out.push(0x80 | 0x7e);
            out.extend_from_slice(&length.to_be_bytes());
        }
        _ => {
            out.push(0x80 | 0x7f);
            let length = u64::try_from(payload.len()).unwrap_or(u64::MAX);
            out.extend_from_slice(&length.to_be_bytes());
        }
    }
    out.extend_from_slice(&mask);
    out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, key)| byte ^ key));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a server writes it.
    fn of_server(opcode: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        encode(opcode, payload, [0; 4], &mut frame);
        let header = match frame[1] & 0x7f {
            126 => 4,
            127 => 10,
            _ => 2,
        };
        frame[1] &= 0x7f;
        frame.drain(header..header + 4);
        frame
    }

    #[test]
    fn frames_are_found_wherever_the_bytes_are_cut() {
        let payloads = [vec![], vec![b'a'; 125], vec![b'b'; 126], vec![b'c'; 70_000], b"{}".to_vec()];
        let bytes: Vec<u8> = payloads.iter().flat_map(|payload| of_server(TEXT, payload)).collect();
        for size in [1, 2, 3, 7, 127, 4_096, bytes.len()] {
            let (mut decoder, mut found) = (Decoder::default(), Vec::new());
            for part in bytes.chunks(size) {
                decoder.feed(part, |frame| found.push(frame.payload.to_vec())).unwrap();
            }
            assert_eq!(found, payloads, "in parts of {size}");
        }
    }

    #[test]
    fn what_no_server_may_send_is_refused() {
        for (bytes, expected) in [
            (&[0x81, 0x80][..], BadFrame::Masked),
            (&[0xc1, 0x00], BadFrame::Reserved),
            (&[0x01, 0x00], BadFrame::Fragment),
            (&[0x80, 0x00], BadFrame::Fragment),
            (&[0x82, 127, 0, 0, 0, 0, 1, 0, 0, 1], BadFrame::TooLong),
            (&[0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255], BadFrame::TooLong),
        ] {
            assert_eq!(Decoder::default().feed(bytes, |_| ()), Err(expected), "{bytes:?}");
        }
    }

    #[test]
    fn a_client_masks_what_it_sends() {
        let mut out = Vec::new();
        encode(TEXT, b"Hello", [0x37, 0xfa, 0x21, 0x3d], &mut out);
        // The example in section 5.7 of RFC 6455.
        assert_eq!(out, [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
    }
}
