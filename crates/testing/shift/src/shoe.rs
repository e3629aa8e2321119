//! A simulated card-reading shoe: the real device with its state file, and the cards in it. It lets a card pass when
//! its lamp asks for one. Knows no socket.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use auditor::Dice;
use scanner::frame::{CardRecord, Gate, GateWhy, ShoeRecord, ShoeState, Slot, UnreadRecord, UnreadWhy, What};
use scanner::{
    About, Device, DeviceEffect, DeviceKey, Envelope, Fingerprint, Head, Kept, SignedRecord, Statement,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use wire::devices::EnrolDevice;

use crate::pile::{DECKS, shuffled};

/// How sure a device is of a card that it reads badly, up to 1000.
const UNSURE: u16 = 400;

/// How a shoe is worked.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The shortest and the longest pause before a card, in milliseconds.
    pub pause: (u64, u64),
    /// In how many of a thousand readings something goes wrong.
    pub faulty: u64,
    /// Whether it is noted when each record was sent and acknowledged.
    pub marks: bool,
}

/// When a record was sent first, and when it was acknowledged.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The number of the record.
    pub n: u64,
    /// Whether it is of a card of a round that the lamp asked for.
    pub is_dealt: bool,
    /// When it was sent.
    pub sent: Instant,
    /// When it was acknowledged; none before.
    pub acked: Option<Instant>,
}

/// What somebody at the table asks of the shoe.
#[derive(Debug, Default)]
pub struct Wishes {
    change: AtomicBool,
    asked: Notify,
}

impl Wishes {
    /// Asks for another shoe in the device.
    pub fn change_shoe(&self) {
        self.change.store(true, Ordering::Relaxed);
        self.asked.notify_one();
    }

    pub(crate) async fn asked(&self) {
        self.asked.notified().await;
    }
}

/// A simulated card-reading shoe.
#[derive(Debug)]
pub struct Shoe {
    pub(crate) device: Device,
    secret: [u8; 32],
    file: PathBuf,
    kept: Kept,
    place: Place,
    manner: Manner,
    pub(crate) dice: Dice,
    pub(crate) wishes: Arc<Wishes>,
    /// When it was switched on.
    since: Instant,
    lamp: Option<Gate>,
    /// The text of each record that it saw acknowledged.
    acked: BTreeMap<u64, String>,
    marks: Vec<Mark>,
}

/// How far the cards have come, as it is written with each record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    /// How many shoes were loaded.
    loads: u32,
    /// The cards in the shoe; the last one passes next.
    pile: Vec<String>,
    /// How many cards are left when the cut card passes; none when it is out.
    cut_at: Option<usize>,
    /// How many things passed since the shoe was loaded.
    pass: u64,
    /// The pass of the card that has to pass once more.
    again: Option<u64>,
    /// The place of the last card, as long as no further one may pass.
    acted: Option<String>,
}

/// The state file.
#[derive(Serialize, Deserialize)]
struct Written {
    n: u64,
    digest: String,
    unacked: Vec<String>,
    place: Place,
}

impl Shoe {
    /// A shoe with this key that goes on where its state file is; a new one without such a file.
    ///
    /// # Errors
    /// When the file is no state of this device.
    pub fn open(file: &Path, secret: [u8; 32], manner: Manner, dice: Dice) -> Result<Self, String> {
        let (kept, place) = read(file, secret)?;
        Ok(Self {
            device: switched_on(secret, kept.clone())?,
            secret,
            file: file.to_owned(),
            kept,
            place,
            manner,
            dice,
            wishes: Arc::default(),
            since: Instant::now(),
            lamp: None,
            acked: BTreeMap::new(),
            marks: Vec::new(),
        })
    }

