//! Law: the cards of a shoe come out in the order of its seed, from the burn to the last round, through all
//! failures. A correction cannot change that order: it names the cards that came out, or voids the round. Knows no
//! money.

use crate::event::TableEvent;
use crate::record::Record;
use crate::round_history::RoundHistory;

/// All house rules play eight decks.
const DECKS: u8 = 8;

/// A shuffled shoe and how many of its cards are out.
#[derive(Default)]
struct Shoe {
    order: Vec<String>,
    out: usize,
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let off_order = history.proposals.iter().filter_map(|(event, proposal)| {
        let (round, ruled) = (proposal.round.at(event.table), proposal.ruling.cards()?);
        let dealt = &history.rounds.get(&round)?.cards;
        (ruled != dealt)
            .then(|| format!("{event} rules that {round} had {ruled:?}, its shoe dealt {dealt:?}"))
    });
    let mut flaws: Vec<String> = off_order.collect();
    for events in record.events.chunk_by(|one, other| one.id.table == other.id.table) {
        let mut shoe = Shoe::default();
        for event in events {
            let flaw = match &event.what {
                TableEvent::ShoeOpened { shoe_no, .. } => {
                    let seed = record.seeds.get(&(event.id.table, *shoe_no));
                    shoe = seed.map(Shoe::shuffled).unwrap_or_default();
                    seed.is_none().then(|| format!("the seed of shoe {shoe_no} is lost"))
                }
                TableEvent::CardsBurned { first, face_down } => {
                    let flaw = first.as_ref().and_then(|card| shoe.draw(card));
                    shoe.out += usize::from(*face_down);
                    flaw
                }
                TableEvent::CardDrawn { card } => shoe.draw(card),
                _ => None,
            };
            flaws.extend(flaw.map(|flaw| format!("{}: {flaw}", event.id)));
        }
    }
    flaws
}

impl Shoe {
    fn shuffled(seed: &[u8; 32]) -> Self {
        Self { order: fair::shuffle(seed, DECKS).iter().map(ToString::to_string).collect(), out: 0 }
    }

    fn draw(&mut self, card: &str) -> Option<String> {
        let next = self.order.get(self.out);
        self.out += 1;
        (next.map(String::as_str) != Some(card))
            .then(|| format!("{card} came out, the seed wants {next:?} as card {}", self.out))
    }
}
