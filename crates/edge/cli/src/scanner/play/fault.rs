//! Faults that a simulated shoe makes on purpose, as the command line names them: `unreadable:2@12.B2`,
//! `extra@3.after`.

use std::str::FromStr;

use baccarat::Card;
use scanner::frame::Slot;

/// The places of cards in a round, in the order in which they fall.
const SLOTS: [Slot; 6] = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];
const ACCEPTED: &str = "write KIND@ROUND.WHERE, such as unreadable:2@12.B2: unreadable or lowconf, perhaps :TIMES up to 3, \
                        two-at-once, twice, wrong-slot, or misread:CARD at P1, B1, P2, B2, P3 or B3; extra at after; early \
                        at betting";

/// A fault at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What is wrong.
    pub(super) kind: Kind,
    /// How many times the card passes so, before it is read.
    pub(super) times: u8,
    round: usize,
    place: Place,
}

/// Where a fault is made in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the card there.
    Card(Slot),
    /// After the round.
    After,
    /// While wagers of the round are taken.
    Betting,
}

/// What is wrong with a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The card is not read.
    Unreadable,
    /// The device is not sure of the card.
    LowConf,
    /// The device sees two cards at once.
    TwoAtOnce,
    /// The card is read as another one.
    Misread(Card),
    /// The card is read twice, and the second reading does not say so.
    Twice,
    /// The device says another place than the table asks for.
    WrongSlot,
    /// A card comes when none is wanted.
    Unwanted,
}

/// What a server answers to a fault that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expected {
    /// A finding `unreadable`.
    Unreadable,
    /// A finding `read_twice`.
    ReadTwice,
    /// A finding `out_of_turn`.
    OutOfTurn,
    /// A finding `spare_card`.
    SpareCard,
    /// A finding `early_card`.
    EarlyCard,
}

impl Kind {
    /// Whether the card is not out yet: it passes again.
    pub(super) const fn passes_again(self) -> bool {
        matches!(self, Self::Unreadable | Self::LowConf | Self::TwoAtOnce)
    }
}

impl Expected {
    /// The code of the finding.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::ReadTwice => "read_twice",
            Self::OutOfTurn => "out_of_turn",
            Self::SpareCard => "spare_card",
            Self::EarlyCard => "early_card",
        }
    }
}

impl Fault {
    /// Whether it is at this card of this round.
    pub(super) fn is_at(self, round: usize, slot: Option<Slot>) -> bool {
        self.round == round && slot.is_some_and(|slot| self.place == Place::Card(slot))
    }

    /// Whether a card comes after this round, or while wagers of it are taken, though none is wanted then.
    pub(super) fn is_unwanted_after(self, round: usize) -> bool {
        self.round == round && self.place == Place::After
    }

    /// The same while wagers of this round are taken.
    pub(super) fn is_unwanted_before(self, round: usize) -> bool {
        self.round == round && self.place == Place::Betting
    }

    /// What the server answers; nothing to a card that is read as another one, which only people see.
    pub(super) const fn expected(self) -> Option<Expected> {
        match (self.kind, self.place) {
            (Kind::Unreadable | Kind::LowConf | Kind::TwoAtOnce, _) => Some(Expected::Unreadable),
            (Kind::Twice, _) => Some(Expected::ReadTwice),
            (Kind::WrongSlot, _) => Some(Expected::OutOfTurn),
            (Kind::Unwanted, Place::Betting) => Some(Expected::EarlyCard),
            (Kind::Unwanted, _) => Some(Expected::SpareCard),
            (Kind::Misread(_), _) => None,
        }
    }

    /// A card that is not read at this place, once.
    pub(super) const fn unreadable(round: usize, slot: Slot) -> Self {
        Self { kind: Kind::Unreadable, times: 1, round, place: Place::Card(slot) }
    }
}

/// Reads the kind of a fault and how often it happens.
fn kind(text: &str) -> Option<(Kind, u8)> {
    let (name, more) = text.split_once(':').map_or((text, None), |(name, more)| (name, Some(more)));
    let times = |kind| {
        let times = more.map_or(Some(1), |more| more.parse().ok()).filter(|times| (1..=3).contains(times))?;
        Some((kind, times))
    };
    match (name, more) {
        ("unreadable", _) => times(Kind::Unreadable),
        ("lowconf", _) => times(Kind::LowConf),
        ("misread", Some(card)) => Some((Kind::Misread(card.parse().ok()?), 1)),
        ("two-at-once", None) => Some((Kind::TwoAtOnce, 1)),
        ("twice", None) => Some((Kind::Twice, 1)),
        ("wrong-slot", None) => Some((Kind::WrongSlot, 1)),
        ("extra" | "early", None) => Some((Kind::Unwanted, 1)),
        _ => None,
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (what, place) = text.split_once('@')?;
            let (kind, times) = kind(what)?;
            let (round, at) = place.split_once('.')?;
            let place = match (what, at) {
                ("extra", "after") => Place::After,
                ("early", "betting") => Place::Betting,
                ("extra" | "early", _) => return None,
                _ => Place::Card(SLOTS.into_iter().find(|known| <&str>::from(*known) == at)?),
            };
            let round = round.parse().ok().filter(|round| *round > 0)?;
            Some(Self { kind, times, round, place })
        };
        parse().ok_or_else(|| ACCEPTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_card() {
        let fault: Fault = "unreadable:2@12.B2".parse().unwrap();
        assert_eq!((fault.kind, fault.times), (Kind::Unreadable, 2));
        assert!(fault.is_at(12, Some(Slot::B2)));
        assert!(
            !fault.is_at(12, Some(Slot::P2)) && !fault.is_at(11, Some(Slot::B2)) && !fault.is_at(12, None)
        );
        assert_eq!("lowconf@1.P3".parse::<Fault>().unwrap().times, 1);
        for bad in [
            "",
            "lowconf",
            "lowconf@1",
            "lowconf@0.P1",
            "lowconf@1.P4",
            "smoke@1.P1",
            "lowconf:4@1.P1",
            "lowconf@1.burn",
            "misread@1.P1",
            "misread:1h@1.P1",
            "twice:2@1.P1",
            "extra@1.P1",
            "extra@1.betting",
            "early@1.after",
            "twice@1.after",
        ] {
            assert!(bad.parse::<Fault>().unwrap_err().starts_with("write KIND@ROUND.WHERE"), "{bad}");
        }
    }

    #[test]
    fn each_fault_has_its_answer() {
        for (text, expected) in [
            ("unreadable@1.P1", Some("unreadable")),
            ("lowconf@1.P1", Some("unreadable")),
            ("two-at-once@1.P1", Some("unreadable")),
            ("twice@1.B3", Some("read_twice")),
            ("wrong-slot@1.B1", Some("out_of_turn")),
            ("extra@1.after", Some("spare_card")),
            ("early@1.betting", Some("early_card")),
            ("misread:9h@1.P1", None),
        ] {
            let fault: Fault = text.parse().unwrap();
            assert_eq!(fault.expected().map(Expected::code), expected, "{text}");
        }
    }
}
