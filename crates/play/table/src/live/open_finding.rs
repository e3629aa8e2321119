//! A finding that waits for people, and what they typed so far. It decides nothing.

use baccarat::Card;

use crate::ids::{StaffId, Timestamp};
use crate::live::findings::{FindingCode, How};
use crate::live::origin::RecordRef;
use crate::live::people::Person;
use crate::live::reading::Slot;

/// A finding that waits for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFinding {
    /// The number of the event that raised it.
    pub no: u64,
    /// What is wrong.
    pub code: FindingCode,
    /// The records it is about.
    pub records: Vec<RecordRef>,
    /// Which card of the round it is about, if it is about one.
    pub slot: Option<Slot>,
    /// When it was raised.
    pub at: Timestamp,
    /// How often two people typed different cards.
    pub tries: u8,
    /// Whether a supervisor has done something about it.
    pub answered: bool,
    /// What the first of two people wants.
    pub proposed: Option<Proposed>,
    /// Who of the dealer and a supervisor typed a card. Which card, nobody is told.
    pub(crate) by_dealer: Option<(StaffId, Card)>,
    pub(crate) by_supervisor: Option<(StaffId, Card)>,
}

/// What the first of two people wants of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// How it is to be resolved.
    pub how: How,
    /// Who.
    pub by: Person,
    /// The text of a note.
    pub why: Option<String>,
}

impl OpenFinding {
    /// Who has typed a card and waits for the other person.
    pub fn typed_by(&self) -> impl Iterator<Item = StaffId> {
        [self.by_dealer, self.by_supervisor].into_iter().flatten().map(|(who, _)| who)
    }
}

/// What two people typed alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Agreed {
    pub(crate) finding_no: u64,
    pub(crate) code: FindingCode,
    pub(crate) card: Card,
    pub(crate) dealer: StaffId,
    pub(crate) supervisor: StaffId,
}

impl OpenFinding {
    /// A finding that was just raised.
    pub(crate) const fn new(
        (no, at): (u64, Timestamp),
        code: FindingCode,
        records: Vec<RecordRef>,
        slot: Option<Slot>,
    ) -> Self {
        Self {
            no,
            code,
            records,
            slot,
            at,
            tries: 0,
            answered: false,
            proposed: None,
            by_dealer: None,
            by_supervisor: None,
        }
    }

    /// Takes a card that somebody typed. Two cards that differ are both forgotten.
    pub(crate) fn key(&mut self, by: Person, card: Card) {
        match by {
            Person::Dealer(id) => self.by_dealer = Some((id, card)),
            Person::Supervisor(id) => (self.by_supervisor, self.answered) = (Some((id, card)), true),
        }
        if let (Some((_, one)), Some((_, other))) = (self.by_dealer, self.by_supervisor)
            && one != other
        {
            self.tries = self.tries.saturating_add(1);
            (self.by_dealer, self.by_supervisor) = (None, None);
        }
    }

    /// What the dealer and a supervisor typed alike, if they did.
    pub(crate) fn agreed(&self) -> Option<Agreed> {
        let ((dealer, card), (supervisor, other)) = self.by_dealer.zip(self.by_supervisor)?;
        let agree = card == other && dealer != supervisor;
        agree.then_some(Agreed { finding_no: self.no, code: self.code, card, dealer, supervisor })
    }
}
