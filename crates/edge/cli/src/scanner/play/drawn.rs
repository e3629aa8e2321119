//! A small grey JPEG of a card, as the sensor of a simulated shoe might see it: rank and suit in squares of 8 pixels.
//! Each square has one shade, so that the whole of JPEG that is needed is the first coefficient of each (ITU-T T.81).

use baccarat::Card;

/// Squares in a row, and rows.
const SIZE: (usize, usize) = (11, 19);
/// The shades of paper and ink.
const SHADES: (i16, i16) = (104, -96);
/// Seven rows of five squares each.
const RANKS: [(char, [u8; 7]); 13] = [
    ('A', [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11]),
    ('2', [0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f]),
    ('3', [0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e]),
    ('4', [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02]),
    ('5', [0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e]),
    ('6', [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e]),
    ('7', [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08]),
    ('8', [0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e]),
    ('9', [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c]),
    ('T', [0x17, 0x15, 0x15, 0x15, 0x15, 0x15, 0x17]),
    ('J', [0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0c]),
    ('Q', [0x0e, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0d]),
    ('K', [0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11]),
];
/// Seven rows of seven squares each.
const SUITS: [(char, [u8; 7]); 4] = [
    ('s', [0x08, 0x1c, 0x3e, 0x7f, 0x7f, 0x6b, 0x1c]),
    ('h', [0x36, 0x7f, 0x7f, 0x7f, 0x3e, 0x1c, 0x08]),
    ('d', [0x08, 0x1c, 0x3e, 0x7f, 0x3e, 0x1c, 0x08]),
    ('c', [0x1c, 0x1c, 0x6b, 0x7f, 0x6b, 0x08, 0x1c]),
];
/// The codes of how many bits a difference has: table K.3.
const CODES: [(u32, u32); 9] = [
    (0b00, 2),
    (0b010, 3),
    (0b011, 3),
    (0b100, 3),
    (0b101, 3),
    (0b110, 3),
    (0b1110, 4),
    (0b1_1110, 5),
    (0b11_1110, 6),
];

/// The picture of a card, or of something without a face, with a remark that makes it differ from others.
pub(super) fn picture(card: Option<Card>, remark: &str) -> Vec<u8> {
    let (columns, rows) = SIZE;
    let sides = [rows, columns].map(|squares| u16::try_from(squares * 8).unwrap_or_default().to_be_bytes());
    let mut bytes = vec![0xff, 0xd8];
    segment(&mut bytes, 0xfe, remark.as_bytes());
    segment(&mut bytes, 0xdb, &[&[0][..], &[8; 64]].concat());
    segment(&mut bytes, 0xc0, &[&[8][..], &sides.concat(), &[1, 1, 0x11, 0]].concat());
    segment(
        &mut bytes,
        0xc4,
        &[&[0, 0, 1, 5, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &[0, 1, 2, 3, 4, 5, 6, 7, 8]].concat(),
    );
    // The other coefficients are all nothing: one code says that the square is over.
    segment(&mut bytes, 0xc4, &[&[0x10, 1][..], &[0; 16]].concat());
    segment(&mut bytes, 0xda, &[1, 1, 0, 0, 63, 0]);
    let mut bits = Bits::default();
    let mut before = 0;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let shade = if has_ink(card, row, column) { SHADES.1 } else { SHADES.0 };
        bits.difference(shade - before);
        bits.put(0, 1);
        before = shade;
    }
    bytes.extend(bits.finish());
    bytes.extend([0xff, 0xd9]);
    bytes
}

fn segment(bytes: &mut Vec<u8>, marker: u8, content: &[u8]) {
    let length = u16::try_from(content.len() + 2).unwrap_or(u16::MAX);
    bytes.extend([0xff, marker]);
    bytes.extend(length.to_be_bytes());
    bytes.extend(content);
}

/// Whether a square is drawn: the rank above, the suit below; a frame where there is no face.
fn has_ink(card: Option<Card>, row: usize, column: usize) -> bool {
    let Some(card) = card else { return row % 2 == column % 2 };
    let mut text = card.text().chars();
    let (rank, suit) = (text.next().unwrap_or_default(), text.next().unwrap_or_default());
    let of = |shapes: &[(char, [u8; 7])], name: char, (top, left, width): (usize, usize, usize)| {
        let shape = shapes.iter().find(|(own, _)| *own == name).map(|(_, shape)| *shape);
        let line = shape.and_then(|shape| shape.get(row.checked_sub(top)?).copied());
        let place = column.checked_sub(left).filter(|place| *place < width);
        line.zip(place).is_some_and(|(line, place)| line >> (width - 1 - place) & 1 == 1)
    };
    of(&RANKS, rank, (1, 3, 5)) || of(&SUITS, suit, (10, 2, 7))
}

/// Bits in the order of JPEG.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    /// How the shade of a square differs from the one before.
    fn difference(&mut self, difference: i16) {
        let size = u16::BITS - difference.unsigned_abs().leading_zeros();
        let (code, length) =
            CODES.get(usize::try_from(size).unwrap_or_default()).copied().unwrap_or_default();
        self.put(code, length);
        // Below zero, one less in so many bits.
        let value = i32::from(difference) - i32::from(difference < 0);
        self.put(value.cast_unsigned() & ((1 << size) - 1), size);
    }

    fn put(&mut self, bits: u32, length: u32) {
        for place in (0..length).rev() {
            self.waiting = self.waiting << 1 | (bits >> place & 1);
            self.count += 1;
            if self.count == 8 {
                let byte = u8::try_from(self.waiting).unwrap_or_default();
                self.bytes.push(byte);
                // A zero says that this is no marker.
                self.bytes.extend((byte == 0xff).then_some(0));
                (self.waiting, self.count) = (0, 0);
            }
        }
    }

    /// All bytes; the last one is filled with ones.
    fn finish(mut self) -> Vec<u8> {
        while self.count > 0 {
            self.put(1, 1);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_picture_of_its_own_that_a_server_takes() {
        let mut seen = std::collections::BTreeSet::new();
        for card in (0..52).map(Card::from_index).chain([None]) {
            let bytes = picture(card, "pass 7");
            assert!(video::jpeg::is_jpeg(&bytes), "{card:?}");
            assert!(bytes.len() < 1_000, "{} bytes", bytes.len());
            assert!(seen.insert(bytes), "{card:?}");
        }
        assert_ne!(picture(None, "pass 7"), picture(None, "pass 8"));
    }
}
