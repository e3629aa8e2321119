//! A card-reading shoe and the cards in it, as they outlive a house: the device with its disk, the pile, and what each
//! record was of. Knows no house.

use std::collections::BTreeMap;
use std::collections::VecDeque;

use auditor::Dice;
use baccarat::Card;
use scanner::device::{About, Device, DeviceEffect, Kept, WINDOW};
use scanner::frame::{Gate, ShoeRecord, ShoeState, What};
use scanner::record::Head;
use scanner::{DeviceKey, SignedRecord};
use table::{DeviceId, TableId};

/// How many acknowledged records a device can say again, and of how many it is known what they were of.
const REMEMBERED: usize = 64;

/// All house rules play eight decks.
const DECKS: u8 = 8;

/// A card-reading shoe at its table.
pub(crate) struct Station {
    pub(crate) table: TableId,
    pub(crate) id: DeviceId,
    pub(crate) device: Device,
    /// What the device wrote to its own disk.
    disk: Kept,
    /// When it was switched on.
    switched_on: u64,
    /// What the device wants done, in order.
    pub(crate) wishes: VecDeque<DeviceEffect>,
    /// What its lamp shows.
    pub(crate) lamp: Option<Gate>,
    /// The cards in the shoe; the last one passes next.
    pub(crate) pile: Vec<Card>,
    /// How many cards are left when the cut card passes; none when it is out.
    pub(crate) cut_at: Option<usize>,
    /// How many things passed the sensor since the shoe was loaded.
    pub(crate) pass: u64,
    /// How many shoes were loaded, and the label of the one in the device.
    pub(crate) loads: u32,
    pub(crate) label: String,
    /// Whether the shoe was loaded and not opened since.
    pub(crate) is_fresh: bool,
    /// Whether each piece of card has a mark of its own.
    pub(crate) has_tags: bool,
    /// What passed with each of the latest records.
    pub(crate) passed: BTreeMap<u64, Piece>,
    /// The latest records that are acknowledged.
    pub(crate) acked: VecDeque<SignedRecord>,
}

/// What passed the sensor with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The card; none of something that is no card.
    pub(crate) card: Option<Card>,
    /// The number of the pass.
    pub(crate) pass: u64,
    /// How many cards were left in the shoe: the piece itself, as nobody sees it.
    pub(crate) left: usize,
}

/// The secret of the key of a device.
pub(crate) fn secret(id: DeviceId) -> [u8; 32] {
    let mut secret = [7; 32];
    secret[..4].copy_from_slice(&id.0.to_be_bytes());
    secret
}

/// A device with this key and disk, as it is switched on; none if the records on the disk do not follow each other.
pub(crate) fn switched_on(secret: [u8; 32], disk: Kept) -> Option<Device> {
    let about = About { model: "punto-faultsim".parse().ok()?, firmware: "1.0".parse().ok()? };
    Device::start(DeviceKey::new(secret), about, disk).ok()
}

impl Station {
    /// A new one, without a shoe in it.
    pub(crate) fn new(table: TableId, id: DeviceId, now: u64, has_tags: bool) -> Option<Self> {
        let disk = Kept { acked: Head::NONE, unacked: Vec::new() };
        Some(Self {
            table,
            id,
            device: switched_on(secret(id), disk.clone())?,
            disk,
            switched_on: now,
            wishes: VecDeque::new(),
            lamp: None,
            pile: Vec::new(),
            cut_at: None,
            pass: 0,
            loads: 0,
            label: String::new(),
            is_fresh: false,
            has_tags,
            passed: BTreeMap::new(),
            acked: VecDeque::new(),
        })
    }

    /// The time of the device.
    pub(crate) const fn t(&self, now: u64) -> u64 {
        now.saturating_sub(self.switched_on)
    }

    /// Whether the device can make a record.
    pub(crate) fn is_ready(&self) -> bool {
        self.device.unacked() < WINDOW && self.device.stopped().is_none()
    }

    /// Something happens at the shoe. Answers the number of its record.
    pub(crate) fn record(&mut self, what: What, now: u64) -> Option<u64> {
        let t = self.t(now);
        self.wishes.extend(self.device.record(what, t).ok()?);
        Some(self.device.head().n)
    }

    /// The device writes a record to its disk.
    pub(crate) fn keep(&mut self, signed: SignedRecord) {
        self.disk.unacked.push(signed);
    }

    /// The device forgets what is acknowledged.
    pub(crate) fn forget(&mut self, head: Head) {
        let known = std::mem::take(&mut self.disk.unacked).into_iter();
        let (acked, unacked): (Vec<_>, Vec<_>) = known.partition(|signed| signed.head().n <= head.n);
        (self.disk.acked, self.disk.unacked) = (head, unacked);
        self.acked.extend(acked);
        while self.acked.len() > REMEMBERED {
            self.acked.pop_front();
        }
    }

    /// The device is switched off and on. It knows what is on its disk, and its time begins again.
    pub(crate) fn reboot(&mut self, now: u64) {
        // What it wanted written is written; what it wanted sent is lost.
        for wish in std::mem::take(&mut self.wishes) {
            match wish {
                DeviceEffect::Keep(signed) => self.keep(*signed),
                DeviceEffect::Forget(head) => self.forget(head),
                _ => {}
            }
        }
        if let Some(device) = switched_on(secret(self.id), self.disk.clone()) {
            (self.device, self.switched_on, self.lamp) = (device, now, None);
        }
    }

    /// The house is gone: nothing that was on the line is any more.
    pub(crate) fn lose_house(&mut self, now: u64) {
        let t = self.t(now);
        self.device.disconnected(t);
        self.lamp = None;
    }

    /// Somebody puts a shoe in that was shuffled by hand, and the device says so.
    pub(crate) fn load(&mut self, dice: &mut Dice, now: u64) {
        self.pile = shuffled(dice);
        self.cut_at = Some(usize::try_from(dice.within(12..=30)).unwrap_or(14));
        self.loads += 1;
        self.label = label(self.table, self.loads);
        let decks = if dice.per_mille(20) { DECKS - 1 } else { DECKS };
        let label = self.label.clone();
        self.is_fresh = true;
        self.say_loaded(&label, decks, now);
    }

    /// The label of the next shoe.
    pub(crate) fn next_label(&self) -> String {
        label(self.table, self.loads + 1)
    }

    /// The device says that a shoe was loaded: passes count from 1.
    pub(crate) fn say_loaded(&mut self, label: &str, decks: u8, now: u64) {
        let Ok(shoe) = label.parse() else { return };
        let loaded = ShoeRecord { state: ShoeState::Loaded, shoe, decks, seal: None };
        if self.record(What::Shoe(loaded), now).is_some() {
            self.pass = 0;
        }
    }

    /// Notes what passed with a record.
    pub(crate) fn note(&mut self, n: u64, piece: Piece) {
        self.passed.insert(n, piece);
        while self.passed.len() > REMEMBERED {
            self.passed.pop_first();
        }
    }
}

fn label(table: TableId, loads: u32) -> String {
    format!("BOX-{}-{loads}", table.0)
}

/// Eight decks in some order.
fn shuffled(dice: &mut Dice) -> Vec<Card> {
    let mut cards: Vec<Card> = (0..DECKS).flat_map(|_| Card::deck()).collect();
    for last in (1..cards.len()).rev() {
        let other = dice.within(0..=u64::try_from(last).unwrap_or_default());
        cards.swap(last, usize::try_from(other).unwrap_or_default());
    }
    cards
}
