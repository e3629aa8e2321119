//! What a check found: its verdict, the place, and a few words. The words are those of the proof files' verifier.

use core::fmt;

use strum::{IntoStaticStr, VariantArray};

/// A check, in the order of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Check {
    /// Everything that arrived can be read, and the bulletins are in an order that can be.
    Form,
    /// The house's key is the one that this client knows.
    Key,
    /// Every signature holds.
    Signature,
    /// The bulletins follow each other, and none is missing.
    Chain,
    /// The record is the one that this client saw before.
    Fork,
    /// The shoe was committed before it opened, and opened as committed.
    Committed,
    /// The secret is the committed one.
    Commitment,
    /// The numbers of patrons are those that the bulletins fixed, and the patron's own is among them.
    Nonces,
    /// By the client's own clock, all else was fixed before the value of the beacon came to exist. The value itself is
    /// for the file.
    Beacon,
    /// The leaves give the sealed root.
    Root,
    /// The secret gives the order that was dealt.
    Order,
    /// Every card that was shown is the next one of the sealed order, or of its round's draw.
    Cards,
    /// The burned cards are those of their bulletin.
    Burn,
    /// Every round closed before its first card, and ended with the cards that were shown.
    Rounds,
    /// The patron's wagers were fixed before the first card.
    Wagers,
}

impl Check {
    /// The word for it, such as `commitment`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// How a check stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// It holds so far.
    Ok,
    /// It does not hold. This stays for the shoe.
    Failed,
    /// It could not be made yet.
    NotChecked,
}

/// Where a check failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A bulletin.
    No(u64),
    /// A shoe.
    Shoe(u32),
    /// A round.
    Round(u16),
    /// A card of a round, from 1.
    Card(u16, usize),
    /// A position in the shoe, from 0.
    Position(u16),
    /// The burned cards.
    Burn,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::No(no) => write!(f, "no {no}"),
            Self::Shoe(shoe_no) => write!(f, "shoe {shoe_no}"),
            Self::Round(round_no) => write!(f, "round {round_no}"),
            Self::Card(round_no, card) => write!(f, "round {round_no}, card {card}"),
            Self::Position(index) => write!(f, "position {index}"),
            Self::Burn => f.write_str("burn"),
        }
    }
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// How it stands.
    pub verdict: Verdict,
    /// Where it failed; none where no place can be named.
    pub place: Option<Place>,
    /// What it saw, in a few words.
    pub reason: String,
}

/// What does not hold.
#[derive(Debug)]
pub(crate) struct Fault {
    check: Check,
    place: Option<Place>,
    reason: String,
    /// Whether a message that this client missed could be the reason.
    missed: bool,
}

impl Fault {
    pub(crate) const fn may_be_missed(&self) -> bool {
        self.missed
    }
}

/// Whether what arrived holds.
pub(crate) type Step<T = ()> = Result<T, Fault>;

pub(crate) fn failed<T>(check: Check, place: impl Into<Option<Place>>, reason: impl Into<String>) -> Step<T> {
    Err(Fault { check, place: place.into(), reason: reason.into(), missed: false })
}

/// Does not hold, unless this client missed a message.
pub(crate) fn missed<T>(check: Check, place: impl Into<Option<Place>>, reason: impl Into<String>) -> Step<T> {
    Err(Fault { check, place: place.into(), reason: reason.into(), missed: true })
}

/// The findings of a shoe. The first failure of a check stays.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    first: Option<Check>,
}

impl Findings {
    /// Nothing is checked yet.
    pub(crate) fn new() -> Self {
        let open = |check: &Check| Finding {
            check: *check,
            verdict: Verdict::NotChecked,
            place: None,
            reason: "not yet".to_owned(),
        };
        Self { list: Check::VARIANTS.iter().map(open).collect(), first: None }
    }

    /// What goes on into the next shoe: faults of the house's key and of the record that this client keeps.
    pub(crate) fn lasting(&self) -> Self {
        let mut next = Self::new();
        for finding in &self.list {
            if finding.verdict == Verdict::Failed && [Check::Key, Check::Fork].contains(&finding.check) {
                next.set(finding.clone());
            }
        }
        next
    }

    pub(crate) fn ok(&mut self, check: Check, reason: impl Into<String>) {
        self.set(Finding { check, verdict: Verdict::Ok, place: None, reason: reason.into() });
    }

    pub(crate) fn open(&mut self, check: Check, reason: impl Into<String>) {
        self.set(Finding { check, verdict: Verdict::NotChecked, place: None, reason: reason.into() });
    }

    /// Writes down a fault. Returns the value where there is none.
    pub(crate) fn take<T>(&mut self, step: Step<T>) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            Err(Fault { check, place, reason, .. }) => {
                self.set(Finding { check, verdict: Verdict::Failed, place, reason });
                None
            }
        }
    }

    fn set(&mut self, finding: Finding) {
        let Some(old) = self.list.iter_mut().find(|old| old.check == finding.check) else { return };
        if old.verdict == Verdict::Failed {
            return;
        }
        if finding.verdict == Verdict::Failed {
            self.first.get_or_insert(finding.check);
        }
        *old = finding;
    }

    /// The check that failed before all others.
    pub(crate) const fn first(&self) -> Option<Check> {
        self.first
    }

    pub(crate) fn has_failed(&self, check: Check) -> bool {
        self.list.iter().any(|finding| finding.check == check && finding.verdict == Verdict::Failed)
    }

    pub(crate) fn list(&self) -> &[Finding] {
        &self.list
    }
}

/// `n things`, or `1 thing`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
