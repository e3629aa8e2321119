//! The enrolment of a device: it comes with a code, proves that it has its key, and waits for a second supervisor.

use fair::{PublicKey, Signature};
use scanner::{Code, Statement, check_key};
use table::{DeviceId, TableId};

use super::desk::KnownDevice;
use super::device::{Device, Standing};
use super::refusal::DeviceRefusal;
use crate::answer::Rejection;
use crate::house::House;
use crate::log::{Actor, Entity};
use crate::people::Origin;
use crate::ports::{HouseEntry, HouseOutcome, StoreFailure, TRIES};

/// The reason on record of the first entry of a device.
const WHY: &str = "came with a code and proved its key";

/// What a device sends to be enrolled.
#[derive(Clone, Copy, Debug)]
pub struct EnrolmentRequest<'a> {
    /// The one-time code.
    pub code: &'a str,
    /// The public key, as hex digits.
    pub key: &'a str,
    /// The table, as the supervisor told it.
    pub table: TableId,
    /// The signature over code, key and table, as hex digits.
    pub signature: &'a str,
}

impl House {
    /// Puts a device on record that proved its key, with the code of a supervisor, which counts once. The device may
    /// not speak before a second supervisor approves it.
    ///
    /// # Errors
    /// [`DeviceRefusal::BadKey`], [`DeviceRefusal::BadEnrolment`], [`DeviceRefusal::KeyKnown`],
    /// [`TooManyAttempts`](crate::people::PeopleRefusal::TooManyAttempts), or a [`Failure`](crate::Failure).
    pub async fn enrol_device(
        &self,
        request: EnrolmentRequest<'_>,
        from: Origin,
    ) -> Result<KnownDevice, Rejection> {
        let key: PublicKey = request.key.parse().map_err(|_| DeviceRefusal::BadKey)?;
        check_key(&key).map_err(|_| DeviceRefusal::BadKey)?;
        // By key, so that nobody keeps the others out: a code has too many bits to be guessed.
        let enrolled =
            self.people().attempt(&format!("device:{key}"), from, self.enrol_once(request, key)).await;
        match &enrolled {
            Ok(KnownDevice { device, .. }) => {
                let (device, table) = (device.number.0, device.table.0);
                tracing::info!(target: "security", address = %from.address, device, table, %key, "a device waits");
            }
            Err(rejection) => {
                tracing::warn!(target: "security", address = %from.address, %key, %rejection, "no device enrolled");
            }
        }
        enrolled
    }

    async fn enrol_once(
        &self,
        request: EnrolmentRequest<'_>,
        key: PublicKey,
    ) -> Result<KnownDevice, Rejection> {
        let EnrolmentRequest { code, table, signature, .. } = request;
        let signed: Code = code.parse().map_err(|_| DeviceRefusal::BadEnrolment)?;
        let signature: Signature = signature.parse().map_err(|_| DeviceRefusal::BadEnrolment)?;
        let proof = Statement::enrolment(&signed, &key, table.0);
        proof.verify(&key, &signature).map_err(|_| DeviceRefusal::BadEnrolment)?;
        for _ in 0..TRIES {
            let known = self.known_code(code).await?.filter(|known| known.body.table == table);
            let known = known.ok_or(DeviceRefusal::BadEnrolment)?;
            let last = self.devices().await?.last().map_or(0, |known| known.device.number.0);
            let number = DeviceId(last.saturating_add(1));
            let (by, simulator) = (known.by, known.body.simulator);
            let (confirmed_by, standing) = (None, Standing::Waiting);
            let device = Device { number, key, table, simulator, by, confirmed_by, standing };
            let (at, author, entity) = (self.now(), Actor::Device(number), Entity::Device(device.clone()));
            let change = HouseEntry::change(at, (author, WHY), entity, 0);
            let entry = HouseEntry { credentials: known.used().into(), ..change };
            match self.context.store.append_entry(entry).await? {
                HouseOutcome::Appended { seq } => {
                    return Ok(KnownDevice { device, seq, at, why: WHY.to_owned() });
                }
                HouseOutcome::NameTaken => return Err(DeviceRefusal::KeyKnown.into()),
                // Another device took the number, or the code.
                HouseOutcome::Outdated => {}
                HouseOutcome::Refused(refusal) => {
                    let moneyless = format!("an entry without money was refused: {refusal}");
                    return Err(StoreFailure::Corrupt(moneyless).into());
                }
            }
        }
        Err(StoreFailure::outrun("the list of devices").into())
    }
}
