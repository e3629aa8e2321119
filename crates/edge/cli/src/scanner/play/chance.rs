//! The faults that a shoe makes: those that somebody named, and those that chance draws.

use super::card_faults::CardFault;
use super::fault::{Fault, Kind};
use super::place::Place;

/// The faults that a shoe makes on purpose.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    /// Those at places that somebody named.
    pub(super) named: Vec<Fault>,
    /// How many of a thousand cards are not read at first.
    pub(super) permille: u32,
    /// Draws those.
    pub(super) seed: u64,
}

impl Faults {
    /// The named fault of a card at this place of which this holds.
    pub(super) fn of_card(&self, place: Place, is_due: impl Fn(CardFault) -> bool) -> Option<Fault> {
        let mut there = self.named.iter().filter(|fault| fault.place == place);
        there.find(|fault| fault.of_card().is_some_and(&is_due)).copied()
    }

    /// The named fault of the line at this place.
    pub(super) fn of_line(&self, place: Place) -> Option<Fault> {
        self.named.iter().find(|fault| fault.place == place && fault.of_line().is_some()).copied()
    }

    /// The card that chance leaves unread at this place, if it does.
    pub(super) fn by_chance(&self, place: Place, (shoe, out): (u64, usize)) -> Option<Fault> {
        let is_due = mixed(self.seed, (shoe, out)) % 1_000 < self.permille.into();
        is_due.then_some(Fault { kind: Kind::Card(CardFault::Unreadable(1)), place })
    }
}

/// A number that follows from a seed and the place of a card, and looks like chance.
pub(super) fn mixed(seed: u64, (shoe, out): (u64, usize)) -> u64 {
    let place = shoe.wrapping_mul(1_000).wrapping_add(u64::try_from(out).unwrap_or_default());
    let mut bits = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_chance_so_many_of_a_thousand_cards_are_not_read() {
        let missed = |seed, permille| {
            let faults = Faults { permille, seed, ..Faults::default() };
            (0..100_000).filter(|out| faults.by_chance(Place::Burn, (3, *out)).is_some()).count()
        };
        assert!((1_800..2_200).contains(&missed(1, 20)), "{}", missed(1, 20));
        assert_eq!((missed(1, 0), missed(7, 1_000)), (0, 100_000));
    }
}
