//! What may go wrong with a card or with the shoe: the names, the places, and the record of a card that is misread.
//! Knows no lamp and no order of cards.

use std::fmt;

use baccarat::Card;
use scanner::frame::{CardRecord, Slot, Tag, UnreadRecord, UnreadWhy, What};

use super::place::Place;

/// How sure a device is of a card that it reads badly, up to 1000.
pub(super) const UNSURE: u16 = 400;
/// The most times that a card passes without being read.
const MOST_TIMES: u8 = 3;

/// What goes wrong with a card, or with the shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardFault {
    /// The card is not read, so many times.
    Unreadable(u8),
    /// The device is not sure of the card, so many times.
    LowConf(u8),
    /// The device sees two cards at once.
    TwoAtOnce,
    /// The card is read as another one.
    Misread(Card),
    /// The card is read twice, and the second reading does not say so.
    Twice,
    /// The device says another place than the table asks for.
    WrongSlot,
    /// The card is read as one of which all copies are out.
    Ninth,
    /// Something passes that has a code, and that of no card.
    Foreign,
    /// The device counts a pass of which it makes no record.
    SkipPass,
    /// A card comes after the round.
    Extra,
    /// A card comes while wagers are taken.
    Early,
    /// No card is burned, and the dealer begins a round.
    NoBurn,
    /// One card too few is burned, and the dealer begins a round.
    ShortBurn,
    /// The cut card comes before the first card that is burned.
    CutEarly,
    /// The cut card never comes.
    NoCut,
    /// A shoe with a label that nobody assigned is loaded first.
    WrongShoe,
    /// A shoe with other decks is loaded first.
    WrongDecks,
    /// One card is missing from the shoe.
    ShortShoe,
}

use CardFault as F;

/// The faults that take no further word.
const PLAIN: [(&str, CardFault); 15] = [
    ("two-at-once", F::TwoAtOnce),
    ("twice", F::Twice),
    ("wrong-slot", F::WrongSlot),
    ("ninth", F::Ninth),
    ("foreign", F::Foreign),
    ("skip-pass", F::SkipPass),
    ("extra", F::Extra),
    ("early", F::Early),
    ("no-burn", F::NoBurn),
    ("short-burn", F::ShortBurn),
    ("cut-early", F::CutEarly),
    ("no-cut", F::NoCut),
    ("wrong-shoe", F::WrongShoe),
    ("wrong-decks", F::WrongDecks),
    ("short-shoe", F::ShortShoe),
];

impl CardFault {
    /// The fault of this name, with what stands behind its colon.
    pub(super) fn read(name: &str, more: Option<&str>) -> Option<Self> {
        let times =
            || more.map_or(Some(1), |more| more.parse().ok()).filter(|it| (1..=MOST_TIMES).contains(it));
        match (name, more) {
            ("unreadable", _) => times().map(Self::Unreadable),
            ("lowconf", _) => times().map(Self::LowConf),
            ("misread", Some(card)) => card.parse().ok().map(Self::Misread),
            (_, None) => PLAIN.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault),
            _ => None,
        }
    }

    /// Whether it can be made there.
    pub(super) const fn is_possible_at(self, place: Place) -> bool {
        match self {
            Self::Unreadable(_) | Self::LowConf(_) | Self::TwoAtOnce | Self::SkipPass => {
                matches!(place, Place::Card(..) | Place::Burn)
            }
            Self::Foreign => !matches!(place, Place::Shoe),
            Self::Misread(_) | Self::Twice | Self::WrongSlot | Self::Ninth => {
                matches!(place, Place::Card(..))
            }
            Self::Extra => matches!(place, Place::After(_)),
            Self::Early => matches!(place, Place::Betting(_)),
            Self::NoBurn | Self::ShortBurn | Self::CutEarly => matches!(place, Place::Burn),
            Self::NoCut | Self::WrongShoe | Self::WrongDecks | Self::ShortShoe => {
                matches!(place, Place::Shoe)
            }
        }
    }

    /// How many times the card passes so, before it is read; none when it does not pass again.
    pub(super) const fn passes_again(self) -> Option<u8> {
        match self {
            Self::Unreadable(times) | Self::LowConf(times) => Some(times),
            Self::TwoAtOnce | Self::Ninth | Self::SkipPass => Some(1),
            _ => None,
        }
    }

    /// Whether only the end of the shoe brings what is answered.
    pub(super) const fn needs_the_end(self) -> bool {
        matches!(self, Self::NoCut | Self::ShortShoe)
    }

    /// Whether nothing passes the sensor before it is answered.
    pub(super) const fn holds(self) -> bool {
        self.is_wrong_load() || self.is_of_dealer()
    }

    /// Whether the dealer does something wrong, and not only the shoe.
    pub(super) const fn is_of_dealer(self) -> bool {
        matches!(self, Self::NoBurn | Self::ShortBurn)
    }

    /// Whether another shoe is loaded before the right one.
    pub(super) const fn is_wrong_load(self) -> bool {
        matches!(self, Self::WrongShoe | Self::WrongDecks)
    }
}

