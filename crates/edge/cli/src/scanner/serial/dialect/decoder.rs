//! Messages in the bytes of a shoe. Knows their frame, and not what they mean.

use std::collections::VecDeque;

use super::table::{Framing, Table};

/// Finds messages in bytes, however they come.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    framing: Framing,
    /// What came of the message under way. The first byte is the start of one.
    begun: VecDeque<u8>,
    /// Bytes that are of no message.
    refused: Vec<u8>,
}

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A message whose check holds.
    Message(Message),
    /// Bytes that are of no message.
    Refused(Vec<u8>),
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Its counter.
    pub(super) counter: u8,
    /// Its data, from the letter on.
    pub(super) data: Vec<u8>,
}

/// How a begun message stands.
enum Reading {
    /// It may go on.
    Open,
    /// It is none.
    Bad,
    /// It is whole, with this many bytes.
    Whole(Message, usize),
}

impl Decoder {
    pub(crate) fn new(table: &Table) -> Self {
        Self { framing: table.frame.clone(), begun: VecDeque::new(), refused: Vec::new() }
    }

    /// Takes bytes; gives what is heard by then.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<Heard> {
        let mut heard = Vec::new();
        for byte in bytes {
            self.begun.push_back(*byte);
            self.read(&mut heard);
        }
        heard
    }

    /// The line is cut: what was begun is no message.
    pub(crate) fn cut(&mut self) -> Option<Heard> {
        self.refused.extend(self.begun.drain(..));
        self.take_refused()
    }

    fn read(&mut self, heard: &mut Vec<Heard>) {
        while let Some(first) = self.begun.front().copied() {
            let is_start = first == self.framing.start;
            match if is_start { self.reading() } else { Reading::Bad } {
                Reading::Open => return,
                Reading::Bad => {
                    self.begun.pop_front();
                    if is_start || !self.framing.ignore.contains(&first) {
                        self.refused.push(first);
                    }
                    if self.refused.len() >= self.framing.longest {
                        heard.extend(self.take_refused());
                    }
                }
                Reading::Whole(message, length) => {
                    self.begun.drain(..length);
                    heard.extend(self.take_refused());
                    heard.push(Heard::Message(message));
                }
            }
        }
    }

    fn take_refused(&mut self) -> Option<Heard> {
        let refused = std::mem::take(&mut self.refused);
        (!refused.is_empty()).then_some(Heard::Refused(refused))
    }

    fn reading(&mut self) -> Reading {
        let bytes = self.begun.make_contiguous();
        // The byte after the start is the counter. It may have any value.
        let [_, counter, rest @ ..] = &*bytes else { return Reading::Open };
        let Framing { start, end, longest, .. } = self.framing;
        let is_over = bytes.len() >= longest;
        let Some(length) = rest.iter().position(|byte| *byte == end || *byte == start) else {
            return if is_over { Reading::Bad } else { Reading::Open };
        };
        let (data, tail) = rest.split_at(length);
        match tail {
            [last, ..] if *last == start || data.is_empty() => Reading::Bad,
            [_, one, two, ..] => {
                let is_right = check(*counter, data, end).eq_ignore_ascii_case(&[*one, *two]);
                let whole = || (Message { counter: *counter, data: data.to_vec() }, length.saturating_add(5));
                if is_right {
                    let (message, length) = whole();
                    Reading::Whole(message, length)
                } else {
                    Reading::Bad
                }
            }
            _ if is_over => Reading::Bad,
            _ => Reading::Open,
        }
    }
}

/// The two digits after a message.
fn check(counter: u8, data: &[u8], end: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let sum = data.iter().fold(counter ^ end, |sum, byte| sum ^ byte);
    [sum >> 4, sum & 15].map(|value| DIGITS.get(usize::from(value)).copied().unwrap_or_default())
}

/// A message as an Angel Eye shoe writes it.
#[cfg(test)]
pub(super) fn message(counter: u8, data: &[u8]) -> Vec<u8> {
    [&[5, counter], data, &[3], &check(counter, data, 3)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Vec<Heard> {
        Decoder::new(&Table::load("angel-eye").unwrap()).feed(bytes)
    }

    fn of(counter: u8, data: &[u8]) -> Heard {
        Heard::Message(Message { counter, data: data.to_vec() })
    }

    #[test]
    fn a_message_ends_with_the_digits_of_its_check() {
        // The counter 1, the letter D, Player's first card, 9 of hearts.
        let bytes = [5, b'1', b'D', 0x80, 0xc9, 3, b'3', b'F'];
        assert_eq!(message(b'1', &[b'D', 0x80, 0xc9]), bytes);
        assert_eq!(heard(&bytes), [of(b'1', &[b'D', 0x80, 0xc9])]);
        let mut small = bytes;
        small[7] = b'f';
        assert_eq!(heard(&small).len(), 1, "digits in lower case");
    }

    #[test]
    fn a_message_with_a_wrong_byte_is_refused_and_the_next_one_is_whole() {
        let good = message(b'2', b"P");
        for place in 0..8 {
            let mut bad = message(b'1', &[b'D', 0x80, 0xc9]);
            bad[place] ^= 0x40;
            let expected = [Heard::Refused(bad.clone()), of(b'2', b"P")];
            assert_eq!(heard(&[bad, good.clone()].concat()), expected, "byte {place}");
        }
    }

    #[test]
    fn a_message_that_is_broken_off_does_not_swallow_the_next_one() {
        let (whole, next) = (message(b'1', &[b'D', 0x80, 0xc9]), message(b'2', b"P"));
        for length in 1..whole.len() {
            let bytes = [&whole[..length], next.as_slice()].concat();
            let expected = [Heard::Refused(whole[..length].to_vec()), of(b'2', b"P")];
            assert_eq!(heard(&bytes), expected, "{length} bytes");
        }
    }

    #[test]
    fn an_endless_message_and_noise_are_refused_in_pieces() {
        let endless = [vec![5; 1], vec![0x80; 200]].concat();
        let refused: Vec<usize> = heard(&endless)
            .iter()
            .map(|it| match it {
                Heard::Refused(bytes) => bytes.len(),
                Heard::Message(_) => panic!("{it:?}"),
            })
            .collect();
        assert_eq!(refused, [64, 64, 64], "the rest waits for more");
        let mut decoder = Decoder::new(&Table::load("angel-eye").unwrap());
        assert_eq!(decoder.feed(b"\x05\x31D"), []);
        assert_eq!(decoder.cut(), Some(Heard::Refused(b"\x05\x31D".to_vec())));
        assert_eq!(decoder.cut(), None);
    }

    #[test]
    fn the_counter_may_be_any_byte() {
        for counter in [0, 3, 5, 255] {
            assert_eq!(heard(&message(counter, b"P")), [of(counter, b"P")], "{counter}");
        }
    }

    #[test]
    fn bytes_that_a_table_ignores_are_no_noise() {
        let text = Table::text("angel-eye").unwrap().replacen("ignore = \"\"", "ignore = \"06\"", 1);
        let mut decoder = Decoder::new(&Table::read(&text).unwrap());
        assert_eq!(decoder.feed(&[&[6, 6], message(b'1', b"P").as_slice()].concat()), [of(b'1', b"P")]);
    }
}
