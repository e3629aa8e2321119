//! What a live table remembers: a fold of its events and of the readings that it took. It decides nothing.

use std::collections::{BTreeMap, VecDeque};

use baccarat::Card;
use serde::{Deserialize, Serialize};

use crate::ids::{DeviceId, StaffId, Timestamp};
use crate::live::counted_shoe::CountedShoe;
use crate::live::dealer::ScannerSettings;
use crate::live::findings::FindingCode;
use crate::live::notices::CardNotices;
use crate::live::open_finding::{Agreed, OpenFinding};
use crate::live::origin::{Origin, RecordRef};
use crate::live::out::CardsOut;
use crate::live::reading::{Read, Reading, ShoeChange, Slot};
use crate::live::record_of_shoe::RecordOfShoe;
use crate::live::sensor::{Piece, Sensor};

/// What a live table remembers beside what every table does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Whether a device reads the cards of the shoe on the table.
    pub(crate) scanned: bool,
    /// How the table is run with that shoe.
    pub(crate) scanner: Option<ScannerSettings>,
    pub(crate) dealer: Option<StaffId>,
    /// Since when the dealer works at the table.
    pub(crate) dealer_since: Option<Timestamp>,
    /// The dealer who waits to take over.
    pub(crate) relief: Option<StaffId>,
    /// To whom the dealer hands over as soon as a card is burned.
    pub(crate) handing_to: Option<StaffId>,
    pub(crate) device: Option<DeviceId>,
    pub(crate) recording: RecordingState,
    /// The labels of shoes that may be loaded, each with its seal if a supervisor named one.
    pub(crate) assigned: BTreeMap<String, Option<String>>,
    pub(crate) loaded: Option<Loaded>,
    /// The last record of each device.
    pub(crate) heads: BTreeMap<DeviceId, u64>,
    /// The readings that no event has named, in the order in which they came.
    pub(crate) waiting: VecDeque<Waiting>,
    pub(crate) finding: Option<OpenFinding>,
    /// When people resolved a finding last.
    pub(crate) resolved_at: Timestamp,
    /// What two people typed and no card was made of yet.
    pub(crate) agreed: Option<Agreed>,
    /// When the betting of the round under way closed, or will; none in a round without wagers.
    pub(crate) closes_at: Option<Timestamp>,
    /// Whether the round under way has no wagers.
    pub(crate) free_round: bool,
    /// The number of the last round of the shoe, if a supervisor said so.
    pub(crate) ends_after: Option<u16>,
    /// How the shoe differs from its decks; none before it is counted.
    pub(crate) counted: Option<CountedShoe>,
    /// How many times the next card was scanned again.
    pub(crate) rescans: u8,
    pub(crate) sensor: Sensor,
    /// Which cards are out of the shoe, the ones face down included.
    pub(crate) out: CardsOut,
    pub(crate) asked: Asked,
    /// What everybody reads of single cards.
    pub(crate) notices: CardNotices,
    /// Where the cards lie that were shown last, and that the dealer turns.
    pub(crate) turn: Vec<Slot>,
    /// Where each card of the round under way came from, in deal order.
    pub(crate) origins: Vec<Origin>,
    /// The public record of the shoe on the table; none for a shoe that has none.
    pub(crate) record: Option<RecordOfShoe>,
}

/// What the dealer asked for, and what stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The call of a supervisor that nobody has answered.
    pub(crate) call: Option<Call>,
    /// The dealer by whom no round begins until a dealer says so.
    pub(crate) held: Option<StaffId>,
}

/// A supervisor was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// By this dealer.
    pub dealer: StaffId,
    /// When.
    pub at: Timestamp,
}

/// Whether a table that is to be recorded is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RecordingState {
    /// It is, or it need not be.
    #[default]
    Runs,
    /// It is not, and no round begins.
    Lost,
    /// It is not, and a supervisor allowed rounds all the same.
    Allowed {
        /// Until when.
        until: Timestamp,
    },
}

impl RecordingState {
    /// Whether it is recorded, or need not be. That is not written, so that older logs keep their bytes.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(crate) fn runs(&self) -> bool {
        *self == Self::Runs
    }
}

