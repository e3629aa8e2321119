//! What supervisors do about devices: they approve, move, suspend and revoke them, each as an entry of the house's log.

use fair::PublicKey;
use money::Currency;
use table::correct::reason;
use table::{DeviceId, TableId, Timestamp};
use tokio::sync::watch;

use super::device::{Device, Standing};
use super::refusal::DeviceRefusal;
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::people::{CredentialChange, PeopleRefusal, SignedInAgain};
use crate::ports::{HouseEntry, HouseOutcome, RecordedEntry, StoreFailure, TRIES};

/// How many devices are read at once.
const PAGE: u16 = 200;

/// A device was changed; perhaps by the same request before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceReceipt {
    /// Whether the same request had done that before; then it does nothing now.
    pub repeated: bool,
    /// The device as it is now.
    pub device: KnownDevice,
}

/// A device with its latest change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownDevice {
    /// The device as it is now.
    pub device: Device,
    /// The number of the entry that has this state.
    pub seq: u64,
    /// When it was changed.
    pub at: Timestamp,
    /// Why it was changed; empty for an approval.
    pub why: String,
}

/// What becomes of a device by a request; none when it is so already.
type Step = Result<Option<Device>, DeviceRefusal>;

impl House {
    /// All devices by number, also those that were revoked.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn devices(&self) -> Result<Vec<KnownDevice>, Failure> {
        let mut all: Vec<KnownDevice> = Vec::new();
        loop {
            let after = all.last().map_or(0, |known| known.device.number.0);
            let page = self.context.store.entities(EntityKind::Device, after, PAGE).await?;
            all.extend(page.iter().filter_map(known_of));
            if page.len() < usize::from(PAGE) {
                return Ok(all);
            }
        }
    }

    /// The device of that number.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn device(&self, number: DeviceId) -> Result<Option<KnownDevice>, Failure> {
        let place = EntityRef { kind: EntityKind::Device, number: number.0 };
        Ok(self.context.store.entity(place).await?.as_ref().and_then(known_of))
    }

    /// The device with that key, also one that may not speak.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn device_of_key(&self, key: &PublicKey) -> Result<Option<KnownDevice>, Failure> {
        let entry = self.context.store.entity_named(EntityKind::Device, key.to_string()).await?;
        Ok(entry.as_ref().and_then(known_of))
    }

    /// Tells of each change of a device through this house from now on. Another server on the same store cannot tell.
    pub fn device_changes(&self) -> watch::Receiver<u64> {
        self.device_changes.subscribe()
    }

    /// Approves a device as a second supervisor, who types the fingerprint that the device shows. A suspended one is
    /// approved by somebody else than who suspended it. The same approval sent again is answered alike.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, [`DeviceRefusal::UnknownDevice`], [`DeviceRefusal::OtherFingerprint`],
    /// [`DeviceRefusal::SamePerson`], [`DeviceRefusal::NewKeyNeeded`], [`DeviceRefusal::DeviceStanding`],
    /// [`PeopleRefusal::NotIndependent`], those of [`move_device`](Self::move_device) about the table, or a
    /// [`Failure`].
    pub async fn approve_device(
        &self,
        number: DeviceId,
        fingerprint: &str,
        by: &SignedInAgain<'_>,
    ) -> Result<DeviceReceipt, Rejection> {
        let (by, used) = self.signed_in_again(by).await?;
        let step = |device: &Device| {
            if !device.has_fingerprint(fingerprint) {
                return Err(DeviceRefusal::OtherFingerprint);
            }
            let is_done = device.standing == Standing::Enrolled && device.confirmed_by == Some(by);
            if is_done { Ok(None) } else { device.approved(by).map(Some) }
        };
        self.change_device(number, (Actor::Staff(by), ""), used, step).await
    }

    /// Moves an enrolled device to another table, as a supervisor. Its session at the old one ends.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, `no_reason`, [`DeviceRefusal::UnknownDevice`],
    /// [`DeviceRefusal::DeviceStanding`], [`HouseRefusal::UnknownTable`], [`DeviceRefusal::PlayMoneyOnly`], or a
    /// [`Failure`].
    pub async fn move_device(
        &self,
        number: DeviceId,
        table: TableId,
        why: &str,
        by: &SignedInAgain<'_>,
    ) -> Result<DeviceReceipt, Rejection> {
        let (by, used) = self.signed_in_again(by).await?;
        let step = |device: &Device| device.moved(table).map(|next| (next != *device).then_some(next));
        self.change_device(number, (Actor::Staff(by), reason(why)?), used, step).await
    }

    /// Suspends an enrolled device, as a supervisor: it may not speak until somebody else approves it again.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, `no_reason`, [`DeviceRefusal::UnknownDevice`],
    /// [`DeviceRefusal::DeviceStanding`], or a [`Failure`].
    pub async fn suspend_device(
        &self,
        number: DeviceId,
        why: &str,
        by: &SignedInAgain<'_>,
    ) -> Result<DeviceReceipt, Rejection> {
        let (by, used) = self.signed_in_again(by).await?;
        self.change_device(number, (Actor::Staff(by), reason(why)?), used, suspended(Actor::Staff(by))).await
    }

    /// Suspends a device for the house itself, because its key signed two histories. Nobody approves it again.
    ///
    /// # Errors
    /// [`DeviceRefusal::UnknownDevice`], [`DeviceRefusal::DeviceStanding`], or a [`Failure`].
    pub async fn suspend_forked_device(&self, number: DeviceId) -> Result<DeviceReceipt, Rejection> {
        let why = "its key signed two histories";
        self.change_device(number, (Actor::House, why), Vec::new(), suspended(Actor::House)).await
    }

    /// Revokes a device for good, as a supervisor. What it signed before stays valid.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, `no_reason`, [`DeviceRefusal::UnknownDevice`],
    /// [`DeviceRefusal::DeviceStanding`], or a [`Failure`].
    pub async fn revoke_device(
        &self,
        number: DeviceId,
        why: &str,
        by: &SignedInAgain<'_>,
    ) -> Result<DeviceReceipt, Rejection> {
        let (by, used) = self.signed_in_again(by).await?;
        let by = Actor::Staff(by);
        let step = |device: &Device| match device.standing {
            Standing::Revoked { by: before } if before == by => Ok(None),
            _ => device.revoked(by).map(Some),
        };
        self.change_device(number, (by, reason(why)?), used, step).await
    }

    /// Checks that a device may speak for a table: there is one, and a simulated device finds play money there.
    pub(super) fn check_place_of_device(&self, table: TableId, simulator: bool) -> Result<(), HouseRefusal> {
        let currency = self.floor.with(table, |running| running.kept.record.currency);
        let currency = currency.ok_or(HouseRefusal::UnknownTable { table })?;
        if simulator && currency != Currency::PLAY {
            Err(DeviceRefusal::PlayMoneyOnly.into())
        } else {
            Ok(())
        }
    }

    /// Changes a device as it is now, with the credentials that the request uses.
    async fn change_device(
        &self,
        number: DeviceId,
        (by, why): (Actor, &str),
        credentials: Vec<CredentialChange>,
        step: impl Fn(&Device) -> Step,
    ) -> Result<DeviceReceipt, Rejection> {
        let mut seen = None;
        for _ in 0..TRIES {
            let known = self.device(number).await?.ok_or(DeviceRefusal::UnknownDevice { number })?;
            let Some(next) = step(&known.device)? else {
                return Ok(DeviceReceipt { repeated: true, device: known });
            };
            if seen.replace(known.seq) == Some(known.seq) {
                // The device is as it was, so the proof was used by another request.
                return Err(PeopleRefusal::WrongCredentials.into());
            }
            if next.standing == Standing::Enrolled {
                self.check_place_of_device(next.table, next.simulator)?;
            }
            if let (Some(first), Actor::Staff(by), Standing::Enrolled) =
                (known.device.agreed_with(), by, next.standing)
            {
                self.people().check_independent(first, by).await?;
            }
            let (at, entity) = (self.now(), Entity::Device(next.clone()));
            let change = HouseEntry::change(at, (by, why), entity, known.seq);
            let entry = HouseEntry { credentials: credentials.clone(), ..change };
            match self.context.store.append_entry(entry).await? {
                HouseOutcome::Appended { seq } => {
                    self.device_changes.send_modify(|changes| *changes = changes.wrapping_add(1));
                    return Ok(changed((by, why), next, seq, at));
                }
                HouseOutcome::Outdated | HouseOutcome::NameTaken => {}
                HouseOutcome::Refused(refusal) => {
                    let moneyless = format!("an entry without money was refused: {refusal}");
                    return Err(StoreFailure::Corrupt(moneyless).into());
                }
            }
        }
        Err(StoreFailure::outrun("the device").into())
    }
}

/// A device may not speak from now on, by this author.
fn suspended(by: Actor) -> impl Fn(&Device) -> Step {
    move |device| match device.standing {
        Standing::Suspended { by: before } if before == by => Ok(None),
        _ => device.suspended(by).map(Some),
    }
}

/// The receipt of a change, which is logged as well.
fn changed((by, why): (Actor, &str), device: Device, seq: u64, at: Timestamp) -> DeviceReceipt {
    let (number, table, standing) = (device.number.0, device.table.0, device.standing.id());
    tracing::warn!(target: "security", %by, device = number, table, standing, why, "a device was changed");
    DeviceReceipt { repeated: false, device: KnownDevice { device, seq, at, why: why.to_owned() } }
}

pub(crate) fn known_of(entry: &RecordedEntry) -> Option<KnownDevice> {
    let HouseEvent::Changed { why, entity: Entity::Device(device), .. } = &entry.event else { return None };
    Some(KnownDevice { device: device.clone(), seq: entry.seq, at: entry.at, why: why.clone() })
}
