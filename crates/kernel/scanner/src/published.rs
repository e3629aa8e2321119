//! The records of a shoe as they are published, and the checks that they allow alone. Knows no round and no event.

use baccarat::Card;
use fair::{PublicKey, Signature};
use json::{Fields, Node, Record, Wrong};

use crate::envelope::Envelope;
use crate::frame::{ShoeState, What};
use crate::record::{ChainError, Head, RecordError, SignedRecord};

/// A stored record: the signed text, its signature, the key, and the time of receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRecord {
    /// The key of the device.
    pub key: PublicKey,
    /// When the house let the key speak, in the first record of each key; none in older files.
    pub life: Option<KeyLife>,
    /// When the server received it, in milliseconds since 1970.
    pub received_at: u64,
    /// The signed text.
    pub body: String,
    /// The signature.
    pub sig: Signature,
}

/// When the house let a key speak, as it stood when the records were read. The house says so; no device signs it. Times
/// are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLife {
    /// When it was enrolled.
    pub enrolled_at: u64,
    /// Since when it is suspended; none while it is not.
    pub suspended_at: Option<u64>,
    /// When it was revoked for good; none while it is not.
    pub revoked_at: Option<u64>,
}

impl KeyLife {
    /// When the key ended; none while it may speak.
    pub fn ended_at(&self) -> Option<u64> {
        self.suspended_at.into_iter().chain(self.revoked_at).min()
    }

    fn is_over(&self, at: u64) -> bool {
        self.ended_at().is_some_and(|ended_at| ended_at < at)
    }

    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                enrolled_at: it.get("enrolled_at")?.number()?,
                suspended_at: it.optional("suspended_at", Node::number)?,
                revoked_at: it.optional("revoked_at", Node::number)?,
            })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("enrolled_at").number(self.enrolled_at);
        for (name, at) in [("suspended_at", self.suspended_at), ("revoked_at", self.revoked_at)] {
            if let Some(at) = at {
                it.field(name).number(at);
            }
        }
    }
}

/// What the checks of the records of a shoe found. No fault stops a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordsReport {
    /// How many lines there are.
    pub lines: usize,
    /// What does not hold, each with its line from 1.
    pub faults: Vec<(usize, RecordFault)>,
    /// What is no fault, and explains a finding.
    pub remarks: Vec<(usize, Remark)>,
    /// The stretch of the chain of each key, in the order in which the keys begin.
    pub stretches: Vec<Stretch>,
    /// Every card that a device read, in order.
    pub cards: Vec<ReadCard>,
    /// The life of each key of which the records say it, in the order in which the keys begin.
    pub lives: Vec<(PublicKey, KeyLife)>,
}

/// A part of the chain of one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The key.
    pub key: PublicKey,
    /// The record before its first one.
    pub before: Head,
    /// Its last record.
    pub last: Head,
}

impl Stretch {
    /// Whether this part goes on where another part of the same chain ends, so that no record is missing in between.
    pub fn follows(&self, earlier: &Self) -> bool {
        self.key == earlier.key && self.before == earlier.last
    }
}

/// A card that a device read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadCard {
    /// The key of the device.
    pub key: PublicKey,
    /// The number of the record.
    pub n: u64,
    /// The card.
    pub card: Card,
}

/// What does not hold of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The line is no record.
    #[error("the line is no record: {0}")]
    Line(Wrong),
    /// The signature or the form of the record does not hold.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// The record does not follow the one before it.
    #[error("{0}")]
    Chain(#[from] ChainError),
    /// It was received before the one before it.
    #[error("it was received at {got}, and the one before at {before}")]
    Time {
        /// When the one before was received.
        before: u64,
        /// When this one was.
        got: u64,
    },
    /// The first record is not that of a loaded shoe.
    #[error("the records do not begin with a loaded shoe")]
    NotLoaded,
    /// A pass comes again.
    #[error("pass {got} comes where pass {expected} should")]
    Pass {
        /// The pass that follows the one before.
        expected: u64,
        /// What it has.
        got: u64,
    },
}

/// What stands in the records and is no fault of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Things passed the sensor of which there is no record.
    Missed {
        /// How many.
        passes: u64,
    },
    /// Another device goes on.
    OtherDevice,
    /// The record was received when its key had ended, as its life says: a moment may pass until the session ends.
    KeyOver,
}