/// The shoe in the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The device.
    pub device: DeviceId,
    /// The label of the shoe.
    pub label: String,
    /// How many decks it holds, by the device.
    pub decks: u8,
    /// Whether it is to be opened next; else it is the one on the table.
    pub fresh: bool,
    /// The record that says so, of one that is to be opened next.
    pub record: Option<RecordRef>,
}

/// A reading that no event has named yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The reading.
    pub reading: Reading,
    /// How many things passed unread right before it.
    pub(crate) missed: u64,
    /// Whether its pass is not above that of the reading before it.
    pub(crate) repeated: bool,
    /// What people found to be in order with it.
    pub(crate) cleared: Vec<FindingCode>,
    /// Which card two people say it is.
    pub(crate) keyed: Option<Card>,
    /// The piece of card that passed; see [`Sensor`].
    pub(crate) piece: Option<Piece>,
}

impl Waiting {
    /// Which card it is; none when nothing was read, or the device is less sure than this.
    pub(crate) fn value(&self, conf_min: u16) -> Option<Card> {
        let read = match &self.reading.what {
            Read::Card(read) if read.conf.is_none_or(|conf| conf >= conf_min) => Some(read.card),
            _ => None,
        };
        self.keyed.or(read)
    }
}

impl Live {
    /// A reading as it will wait: how it fits to the one before it.
    pub(crate) fn arriving(&self, reading: &Reading) -> Waiting {
        let expected = self.sensor.pass.saturating_add(1);
        let pass = reading.what.pass();
        Waiting {
            reading: reading.clone(),
            missed: pass.map_or(0, |pass| pass.saturating_sub(expected)),
            repeated: pass.is_some_and(|pass| pass < expected),
            cleared: Vec::new(),
            keyed: None,
            piece: self.sensor.piece_of(&reading.what),
        }
    }

    /// A reading as it waits, or as it will.
    pub(crate) fn as_waiting(&self, reading: &Reading) -> Waiting {
        self.find(reading.record).cloned().unwrap_or_else(|| self.arriving(reading))
    }

    /// Whether this record is newer than all of its device before it.
    pub(crate) fn is_new(&self, record: RecordRef) -> bool {
        self.heads.get(&record.device).is_none_or(|head| record.n > *head)
    }

    /// Lets a reading wait.
    pub(crate) fn push(&mut self, reading: &Reading) {
        let waiting = self.arriving(reading);
        if matches!(&reading.what, Read::Shoe(shoe) if shoe.change == ShoeChange::Loaded) {
            self.sensor.count_passes_again();
        }
        self.sensor.note(&reading.what, waiting.piece);
        let pass = reading.what.pass().unwrap_or_default();
        // What passed unseen before the cut card is missed at the card behind it: nobody looks at the cut card.
        let pass = if matches!(reading.what, Read::CutCard { .. }) {
            pass.min(self.sensor.pass.saturating_add(1))
        } else {
            pass
        };
        self.sensor.pass = pass.max(self.sensor.pass);
        self.heads.insert(reading.record.device, reading.record.n);
        self.waiting.push_back(waiting);
    }

    /// A shoe with this label may be loaded, with this seal or, without one, with any.
    pub(crate) fn assign(&mut self, label: &str, seal: Option<&str>) {
        self.assigned.insert(label.to_owned(), seal.map(str::to_owned));
    }

    /// A reading that waits.
    pub(crate) fn find(&self, record: RecordRef) -> Option<&Waiting> {
        self.waiting.iter().find(|waiting| waiting.reading.record == record)
    }

    pub(crate) fn find_mut(&mut self, record: RecordRef) -> Option<&mut Waiting> {
        self.waiting.iter_mut().find(|waiting| waiting.reading.record == record)
    }

    /// Takes a reading out of those that wait.
    pub(crate) fn remove(&mut self, record: RecordRef) -> Option<Waiting> {
        let index = self.waiting.iter().position(|waiting| waiting.reading.record == record)?;
        self.waiting.remove(index)
    }

    /// The cards that wait before this record: all of them when it does not wait yet.
    pub(crate) fn cards_before(&self, record: RecordRef) -> impl Iterator<Item = &Waiting> {
        let before = self.waiting.iter().take_while(move |waiting| waiting.reading.record != record);
        before.filter(|waiting| waiting.reading.what.is_card())
    }

