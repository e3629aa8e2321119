//! From when to when the house let the key of a device speak, by the entries of the house's own log.

use scanner::published::KeyLife;
use table::DeviceId;

use super::desk::{KnownDevice, known_of};
use super::device::Standing;
use crate::answer::Failure;
use crate::house::House;
use crate::log::{EntityKind, EntityRef};
use crate::proofs::notices::millis;

/// How many entries are read at once.
const PAGE: u16 = 200;

impl House {
    /// The life of a device's key until now; none of a device that never was enrolled.
    pub(crate) async fn key_life(&self, device: DeviceId) -> Result<Option<KeyLife>, Failure> {
        let entity = EntityRef { kind: EntityKind::Device, number: device.0 };
        let (mut newest_first, mut before) = (Vec::new(), None);
        loop {
            let page = self.context.store.entity_history(entity, before, PAGE).await?;
            newest_first.extend(page.iter().filter_map(known_of));
            before = page.last().map(|oldest| oldest.seq);
            if page.len() < usize::from(PAGE) {
                return Ok(life_of(newest_first.into_iter().rev()));
            }
        }
    }
}

/// The life of a key by all states of its device. A suspension that was lifted is left out.
fn life_of(oldest_first: impl Iterator<Item = KnownDevice>) -> Option<KeyLife> {
    oldest_first.fold(None, |life: Option<KeyLife>, KnownDevice { device, at, .. }| {
        let at = millis(at);
        match device.standing {
            Standing::Waiting => life,
            Standing::Enrolled => {
                let enrolled_at = life.map_or(at, |life| life.enrolled_at);
                Some(KeyLife { enrolled_at, suspended_at: None, revoked_at: None })
            }
            Standing::Suspended { .. } => {
                life.map(|life| KeyLife { suspended_at: Some(life.suspended_at.unwrap_or(at)), ..life })
            }
            Standing::Revoked { .. } => life.map(|life| KeyLife { revoked_at: Some(at), ..life }),
        }
    })
}
