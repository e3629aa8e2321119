//! Law: the cards of a shoe come out in the order of its seed, from the burn to the last round, whatever failed in
//! between. Knows no money.

use super::happening::Happening;
use super::record::Record;

/// All house rules play eight decks.
const DECKS: u8 = 8;

/// A shuffled shoe and how many of its cards are out.
#[derive(Default)]
struct Shoe {
    order: Vec<String>,
    out: usize,
}

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    for (table, events) in &record.events {
        let mut shoe = Shoe::default();
        for event in events {
            let wrong = match &event.what {
                Happening::ShoeOpened { shoe_no, .. } => match record.seeds.get(&(*table, *shoe_no)) {
                    Some(seed) => {
                        let order = fair::shuffle(seed, DECKS).iter().map(ToString::to_string).collect();
                        shoe = Shoe { order, out: 0 };
                        None
                    }
                    None => Some(format!("the seed of shoe {shoe_no} is lost")),
                },
                Happening::CardsBurned { first, face_down } => {
                    let wrong = first.as_ref().and_then(|card| shoe.draw(card));
                    shoe.out += usize::from(*face_down);
                    wrong
                }
                Happening::CardDrawn { card } => shoe.draw(card),
                _ => None,
            };
            found.extend(wrong.map(|wrong| format!("table {table} event {}: {wrong}", event.seq)));
        }
    }
    found
}

impl Shoe {
    fn draw(&mut self, card: &str) -> Option<String> {
        let next = self.order.get(self.out);
        self.out += 1;
        (next.map(String::as_str) != Some(card))
            .then(|| format!("{card} came out, the seed wants {next:?} as card {}", self.out))
    }
}
