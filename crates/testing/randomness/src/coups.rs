//! What is counted over coups.

use baccarat::{Card, Coup, Deal, Outcome, Side, Step};

/// The events that are counted, in their order.
pub const EVENTS: [&str; 9] = [
    "Player wins",
    "Banker wins",
    "tie",
    "Player pair",
    "Banker pair",
    "four cards",
    "five cards",
    "six cards",
    "Lucky 6",
];

/// How many coups there were, and in how many each event happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coups {
    /// The coups.
    pub coups: u64,
    /// Those of each event.
    pub events: [u64; EVENTS.len()],
}

impl Coups {
    /// Counts a coup.
    pub fn add(&mut self, coup: &Coup) {
        self.coups += 1;
        for (count, happened) in self.events.iter_mut().zip(events(coup)) {
            *count += u64::from(happened);
        }
    }

    /// Adds the counts of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        self.coups += other.coups;
        for (count, more) in self.events.iter_mut().zip(other.events) {
            *count += more;
        }
    }
}

fn events(coup: &Coup) -> [bool; EVENTS.len()] {
    let (outcome, cards) = (coup.outcome(), coup.cards().len());
    [
        outcome == Outcome::Player,
        outcome == Outcome::Banker,
        outcome == Outcome::Tie,
        coup.hand(Side::Player).is_pair(),
        coup.hand(Side::Banker).is_pair(),
        cards == 4,
        cards == 5,
        cards == 6,
        outcome == Outcome::Banker && coup.totals().banker.get() == 6,
    ]
}

/// The coups that come one after the other from these cards, as long as there are enough.
pub fn deal(cards: &[Card]) -> impl Iterator<Item = Coup> {
    let mut cards = cards.iter();
    std::iter::from_fn(move || {
        let mut deal = Deal::new();
        loop {
            match deal.draw(*cards.next()?) {
                Step::More(more) => deal = more,
                Step::Done(coup) => return Some(coup),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_events_of_a_coup_are_those_of_its_cards() {
        for (text, expected) in [
            ("9h 9d Ks 9c", "Player wins, Banker pair, four cards"),
            ("2h Kd 2s 6c 3h", "Player wins, Player pair, five cards"),
            ("Kh 2d Ks 4c Kc", "Banker wins, Player pair, five cards, Lucky 6"),
            ("2h Kd Kh 3c 9h 3d", "Banker wins, six cards, Lucky 6"),
            ("9h 9d Ks Kc", "tie, four cards"),
        ] {
            let coup: Coup = text.parse().unwrap();
            let names: Vec<&str> =
                EVENTS.into_iter().zip(events(&coup)).filter_map(|(name, is)| is.then_some(name)).collect();
            assert_eq!(names.join(", "), expected, "{text}");
        }
    }
}