impl fmt::Display for CardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(1) => f.write_str("unreadable"),
            Self::Unreadable(times) => write!(f, "unreadable:{times}"),
            Self::LowConf(1) => f.write_str("lowconf"),
            Self::LowConf(times) => write!(f, "lowconf:{times}"),
            Self::Misread(card) => write!(f, "misread:{card}"),
            plain => f.write_str(PLAIN.iter().find(|(_, fault)| fault == plain).map_or("", |(name, _)| name)),
        }
    }
}

/// The mark of the piece of card that passed first at this pass.
pub(super) fn mark(first: u64) -> Option<Tag> {
    format!("piece-{first}").parse().ok()
}

/// The record of a card with which this goes wrong. `out` is a card of which all copies are out.
pub(super) fn misread(record: CardRecord, fault: CardFault, slot: Option<Slot>, out: Option<Card>) -> What {
    let CardRecord { pass, rescan, .. } = record;
    let unread = |why| What::Unread(UnreadRecord { pass, why, rescan, img: None });
    match fault {
        F::Unreadable(_) => unread(UnreadWhy::Smeared),
        F::TwoAtOnce => unread(UnreadWhy::TwoAtOnce),
        F::Foreign => unread(UnreadWhy::Foreign),
        F::LowConf(_) => What::Card(CardRecord { conf: Some(UNSURE), ..record }),
        F::Misread(card) => What::Card(CardRecord { card, ..record }),
        F::Ninth => What::Card(CardRecord { card: out.unwrap_or(record.card), ..record }),
        F::SkipPass => What::Card(CardRecord { pass: pass.saturating_add(1), ..record }),
        F::Twice => What::Card(CardRecord { tag: mark(pass), ..record }),
        F::WrongSlot => {
            let other = if slot == Some(Slot::P1) { Slot::B1 } else { Slot::P1 };
            What::Card(CardRecord { slot: Some(other), ..record })
        }
        _ => What::Card(record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_misread_card_has_its_record() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let says =
            |fault| match misread(CardRecord::new(7, card("9h")), fault, Some(Slot::P1), Some(card("As"))) {
                What::Card(CardRecord { pass, card, slot, conf, tag, .. }) => {
                    let tag = tag.map(|tag| tag.to_string()).unwrap_or_default();
                    format!("{pass} {card} {slot:?} {conf:?} {tag}")
                }
                What::Unread(unread) => format!("{} {:?}", unread.pass, unread.why),
                other => other.kind().to_owned(),
            };
        for (fault, expected) in [
            (F::Unreadable(2), "7 Smeared"),
            (F::TwoAtOnce, "7 TwoAtOnce"),
            (F::Foreign, "7 Foreign"),
            (F::LowConf(1), "7 9h None Some(400) "),
            (F::Misread(card("2c")), "7 2c None None "),
            (F::Ninth, "7 As None None "),
            (F::SkipPass, "8 9h None None "),
            (F::Twice, "7 9h None None piece-7"),
            (F::WrongSlot, "7 9h Some(B1) None "),
            (F::Extra, "7 9h None None "),
        ] {
            assert_eq!(says(fault), expected, "{fault}");
        }
    }
}