    /// The cards that wait behind this record.
    pub(crate) fn cards_after(&self, record: RecordRef) -> impl Iterator<Item = &Waiting> {
        let from = self.waiting.iter().skip_while(move |waiting| waiting.reading.record != record);
        from.skip(1).filter(|waiting| waiting.reading.what.is_card())
    }

    /// The reading behind this record that says that it replaces it.
    pub(crate) fn replacement(&self, record: RecordRef) -> Option<RecordRef> {
        let pass = self.find(record)?.reading.what.pass()?;
        let replaces = |waiting: &&Waiting| waiting.reading.what.rescan() == Some(pass);
        self.cards_after(record).find(replaces).map(|waiting| waiting.reading.record)
    }

    /// Takes a reading out that its replacement stands in for, if that one waits.
    pub(crate) fn replace(&mut self, record: RecordRef) {
        let by = self.replacement(record).and_then(|by| self.remove(by));
        if let Some(index) = self.waiting.iter().position(|waiting| waiting.reading.record == record) {
            self.waiting.remove(index);
            if let Some(by) = by {
                self.waiting.insert(index, by);
            }
        }
    }

    /// Takes note that the piece of card that this reading is of is out of the shoe.
    pub(crate) fn take_out(&mut self, waiting: &Waiting) {
        self.sensor.take_out(waiting.piece);
        self.sensor.tags.extend(waiting.reading.what.mark().cloned());
    }

    /// Counts a card that is out of the shoe from now on, read as this reading has it.
    pub(crate) fn count_out(&mut self, waiting: &Waiting, card: Option<Card>) {
        self.take_out(waiting);
        self.know(card);
        self.rescans = 0;
        if let Some(read) = waiting.reading.what.card() {
            self.sensor.last = Some((read, waiting.reading.read_at));
        }
    }

    /// Counts a card that is out of the shoe from now on.
    pub(crate) fn know(&mut self, card: Option<Card>) {
        self.sensor.fill();
        self.out.take(card);
    }

    /// Begins a round: a hold is over, and nothing is left of the cards before.
    pub(crate) fn begin_round(&mut self) {
        self.asked.held = None;
        self.turn.clear();
        self.origins.clear();
    }

    /// Forgets what was of the round that ends.
    pub(crate) fn end_round(&mut self) {
        (self.rescans, self.free_round) = (0, false);
        (self.closes_at, self.agreed) = (None, None);
        self.origins.clear();
        self.sensor.fill();
    }

    /// Where the cards lie that were shown last, until another one falls: a dealer turns them.
    pub fn turn(&self) -> &[Slot] {
        &self.turn
    }

    /// The dealer at the table.
    pub const fn dealer(&self) -> Option<StaffId> {
        self.dealer
    }

    /// The dealer who waits to take over.
    pub const fn relief(&self) -> Option<StaffId> {
        self.relief
    }

    /// Whether the table is recorded, if it is to be.
    pub const fn recording(&self) -> RecordingState {
        self.recording
    }

    /// The device that is connected.
    pub const fn device(&self) -> Option<DeviceId> {
        self.device
    }

    /// The shoe in the device.
    pub const fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// The finding that waits for people; none when none does.
    pub const fn finding(&self) -> Option<&OpenFinding> {
        self.finding.as_ref()
    }

    /// The call of a supervisor that nobody has answered.
    pub const fn call(&self) -> Option<Call> {
        self.asked.call
    }

    /// Whether no round begins until a dealer says so.
    pub const fn is_held(&self) -> bool {
        self.asked.held.is_some()
    }

    /// The readings that no event has named, in the order in which they came.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Waiting> {
        self.waiting.iter()
    }

    /// Whether the round under way has no wagers.
    pub const fn is_free_round(&self) -> bool {
        self.free_round
    }

    /// The last record of each device that was taken.
    pub fn heads(&self) -> impl Iterator<Item = RecordRef> {
        self.heads.iter().map(|(device, n)| RecordRef { device: *device, n: *n })
    }
}
