//! A device with its disk, which can lose its power between any two effects.

use baccarat::Card;

use crate::device::{About, Device, DeviceEffect, Kept, WINDOW};
use crate::frame::{CardRecord, What};
use crate::key::DeviceKey;
use crate::record::{Head, SignedRecord};

/// The secret of the device's key.
pub(super) const SECRET: [u8; 32] = [7; 32];

pub(super) struct Shoe {
    pub(super) device: Device,
    disk: Kept,
    /// Every record that was ever on the disk, in order.
    pub(super) made: Vec<SignedRecord>,
    /// When it was switched on.
    on_at: u64,
    /// What it asks of the line.
    pub(super) wants_line: bool,
    pub(super) hangs_up: bool,
    passes: u64,
}

fn start(disk: Kept) -> Device {
    let label = |text: &str| text.parse().expect("a short text is a label");
    let about = About { model: label("shoe"), firmware: label("1.0") };
    Device::start(DeviceKey::new(SECRET), about, disk).expect("what was kept is a chain")
}

impl Shoe {
    pub(super) fn new() -> Self {
        let disk = Kept { acked: Head::NONE, unacked: Vec::new() };
        Self {
            device: start(disk.clone()),
            disk,
            made: Vec::new(),
            on_at: 0,
            wants_line: false,
            hangs_up: false,
            passes: 0,
        }
    }

    /// The device's time.
    pub(super) const fn t(&self, now: u64) -> u64 {
        now.saturating_sub(self.on_at)
    }

    /// Carries out the first effects, and returns what is sent.
    pub(super) fn carry_out(&mut self, effects: Vec<DeviceEffect>, most: usize) -> Vec<String> {
        let mut sent = Vec::new();
        for effect in effects.into_iter().take(most) {
            match effect {
                DeviceEffect::Connect => self.wants_line = true,
                DeviceEffect::HangUp => self.hangs_up = true,
                DeviceEffect::Keep(signed) => {
                    self.made.push((*signed).clone());
                    self.disk.unacked.push(*signed);
                }
                DeviceEffect::Forget(head) => {
                    self.disk.unacked.retain(|signed| signed.head().n > head.n);
                    self.disk.acked = head;
                }
                DeviceEffect::Send(text) => sent.push(text),
                DeviceEffect::Gate(_) => {}
                DeviceEffect::Stop(stop) => unreachable!("an honest device stopped: {stop:?}"),
            }
        }
        sent
    }

    /// Carries out the effects of a server that may lie: the device may stop.
    pub(super) fn carry_out_until_stop(&mut self, effects: Vec<DeviceEffect>) -> Vec<String> {
        let stops = effects.iter().position(|effect| matches!(effect, DeviceEffect::Stop(_)));
        self.carry_out(effects, stops.unwrap_or(usize::MAX))
    }

    /// Checks that the disk has the end of all that was made, in one chain, and no more than a window of it.
    pub(super) fn check(&self) {
        let Kept { acked, unacked } = &self.disk;
        let mut head = Head::NONE;
        for signed in &self.made {
            let record = signed.record();
            assert_eq!((record.n, record.prev), (head.next(), head.digest), "the records are one chain");
            head = signed.head();
        }
        assert!(self.made.ends_with(unacked) && unacked.len() <= WINDOW);
        let forgotten = self.made.len().saturating_sub(unacked.len());
        let last = forgotten.checked_sub(1).and_then(|place| self.made.get(place));
        assert_eq!(*acked, last.map_or(Head::NONE, SignedRecord::head), "only its own records are forgotten");
        assert_eq!(self.device.head(), head);
    }

    /// A card passes. The first effects are carried out.
    pub(super) fn pass(&mut self, now: u64, most: usize) -> Vec<String> {
        self.passes = self.passes.saturating_add(1);
        let card = usize::try_from(self.passes).ok().and_then(|pass| Card::from_index(pass % Card::KINDS));
        let Some(card) = card else { return Vec::new() };
        let what = What::Card(CardRecord::new(self.passes, card));
        // A full device lets no card pass.
        self.device
            .record(what, self.t(now))
            .map_or_else(|_| Vec::new(), |effects| self.carry_out(effects, most))
    }

    /// It is switched off and on; the clock begins again.
    pub(super) fn restart(&mut self, now: u64) {
        self.device = start(self.disk.clone());
        self.on_at = now;
        (self.wants_line, self.hangs_up) = (false, false);
    }

    /// The last record that it thinks the server has.
    pub(super) const fn acked(&self) -> u64 {
        self.disk.acked.n
    }
}
