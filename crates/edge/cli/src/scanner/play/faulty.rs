//! Readings that a simulated shoe gets wrong on purpose. Knows no lamp and no order of cards.

use scanner::frame::{CardRecord, Slot, Tag, UnreadRecord, UnreadWhy, What};

use super::fault::{Fault, Kind};

/// How sure a device is of a card that it reads badly, up to 1000.
pub(super) const UNSURE: u16 = 400;
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

/// A number that follows from a seed and the place of a card, and looks like chance.
pub(super) fn mixed(seed: u64, (shoe, out): (u64, usize)) -> u64 {
    let place = shoe.wrapping_mul(1_000).wrapping_add(u64::try_from(out).unwrap_or_default());
    let mut bits = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// The mark of the piece of card that passed first at this pass.
pub(super) fn mark(first: u64) -> Option<Tag> {
    format!("piece-{first}").parse().ok()
}

/// The record of a card that the sensor does not read well.
pub(super) fn misread(record: CardRecord, kind: Kind, slot: Option<Slot>) -> What {
    let CardRecord { pass, rescan, .. } = record;
    let unread = |why| What::Unread(UnreadRecord { pass, why, rescan, img: None });
    match kind {
        Kind::Unreadable => unread(UnreadWhy::Smeared),
        Kind::TwoAtOnce => unread(UnreadWhy::TwoAtOnce),
        Kind::LowConf => What::Card(CardRecord { conf: Some(UNSURE), ..record }),
        Kind::Misread(card) => What::Card(CardRecord { card, ..record }),
        Kind::Twice => What::Card(CardRecord { tag: mark(pass), ..record }),
        Kind::WrongSlot => {
            let other = if slot == Some(Slot::P1) { Slot::B1 } else { Slot::P1 };
            What::Card(CardRecord { slot: Some(other), ..record })
        }
        Kind::Unwanted => What::Card(record),
    }
}
