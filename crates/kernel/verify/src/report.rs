//! What a verifier says: one finding for each check, and among how many shoes the house could choose.

use core::fmt;

use strum::{IntoStaticStr, VariantArray};

use crate::file::FormError;
use crate::printable::Printable;

/// A check, in the order of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Check {
    /// The file is of this format, has its one spelling, and its parts are there when they should be.
    Form,
    /// The house's key is the one that the verifier knows.
    Key,
    /// Every signature holds.
    Signature,
    /// The bulletins follow each other, and none is missing.
    Chain,
    /// Of several files: every shoe is there and finished once.
    Shoes,
    /// Of several files: they agree on every bulletin.
    Fork,
    /// The shoe was committed before it opened, and opened as committed.
    Committed,
    /// The secret is the committed one.
    Commitment,
    /// The secret is no value that is easily guessed.
    Secret,
    /// The pledges and nonces are those of the bulletins.
    Nonces,
    /// The beacon's values are those of rounds that were named before they existed.
    Beacon,
    /// The leaves give the sealed root.
    Root,
    /// The inputs give the order that was dealt.
    Order,
    /// The device that read the cards is one that the verifier knows.
    Device,
    /// The records are those that the device signed of this shoe, all of them.
    Records,
    /// Every reading of a card was used once.
    Use,
    /// Every card that was shown is the next one of the shoe: of the sealed order, of its round's draw, of its record.
    Cards,
    /// Everything that people looked at is said, and counted.
    Findings,
    /// The house rules' number of cards was burned.
    Burn,
    /// All cards of the decks passed the sensor.
    Count,
    /// The shoe ended when the house rules say so.
    End,
    /// Every round closed and ended once, in order.
    Rounds,
    /// The cards are legal coups, and the stated results follow from them.
    Outcomes,
    /// What void rounds would have been.
    Voids,
    /// Corrections name the cards that were dealt.
    Corrections,
    /// The patron's wagers were fixed before the first card.
    Wagers,
    /// The patron's wagers were paid by the rules.
    Payouts,
}

impl Check {
    /// The checks that only shoes have whose cards a device reads.
    const ONLY_SCANNED: [Self; 5] = [Self::Device, Self::Records, Self::Use, Self::Findings, Self::Count];

    /// The checks of what only a sealed order has.
    const ONLY_SEALED: [Self; 7] = [
        Self::Committed,
        Self::Commitment,
        Self::Secret,
        Self::Nonces,
        Self::Beacon,
        Self::Root,
        Self::Order,
    ];

    /// The checks of a shoe with a sealed order.
    pub fn of_sealed() -> impl Iterator<Item = Self> {
        Self::VARIANTS.iter().copied().filter(|check| !Self::ONLY_SCANNED.contains(check))
    }

    /// The checks of a shoe whose cards a device reads.
    pub fn of_scanned() -> impl Iterator<Item = Self> {
        Self::VARIANTS.iter().copied().filter(|check| !Self::ONLY_SEALED.contains(check))
    }

    /// The word for it, such as `commitment`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Ok,
    /// It does not hold.
    Failed,
    /// It could not be made.
    NotChecked,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::Failed => "FAILED",
            Self::NotChecked => "not checked",
        })
    }
}

/// Where a check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A field of the file.
    Field(String),
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
    /// A record of a device; none for all of them.
    Record(Option<u64>),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(field) => write!(f, "field {field}"),
            Self::No(no) => write!(f, "no {no}"),
            Self::Shoe(shoe_no) => write!(f, "shoe {shoe_no}"),
            Self::Round(round_no) => write!(f, "round {round_no}"),
            Self::Card(round_no, card) => write!(f, "round {round_no}, card {card}"),
            Self::Position(index) => write!(f, "position {index}"),
            Self::Burn => f.write_str("burn"),
            Self::Record(Some(n)) => write!(f, "record {n}"),
            Self::Record(None) => f.write_str("records"),
        }
    }
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// How it ended.
    pub verdict: Verdict,
    /// Where it failed; none for the whole file.
    pub place: Option<Place>,
    /// What it saw, in a few words.
    pub reason: String,
}

impl fmt::Display for Finding {
    /// One line, such as `cards: FAILED: round 2, card 1: this is Kd; the shoe has 9h here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check.id(), self.verdict)?;
        if let Some(place) = &self.place {
            write!(f, ": {}", Printable(place))?;
        }
        write!(f, ": {}", Printable(&self.reason))
    }
}

/// What a check found, before it is put into a report.
pub(crate) enum Outcome {
    Ok(String),
    Failed(Option<Place>, String),
    NotChecked(String),
}

/// Whether a step of a check holds; the error is what the check then found.
pub(crate) type Step<T = ()> = Result<T, Outcome>;

pub(crate) fn failed<T>(place: impl Into<Option<Place>>, reason: impl Into<String>) -> Step<T> {
    Err(Outcome::Failed(place.into(), reason.into()))
}

