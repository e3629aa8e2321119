//! Law: the cards of a shoe come out in the order of its seed, from the burn to the last round, whatever failed in
//! between, and the next shoe comes when its house rules say so and not before. Knows no money.

use super::Tables;
use super::happening::Happening;
use super::record::Record;

/// All house rules play eight decks.
const DECKS: u8 = 8;

/// A shuffled shoe and how far it is played.
#[derive(Default)]
struct Shoe {
    order: Vec<String>,
    /// How many of its cards are out.
    out: usize,
    /// The round under way, or the last one.
    round: u16,
    /// The round in which the gold or cut card came out.
    marked: Option<u16>,
}

pub(super) fn check(record: &Record, tables: &Tables) -> Vec<String> {
    let mut found = Vec::new();
    for (table, events) in &record.events {
        let Some(rules) = tables.get(table).map(|table| table.rules) else { continue };
        let mut shoe = Shoe::default();
        for event in events {
            let wrong = match &event.what {
                Happening::ShoeOpened { shoe_no, .. } => {
                    let early = *shoe_no > 1 && !rules.ends(shoe.round, shoe.out, shoe.marked);
                    let early = early.then(|| format!("shoe {shoe_no} came after round {}", shoe.round));
                    let seed = record.seeds.get(&(*table, *shoe_no));
                    shoe = seed.map(Shoe::shuffled).unwrap_or_default();
                    early.or_else(|| seed.is_none().then(|| format!("the seed of shoe {shoe_no} is lost")))
                }
                Happening::CardsBurned { first, face_down } => {
                    let wrong = first.as_ref().and_then(|card| shoe.draw(card));
                    shoe.out += usize::from(*face_down);
                    wrong
                }
                Happening::BettingOpened { round_no, .. } => {
                    shoe.round = *round_no;
                    None
                }
                Happening::CardDrawn { card } => shoe.draw(card),
                _ => None,
            };
            if rules.marked_after().is_some_and(|before| shoe.out > before) {
                shoe.marked = shoe.marked.or(Some(shoe.round));
            }
            found.extend(wrong.map(|wrong| format!("table {table} event {}: {wrong}", event.seq)));
        }
    }
    found
}

impl Shoe {
    fn shuffled(seed: &[u8; 32]) -> Self {
        let order = fair::shuffle(seed, DECKS).iter().map(ToString::to_string).collect();
        Self { order, ..Self::default() }
    }

    fn draw(&mut self, card: &str) -> Option<String> {
        let next = self.order.get(self.out);
        self.out += 1;
        (next.map(String::as_str) != Some(card))
            .then(|| format!("{card} came out, the seed wants {next:?} as card {}", self.out))
    }
}