    /// The device is switched off and on: it knows what is in its file, and its time begins again.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn restart(&mut self) -> Result<(), String> {
        (self.kept, self.place) = read(&self.file, self.secret)?;
        self.device = switched_on(self.secret, self.kept.clone())?;
        (self.since, self.lamp) = (Instant::now(), None);
        Ok(())
    }

    /// What to ask of it from elsewhere.
    pub fn wishes(&self) -> Arc<Wishes> {
        Arc::clone(&self.wishes)
    }

    /// What proves that it has its key, and was given this code for this table.
    ///
    /// # Errors
    /// When the code is none.
    pub fn enrolment(&self, code: &str, table_id: u32) -> Result<EnrolDevice, String> {
        let key = DeviceKey::new(self.secret);
        let said = code.parse().map_err(|error| format!("the code {code}: {error}"))?;
        let signature = Statement::enrolment(&said, &key.public(), table_id).sign(&key).to_string();
        Ok(EnrolDevice { code: code.to_owned(), key: key.public().to_string(), table_id, signature })
    }

    /// The fingerprint of its key, as it shows it.
    pub fn fingerprint(&self) -> String {
        Fingerprint::of(&DeviceKey::new(self.secret).public()).to_string()
    }

    /// The text of each record that it saw acknowledged since it was opened, by number.
    pub const fn acked(&self) -> &BTreeMap<u64, String> {
        &self.acked
    }

    /// How many records it made for the life of its key.
    pub fn made(&self) -> u64 {
        self.device.head().n
    }

    /// How many shoes were loaded.
    pub const fn loads(&self) -> u32 {
        self.place.loads
    }

    /// When its records were sent and acknowledged, if that is noted.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn at(&self, ms: u64) -> Instant {
        self.since + Duration::from_millis(ms)
    }

    pub(crate) fn pause(&mut self) -> Duration {
        let (from, to) = self.manner.pause;
        Duration::from_millis(self.dice.within(from..=to))
    }

    /// The line is there.
    pub(crate) fn connected(&mut self) {
        let now = self.now();
        self.device.connected(now);
    }

    /// The line is gone, and what it showed with it.
    pub(crate) fn disconnected(&mut self) {
        let now = self.now();
        self.lamp = None;
        self.device.disconnected(now);
    }

    /// The server shows this lamp.
    pub(crate) fn show(&mut self, gate: Gate) {
        // Within a session, the lamp at a place may go on and off while people look at the card there.
        let is_first = self.lamp.is_none() && self.device.unacked() == 0;
        let is_over = !gate.open && matches!(gate.why, GateWhy::Settled | GateWhy::Betting);
        let is_elsewhere = gate.open && self.place.acted != place(gate);
        if is_first || is_over || is_elsewhere {
            self.place.acted = None;
        }
        // The round of a card that was not read is over: the dealer puts the card aside.
        if matches!(gate.why, GateWhy::Settled | GateWhy::Betting) && self.place.again.take().is_some() {
            self.place.pile.pop();
        }
        self.lamp = Some(gate);
    }

    /// Writes a record down, durably, before it is sent.
    pub(crate) fn keep(&mut self, signed: SignedRecord) -> Result<(), String> {
        self.kept.unacked.push(signed);
        self.write()
    }

    /// Notes that the server has the records up to this one.
    pub(crate) fn forget(&mut self, head: Head) -> Result<(), String> {
        let now = Instant::now();
        let is_acked = |signed: &SignedRecord| signed.head().n <= head.n;
        let (acked, unacked) = self.kept.unacked.drain(..).partition::<Vec<_>, _>(is_acked);
        self.kept = Kept { acked: head, unacked };
        self.acked.extend(acked.iter().map(|signed| (signed.head().n, signed.envelope().body().to_owned())));
        let open = self.marks.iter_mut().rev().take_while(|mark| mark.acked.is_none());
        open.filter(|mark| mark.n <= head.n).for_each(|mark| mark.acked = Some(now));
        self.write()
    }

    /// Whether something may pass now.
    pub(crate) fn may_pass(&self) -> bool {
        self.device.stopped().is_none() && self.device.unacked() == 0 && self.is_wanted()
    }

    fn is_wanted(&self) -> bool {
        if self.place.pile.is_empty() || self.wishes.change.load(Ordering::Relaxed) {
            return true;
        }
        let open = self.lamp.is_some_and(|gate| gate.open && gate.why != GateWhy::Settled);
        open && (self.place.acted.is_none() || self.place.again.is_some())
    }

    /// The next thing passes the sensor, or another shoe is put in. What it made is kept before anything else happens.
    ///
    /// # Errors
    /// When the record cannot be made or written.
    pub(crate) fn pass(&mut self) -> Result<Vec<DeviceEffect>, String> {
        let Some((what, place)) = self.next() else { return Ok(Vec::new()) };
        let is_dealt =
            matches!(what, What::Card(_)) && self.lamp.is_some_and(|gate| gate.why == GateWhy::Deal);
        let now = self.now();
        let effects = self.device.record(what, now).map_err(|error| error.to_string())?;
        self.place = place;
        if self.manner.marks {
            self.marks.push(Mark { n: self.device.head().n, is_dealt, sent: Instant::now(), acked: None });
        }
        Ok(effects)
    }

    fn next(&mut self) -> Option<(What, Place)> {
        if self.place.pile.is_empty() || self.wishes.change.swap(false, Ordering::Relaxed) {
            return self.load();
        }
        let gate = self.lamp.filter(|_| self.is_wanted())?;
        let mut next = Place { pass: self.place.pass + 1, ..self.place.clone() };
        if gate.why != GateWhy::Burn
            && next.again.is_none()
            && next.cut_at.is_some_and(|at| next.pile.len() <= at)
        {
            next.cut_at = None;
            return Some((What::CutCard { pass: next.pass }, next));
        }
        // Cards of the burn pass one after the other at one lamp.
        next.acted = place(gate).filter(|_| gate.why != GateWhy::Burn);
        let card = next.pile.pop()?.parse().ok()?;
        let record = CardRecord { rescan: next.again.take(), ..CardRecord::new(next.pass, card) };
        let is_faulty = gate.slot != Some(Slot::Burn) && self.dice.per_mille(self.manner.faulty);
        if !is_faulty {
            return Some((What::Card(record), next));
        }
        next.again = Some(next.pass);
        next.pile.push(card.text().to_owned());
        let unread =
            UnreadRecord { pass: next.pass, why: UnreadWhy::Smeared, rescan: record.rescan, img: None };
        let is_unread = self.dice.per_mille(500);
        let unsure = CardRecord { conf: Some(UNSURE), ..record };
        Some((if is_unread { What::Unread(unread) } else { What::Card(unsure) }, next))
    }

    /// Another shoe is put in, and passes count from 1.
    fn load(&mut self) -> Option<(What, Place)> {
        let loads = self.place.loads + 1;
        let cut_at = usize::try_from(self.dice.within(14..=300)).ok();
        let place = Place { loads, pile: shuffled(&mut self.dice), cut_at, ..Place::default() };
        let shoe = format!("BOX-{loads:04}").parse().ok()?;
        Some((What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: DECKS, seal: None }), place))
    }

    fn write(&self) -> Result<(), String> {
        let Kept { acked: Head { n, digest }, unacked } = &self.kept;
        let unacked = unacked.iter().map(|signed| signed.envelope().write()).collect();
        let written = Written { n: *n, digest: digest.to_string(), unacked, place: self.place.clone() };
        let text = serde_json::to_string(&written).map_err(|error| error.to_string())?;
        let new = self.file.with_extension("new");
        let done = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.file));
        done.map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// Where the lamp asks for a card.
