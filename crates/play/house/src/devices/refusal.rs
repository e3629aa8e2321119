//! Why a device is not enrolled, or stays as it is.

use table::DeviceId;

/// Why a request about a device is refused.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum DeviceRefusal {
    /// The text is no public key that may be enrolled.
    #[error("the key is 64 hex digits of an Ed25519 public key, in its one spelling and not of small order")]
    BadKey,
    /// An enrolment failed. It does not say which part was wrong.
    #[error(
        "the code is wrong, used, older than ten minutes or for another table, or the signature is not of this code, \
         key and table by this key"
    )]
    BadEnrolment,
    /// A device has the key, or had it.
    #[error("the key is known already; make a new key for each enrolment")]
    KeyKnown,
    /// There is no such device.
    #[error("there is no device {}", number.0)]
    UnknownDevice {
        /// The number of the request.
        number: DeviceId,
    },
    /// The typed fingerprint is that of another key.
    #[error("this is the fingerprint of another key; type what the device shows")]
    OtherFingerprint,
    /// One person does not do what takes two.
    #[error(
        "another supervisor than the one whose code it came with, or who suspended it, must approve the device"
    )]
    SamePerson,
    /// The key signed a second history, so nobody trusts it again.
    #[error("the key of device {} signed two histories; revoke it and enrol the device with a new key", number.0)]
    NewKeyNeeded {
        /// The device.
        number: DeviceId,
    },
    /// The standing of the device does not allow it.
    #[error("device {} is {standing}", number.0)]
    DeviceStanding {
        /// The device.
        number: DeviceId,
        /// Its standing.
        standing: &'static str,
    },
    /// A simulated device at a table with money that is worth something.
    #[error("a simulated device speaks only for tables with play money")]
    PlayMoneyOnly,
}

impl DeviceRefusal {
    /// The stable code of this refusal: its name in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }
}