impl PublishedRecord {
    /// Reads a line.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn read(line: &str) -> Result<Self, Wrong> {
        json::read(line, |node| node.record(Self::read_fields))
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            key: it.get("key")?.text()?,
            life: it.optional("life", KeyLife::read)?,
            received_at: it.get("received_at")?.number()?,
            body: it.get("body")?.string()?,
            sig: it.get("sig")?.text()?,
        })
    }

    /// The line, without its end.
    pub fn write(&self) -> String {
        json::write(|to| to.record(|it| self.write_fields(it)))
    }

    fn write_fields(&self, it: &mut Fields<'_>) {
        it.field("key").text(&self.key);
        if let Some(life) = self.life {
            it.field("life").record(|it| life.write(it));
        }
        it.field("received_at").number(self.received_at);
        it.field("body").text(&self.body);
        it.field("sig").text(&self.sig);
    }

    /// Verifies the signature and the form.
    ///
    /// # Errors
    /// [`RecordError`].
    pub fn verify(&self) -> Result<SignedRecord, RecordError> {
        SignedRecord::verify(Envelope::new(self.body.clone(), self.sig)?, &self.key)
    }
}

/// Checks the published records of a shoe, one a line: signatures, chains, times and passes.
///
/// That a record belongs to a key which the house enrolled, and that each card was dealt once, is for the caller: it
/// knows the keys and the events.
pub fn check_records(text: &str) -> RecordsReport {
    let mut check = Check::default();
    for (number, line) in (1..).zip(text.lines()) {
        check.report.lines = number;
        match PublishedRecord::read(line) {
            Ok(published) => check.line(number, &published),
            Err(wrong) => check.fault(number, RecordFault::Line(wrong)),
        }
    }
    if check.report.lines == 0 {
        check.fault(1, RecordFault::NotLoaded);
    }
    check.report
}

#[derive(Default)]
struct Check {
    report: RecordsReport,
    received_at: u64,
    /// The last pass of the shoe.
    pass: u64,
    /// The key of the record before.
    key: Option<PublicKey>,
}

impl Check {
    fn fault(&mut self, number: usize, fault: RecordFault) {
        self.report.faults.push((number, fault));
    }

    fn line(&mut self, number: usize, published: &PublishedRecord) {
        if published.received_at < self.received_at {
            let fault = RecordFault::Time { before: self.received_at, got: published.received_at };
            self.fault(number, fault);
        }
        self.received_at = published.received_at;
        self.life(number, published);
        match published.verify() {
            Ok(signed) => self.record(number, published.key, &signed),
            Err(error) => self.fault(number, error.into()),
        }
    }

    /// The first life that is said of a key counts.
    fn life(&mut self, number: usize, published: &PublishedRecord) {
        let lives = &mut self.report.lives;
        let known = lives.iter().find(|(key, _)| *key == published.key).map(|(_, life)| *life);
        if let (None, Some(life)) = (known, published.life) {
            lives.push((published.key, life));
        }
        if known.or(published.life).is_some_and(|life| life.is_over(published.received_at)) {
            self.report.remarks.push((number, Remark::KeyOver));
        }
    }

    fn record(&mut self, number: usize, key: PublicKey, signed: &SignedRecord) {
        let is_loaded = matches!(&signed.record().what, What::Shoe(shoe) if shoe.state == ShoeState::Loaded);
        if number == 1 && !is_loaded {
            self.fault(number, RecordFault::NotLoaded);
        }
        let goes_on = self.key.replace(key).is_none_or(|before| before == key);
        if !goes_on {
            self.report.remarks.push((number, Remark::OtherDevice));
        }
        self.chain(number, key, signed);
        // A device counts from the moment when it sees the shoe.
        if is_loaded || !goes_on {
            self.pass = 0;
        }
        if let Some(pass) = signed.record().what.pass() {
            self.pass(number, pass, goes_on);
        }
        if let What::Card(card) = &signed.record().what {
            self.report.cards.push(ReadCard { key, n: signed.head().n, card: card.card });
        }
    }

    fn chain(&mut self, number: usize, key: PublicKey, signed: &SignedRecord) {
        let record = signed.record();
        let known = self.report.stretches.iter_mut().find(|stretch| stretch.key == key);
        let before = match &known {
            Some(stretch) => stretch.last,
            // The record before the first one of a shoe is in another file, but for the first of all.
            None if record.n == 1 => Head::NONE,
            None => Head { n: record.n.saturating_sub(1), digest: record.prev },
        };
        match known {
            Some(stretch) => stretch.last = signed.head(),
            None => self.report.stretches.push(Stretch { key, before, last: signed.head() }),
        }
        if let Err(error) = before.check(record) {
            self.fault(number, error.into());
        }
    }

    fn pass(&mut self, number: usize, pass: u64, goes_on: bool) {
        let expected = self.pass.saturating_add(1);
        self.pass = pass;
        match pass.checked_sub(expected) {
            None => self.fault(number, RecordFault::Pass { expected, got: pass }),
            Some(passes) if passes > 0 && goes_on => {
                self.report.remarks.push((number, Remark::Missed { passes }));
            }
            Some(_) => {}
        }
    }
}
