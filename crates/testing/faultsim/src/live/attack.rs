//! Records that nobody may get into the store: signed by another key, after a gap, of a second history; and old ones
//! that change nothing. Each is given to the port as if a session had let it through.

use auditor::Dice;
use house::live::Delivery;
use scanner::SignedRecord;
use scanner::device::{DeviceEffect, Kept};
use scanner::frame::{CardRecord, What};
use scanner::record::Head;
use scanner::server::Arrival;

use super::line::DeviceLine;
use super::pull::any_card;
use super::station::{secret, switched_on};

/// The secret of a key that no device has.
const STRANGER: [u8; 32] = [99; 32];

/// What somebody tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Stranger,
    Gap,
    Fork,
    Replay,
}

impl DeviceLine {
    /// Somebody gives the house a record that is not its next one.
    pub(super) async fn attack(&mut self) {
        let attack = match self.dice.within(1..=4) {
            1 => Attack::Stranger,
            2 => Attack::Gap,
            3 => Attack::Fork,
            _ => Attack::Replay,
        };
        let last = self.with(|station| station.acked.back().cloned());
        let Some(last) = last else { return };
        let signed = match attack {
            Attack::Replay => {
                let acked: Vec<SignedRecord> = self.with(|station| station.acked.iter().cloned().collect());
                self.dice.pick(&acked).cloned()
            }
            Attack::Stranger => forged(STRANGER, last.head(), &mut self.dice),
            Attack::Gap => {
                let made = self.with(|station| station.device.head());
                forged(secret(self.speaker.device), Head { n: made.n + 5, ..made }, &mut self.dice)
            }
            Attack::Fork => {
                let before = Head { n: last.head().n - 1, digest: last.record().prev };
                forged(secret(self.speaker.device), before, &mut self.dice)
            }
        };
        let Some(signed) = signed.filter(|signed| attack == Attack::Replay || *signed != last) else {
            return;
        };
        self.count("record forged or replayed");
        let (now, n) = (self.now(), signed.head().n);
        let arrival = Arrival { signed, received_at: now, read_at: now, is_late: false };
        let delivered = self.port().deliver(self.speaker, arrival).await;
        let is_right = match delivered {
            Ok(Delivery::Durable { n: durable }) => attack == Attack::Replay && durable == n,
            Ok(Delivery::Refused { .. }) => attack != Attack::Replay,
            Err(_) => true,
        };
        if !is_right {
            self.contradict(&format!("{attack:?} with record {n}: {delivered:?}"));
        }
    }
}

/// A record of some card after this head.
fn forged(secret: [u8; 32], after: Head, dice: &mut Dice) -> Option<SignedRecord> {
    let mut device = switched_on(secret, Kept { acked: after, unacked: Vec::new() })?;
    let what = What::Card(CardRecord::new(dice.within(1..=400), any_card(dice)?));
    match device.record(what, dice.within(1..=1_000_000)).ok()?.into_iter().next()? {
        DeviceEffect::Keep(signed) => Some(*signed),
        _ => None,
    }
}