fn place(gate: Gate) -> Option<String> {
    gate.slot.map(|slot| <&str>::from(slot).to_owned())
}

fn switched_on(secret: [u8; 32], kept: Kept) -> Result<Device, String> {
    let name = |text: &str| text.parse().map_err(|error| format!("{text}: {error}"));
    let about = About { model: name("punto-sim")?, firmware: name("1.0")? };
    Device::start(DeviceKey::new(secret), about, kept).map_err(|error| error.to_string())
}

fn read(file: &Path, secret: [u8; 32]) -> Result<(Kept, Place), String> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok((Kept { acked: Head::NONE, unacked: Vec::new() }, Place::default()));
        }
        Err(error) => return Err(format!("{}: {error}", file.display())),
    };
    let bad = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let written: Written = serde_json::from_str(&text).map_err(|error| bad(&error))?;
    let digest = written.digest.parse().map_err(|_| bad(&"the digest is none"))?;
    let key = DeviceKey::new(secret).public();
    let unacked = written.unacked.iter().map(|text| {
        let envelope = Envelope::read(text).map_err(|error| bad(&error))?;
        SignedRecord::verify(envelope, &key).map_err(|error| bad(&error))
    });
    let unacked = unacked.collect::<Result<_, String>>()?;
    Ok((Kept { acked: Head { n: written.n, digest }, unacked }, written.place))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURE: Manner = Manner { pause: (0, 0), faulty: 0, marks: false };

    const fn lamp(slot: Slot) -> Gate {
        Gate { open: true, slot: Some(slot), why: GateWhy::Deal }
    }

    const SHUT: Gate = Gate { open: false, slot: None, why: GateWhy::Settled };

    /// Lets what may pass, pass, and has it acknowledged. Answers what passed.
    fn pass(shoe: &mut Shoe) -> Option<What> {
        if !shoe.may_pass() {
            return None;
        }
        let effects = shoe.pass().unwrap();
        let Some(DeviceEffect::Keep(signed)) = effects.into_iter().next() else { return None };
        shoe.keep((*signed).clone()).unwrap();
        Some(signed.record().what.clone())
    }

    fn open(folder: &Path, faulty: u64) -> Shoe {
        let manner = Manner { faulty, ..SURE };
        let mut shoe = Shoe::open(&folder.join("state"), [7; 32], manner, Dice::new(1)).unwrap();
        assert!(matches!(pass(&mut shoe), Some(What::Shoe(_))), "an empty device gets a shoe");
        acknowledge(&mut shoe);
        shoe
    }

    /// Everything that it made is durable: it forgets that, as a welcome tells it to.
    fn acknowledge(shoe: &mut Shoe) {
        let head = shoe.device.head();
        shoe.forget(head).unwrap();
        shoe.device = switched_on(shoe.secret, shoe.kept.clone()).unwrap();
    }

    #[test]
    fn one_card_passes_at_one_lamp_also_when_it_is_switched_off_before_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut shoe = open(folder.path(), 0);
        shoe.show(lamp(Slot::P1));
        assert!(matches!(pass(&mut shoe), Some(What::Card(_))));
        acknowledge(&mut shoe);
        assert_eq!(pass(&mut shoe), None, "the lamp has not changed");
        // Its record is durable, and nobody told it: the lamp on the next line may be older than the record.
        shoe.show(lamp(Slot::B1));
        assert!(matches!(pass(&mut shoe), Some(What::Card(_))));
        shoe.restart().unwrap();
        assert_eq!(shoe.device.unacked(), 1);
        shoe.connected();
        shoe.show(lamp(Slot::B1));
        acknowledge(&mut shoe);
        assert_eq!(pass(&mut shoe), None, "the lamp is that of the card that passed");
        // On a line that begins with every record durable, the lamp is a new one.
        shoe.restart().unwrap();
        shoe.connected();
        shoe.show(lamp(Slot::B1));
        assert!(matches!(pass(&mut shoe), Some(What::Card(_))), "the round before was voided");
    }

    #[test]
    fn a_card_that_was_not_read_passes_again_and_is_put_aside_with_its_round() {
        let folder = tempfile::tempdir().unwrap();
        let mut shoe = open(folder.path(), 1_000);
        let (left, top) = (shoe.place.pile.len(), shoe.place.pile.last().cloned());
        shoe.show(lamp(Slot::P1));
        pass(&mut shoe).unwrap();
        acknowledge(&mut shoe);
        shoe.show(Gate { why: GateWhy::Finding, ..lamp(Slot::P1) });
        shoe.manner.faulty = 0;
        let Some(What::Card(again)) = pass(&mut shoe) else { panic!("a card") };
        assert_eq!((again.rescan, Some(again.card.text().to_owned())), (Some(1), top));
        acknowledge(&mut shoe);
        shoe.manner.faulty = 1_000;
        shoe.show(lamp(Slot::B1));
        pass(&mut shoe).unwrap();
        acknowledge(&mut shoe);
        shoe.show(SHUT);
        assert_eq!((shoe.place.pile.len(), shoe.place.again), (left - 2, None));
    }

    #[test]
    fn what_was_acknowledged_is_remembered_as_it_was_signed() {
        let folder = tempfile::tempdir().unwrap();
        let shoe = open(folder.path(), 0);
        assert_eq!((shoe.made(), shoe.loads(), shoe.acked().len()), (1, 1, 1));
        assert!(shoe.acked()[&1].contains("\"shoe\":\"BOX-0001\""), "{:?}", shoe.acked());
    }
}