pub(crate) fn not_checked<T>(reason: impl Into<String>) -> Step<T> {
    Err(Outcome::NotChecked(reason.into()))
}

/// Among how many shoes the house could choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// One shoe: the beacon's value did not exist when all else was fixed.
    Beacon {
        /// The round.
        round: u64,
    },
    /// One shoe, and no card of a round before its betting had closed: values that did not exist decide.
    Drawn,
    /// At most so many shoes, if one of the nonces was not the house's.
    AtMost {
        /// The number.
        shoes: u128,
        /// How many nonces were pledged.
        pledged: u16,
        /// How many of them were not revealed.
        missing: u16,
    },
    /// Among 2^128 or more, as far as the nonces say.
    Many {
        /// How many nonces were pledged.
        pledged: u16,
        /// How many of them were not revealed.
        missing: u16,
    },
    /// Among all: no number from outside is in the shoe.
    Any,
    /// It is not known yet, or the shoe was given up before it was sealed.
    NotSealed,
    /// Nothing limits them: a check failed on which the limit rests.
    Unlimited,
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beacon { round } => write!(
                f,
                "Nobody could choose this shoe: it depends on public number {round}, which did not exist when all \
                 else was fixed."
            ),
            Self::Drawn => f.write_str(
                "Nobody could choose this shoe, and nobody knew a card before the bets were fixed.",
            ),
            Self::AtMost { shoes, pledged, missing } => {
                let choices = if *shoes == 1 { "choice" } else { "choices" };
                write!(f, "{pledged} pledged, {missing} missing: at most {shoes} {choices} of the house.")
            }
            Self::Many { pledged, missing } => {
                write!(f, "{pledged} pledged, {missing} missing: 2^128 choices of the house or more.")
            }
            Self::Any => {
                f.write_str("No number from outside is in this shoe. The house could have chosen it.")
            }
            Self::NotSealed => f.write_str("This shoe was not sealed."),
            Self::Unlimited => f.write_str("A check failed, so nothing limits what the house could choose."),
        }
    }
}

/// What no file can show, as the last line of a report says it.
pub const LIMIT: &str = "Nobody can check whether the house told somebody the order, others' wagers, or, from a file, \
                         when it was published.";

/// What neither the file nor the records of a live table can show.
pub const SCANNED_LIMIT: &str = "The cards are what the device signed. What lay in the shoe, or whether dealer and device \
                                 agreed on a fraud, nobody can compute.";

/// The findings over one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The table and the shoe; none when the file could not be read.
    pub shoe: Option<(u32, u32)>,
    /// One finding for each check, in their order.
    pub findings: Vec<Finding>,
    /// Among how many shoes the house could choose; none when the file could not be read, or a device read the cards.
    pub choices: Option<Choices>,
    /// What no such file can show.
    pub limit: &'static str,
}

impl Report {
    /// Whether a check failed.
    pub fn has_failed(&self) -> bool {
        self.has(Verdict::Failed)
    }

    /// Whether a check failed without which nothing is known of what the house could choose.
    pub(crate) fn limits_nothing(&self) -> bool {
        use Check::{
            Beacon, Cards, Chain, Commitment, Committed, Form, Nonces, Order, Root, Secret, Signature,
        };
        let rests =
            [Form, Signature, Chain, Committed, Commitment, Secret, Nonces, Beacon, Root, Order, Cards];
        self.findings.iter().any(|it| it.verdict == Verdict::Failed && rests.contains(&it.check))
    }

    /// Whether some check ended so.
    pub fn has(&self, verdict: Verdict) -> bool {
        self.findings.iter().any(|finding| finding.verdict == verdict)
    }

    /// What a check found.
    pub fn finding(&self, check: Check) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.check == check)
    }

    /// The report over a text that is not a proof file.
    pub(crate) fn unreadable(
        error: &FormError,
        limit: &'static str,
        checks: impl Iterator<Item = Check>,
    ) -> Self {
        let mut report = Self { shoe: None, findings: Vec::new(), choices: None, limit };
        for check in checks {
            let outcome = match check {
                Check::Form => Outcome::Failed(Some(Place::Field(error.field.clone())), error.reason.clone()),
                _ => Outcome::NotChecked("the file could not be read".to_owned()),
            };
            report.set(check, outcome);
        }
        report
    }

    /// Writes down what a check found, in place of what it found before.
    pub(crate) fn set(&mut self, check: Check, outcome: Outcome) {
        let (verdict, place, reason) = match outcome {
            Outcome::Ok(reason) => (Verdict::Ok, None, reason),
            Outcome::Failed(place, reason) => (Verdict::Failed, place, reason),
            Outcome::NotChecked(reason) => (Verdict::NotChecked, None, reason),
        };
        let finding = Finding { check, verdict, place, reason };
        match self.findings.binary_search_by_key(&check, |finding| finding.check) {
            Ok(idx) => {
                if let Some(old) = self.findings.get_mut(idx) {
                    *old = finding;
                }
            }
            Err(idx) => self.findings.insert(idx, finding),
        }
    }
}
