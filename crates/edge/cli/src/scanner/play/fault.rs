//! Faults that a simulated shoe makes on purpose, as the command line names them: `unreadable:2@12.B2`.

use std::str::FromStr;

use scanner::frame::Slot;

/// A fault at one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What is wrong.
    pub(super) kind: Kind,
    /// How many times the card passes so, before it is read.
    pub(super) times: u8,
    round: usize,
    slot: Slot,
}

/// What is wrong with a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The card is not read.
    Unreadable,
    /// The device is not sure of the card.
    LowConf,
}

impl Fault {
    /// Whether it is at this card of this round.
    pub(super) fn is_at(self, round: usize, slot: Option<Slot>) -> bool {
        self.round == round && Some(self.slot) == slot
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let accepted = "write unreadable or lowconf, perhaps :TIMES up to 3, then @ROUND.SLOT, such as unreadable:2@12.B2";
        let parse = || {
            let (what, place) = text.split_once('@')?;
            let (kind, times) = what.split_once(':').unwrap_or((what, "1"));
            let kind = match kind {
                "unreadable" => Kind::Unreadable,
                "lowconf" => Kind::LowConf,
                _ => return None,
            };
            let (round, slot) = place.split_once('.')?;
            let slots = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];
            let slot = slots.into_iter().find(|known| <&str>::from(*known) == slot)?;
            let times = times.parse().ok().filter(|times| (1..=3).contains(times))?;
            let round = round.parse().ok().filter(|round| *round > 0)?;
            Some(Self { kind, times, round, slot })
        };
        parse().ok_or_else(|| accepted.to_owned())
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
        ] {
            assert!(bad.parse::<Fault>().unwrap_err().starts_with("write unreadable"), "{bad}");
        }
    }
}
