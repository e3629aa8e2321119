//! The dialect of a shoe that cannot sign: which bytes mean what, and which records follow. Knows no port and no
//! server.

mod decoder;
mod shoe;
mod table;

pub(crate) use decoder::{Decoder, Heard};
pub(crate) use shoe::{Position, Step, Told, hear, load, port_gone};
pub(crate) use table::Table;

use scanner::frame::What;

/// The records of a loaded shoe, from which bytes came in these pieces.
pub(crate) fn records(table: &Table, pieces: &[&[u8]]) -> Vec<What> {
    let mut decoder = Decoder::new(table);
    let mut position = Position::loaded("BOX-1");
    let mut records = Vec::new();
    for piece in pieces {
        for heard in decoder.feed(piece) {
            for step in hear(table, &position, heard) {
                records.extend(step.what);
                position = step.position;
            }
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::decoder::message;
    use super::*;

    /// Bytes as they come from a shoe: messages, messages with a wrong byte, and noise.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let kinds = prop::sample::select(b"SPDdRCGEeLMxz".to_vec());
        let data = prop::collection::vec(0x80u8..=0xff, 0..4);
        let whole = (any::<u8>(), kinds, data)
            .prop_map(|(counter, kind, data)| message(counter, &[&[kind], data.as_slice()].concat()));
        let damaged = (whole.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(
            |(mut bytes, place, byte)| {
                let place = place.index(bytes.len());
                bytes[place] = byte;
                bytes
            },
        );
        let noise = prop::collection::vec(any::<u8>(), 0..20);
        let part = prop_oneof![4 => whole, 2 => damaged, 1 => noise];
        prop::collection::vec(part, 0..20).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn any_split_of_the_bytes_gives_the_same_records(bytes in line(), at in any::<prop::sample::Index>()) {
            let table = Table::load("angel-eye").unwrap();
            let (first, rest) = bytes.split_at(at.index(bytes.len() + 1));
            let whole = records(&table, &[&bytes]);
            let one_by_one: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(&records(&table, &[first, rest]), &whole);
            prop_assert_eq!(&records(&table, &one_by_one), &whole);
            let passes: Vec<u64> = whole.iter().filter_map(What::pass).collect();
            prop_assert!(passes.iter().copied().eq((1..).take(passes.len())), "{:?}", passes);
        }

        #[test]
        fn a_card_comes_of_a_whole_message_alone(bytes in line()) {
            let table = Table::load("angel-eye").unwrap();
            let cards = records(&table, &[&bytes]).into_iter().filter_map(|what| match what {
                What::Card(read) => Some(read.card),
                _ => None,
            });
            for card in cards {
                let (byte, _) = table.cards.iter().find(|(_, it)| **it == card).unwrap();
                let is_said = bytes.windows(7).any(|it| {
                    it[0] == 5 && it[4] == *byte && it[5] == 3 && message(it[1], &it[2..5])[..7] == *it
                });
                prop_assert!(is_said, "{:?}", card);
            }
        }
    }
}
