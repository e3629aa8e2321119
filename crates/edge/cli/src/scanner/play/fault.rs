//! A fault that a simulated shoe makes on purpose, as the command line names it: `unreadable:2@12.B2`, `gap@burn`.

use std::fmt;
use std::str::FromStr;

use super::card_faults::CardFault;
use super::line_faults::LineFault;
use super::place::Place;

/// What the command line accepts.
const ACCEPTED: &str = "write KIND@WHERE, such as unreadable:2@12.B2 or gap@burn; WHERE is ROUND.P1, B1, P2, B2, P3 or B3, \
                        ROUND.after, ROUND.betting, burn or shoe, and `punto scanner play --help` lists what is \
                        possible where";

/// A fault at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What goes wrong.
    pub(super) kind: Kind,
    /// Where.
    pub(super) place: Place,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A card, or the shoe.
    Card(CardFault),
    /// What the device says, or its line.
    Line(LineFault),
}

impl Fault {
    /// The fault of a card; none if it is one of the line.
    pub(super) const fn of_card(self) -> Option<CardFault> {
        match self.kind {
            Kind::Card(fault) => Some(fault),
            Kind::Line(_) => None,
        }
    }

    /// The fault of the line; none if it is one of a card.
    pub(super) const fn of_line(self) -> Option<LineFault> {
        match self.kind {
            Kind::Card(_) => None,
            Kind::Line(fault) => Some(fault),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Card(fault) => write!(f, "{fault}@{}", self.place),
            Kind::Line(fault) => write!(f, "{fault}@{}", self.place),
        }
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (what, place) = text.split_once('@')?;
            let (name, more) = what.split_once(':').map_or((what, None), |(name, more)| (name, Some(more)));
            let place: Place = place.parse().ok()?;
            let card = CardFault::read(name, more).filter(|fault| fault.is_possible_at(place));
            let line = || LineFault::read(name, more).filter(|fault| fault.is_possible_at(place));
            let kind = card.map(Kind::Card).or_else(|| line().map(Kind::Line))?;
            Some(Self { kind, place })
        };
        read().ok_or_else(|| ACCEPTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_written_as_it_is_read() {
        for text in [
            "unreadable@12.B2",
            "unreadable:2@burn",
            "lowconf@1.P3",
            "misread:9h@1.P1",
            "extra@3.after",
            "early@5.betting",
            "foreign@5.betting",
            "ninth@7.P1",
            "skip-pass@burn",
            "no-burn@burn",
            "short-burn@burn",
            "cut-early@burn",
            "no-cut@shoe",
            "wrong-shoe@shoe",
            "silence:3500@5.betting",
            "stale:5100@5.P1",
            "clock:10@3.after",
            "gap@burn",
            "second@shoe",
            "lost-ack@2.B1",
        ] {
            assert_eq!(text.parse::<Fault>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_fault_that_is_none_there_is_refused_with_what_is_accepted() {
        for bad in [
            "",
            "lowconf",
            "lowconf@1",
            "lowconf@0.P1",
            "lowconf@1.P4",
            "smoke@1.P1",
            "lowconf:4@1.P1",
            "lowconf@shoe",
            "misread@1.P1",
            "misread:1h@1.P1",
            "twice:2@1.P1",
            "twice@burn",
            "extra@1.P1",
            "extra@1.betting",
            "early@1.after",
            "twice@1.after",
            "ninth@burn",
            "no-burn@shoe",
            "no-cut@burn",
            "silence@1.P1",
            "silence:0@1.P1",
            "stale:5100@burn",
            "gap@1.after",
            "gap:3@1.P1",
            "drop:5@1.P1",
        ] {
            assert!(bad.parse::<Fault>().unwrap_err().starts_with("write KIND@WHERE"), "{bad}");
        }
    }
}
