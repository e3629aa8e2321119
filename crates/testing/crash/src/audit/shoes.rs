//! Law: the cards of a shoe come out in the order of its seed, from the burn to the last round, whoever was
//! killed in between. Knows no money.

use std::collections::BTreeMap;

use super::happening::Happening;
use super::record::Record;

/// Both house rules under load play eight decks.
const DECKS: u8 = 8;

/// A shuffled shoe and how many of its cards are out.
struct Shoe {
    order: Vec<String>,
    out: usize,
}

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut shoes = BTreeMap::<(u32, u32), Shoe>::new();
    let mut found = Vec::new();
    for event in &record.events {
        let key = (event.place.table, event.round.shoe_no);
        if matches!(event.what, Happening::ShoeOpened { .. }) {
            match record.seeds.get(&key) {
                Some(seed) => {
                    let order = fair::shuffle(seed, DECKS).iter().map(ToString::to_string).collect();
                    shoes.insert(key, Shoe { order, out: 0 });
                }
                None => found.push(format!("{}: the seed of shoe {} is lost", event.place, key.1)),
            }
        }
        let wrong = shoes.get_mut(&key).and_then(|shoe| shoe.follow(&event.what));
        found.extend(wrong.map(|wrong| format!("{}: {wrong}", event.place)));
    }
    found
}

impl Shoe {
    fn follow(&mut self, what: &Happening) -> Option<String> {
        match what {
            Happening::CardsBurned { first, face_down } => {
                let wrong = first.as_ref().and_then(|card| self.draw(card));
                self.out += usize::from(*face_down);
                wrong
            }
            Happening::CardDrawn { card } => self.draw(card),
            _ => None,
        }
    }

    fn draw(&mut self, card: &str) -> Option<String> {
        let next = self.order.get(self.out);
        self.out += 1;
        (next.map(String::as_str) != Some(card))
            .then(|| format!("{card} came out, the seed wants {next:?} as card {}", self.out))
    }
}
