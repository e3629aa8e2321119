//! A device of a live table as the house's own log keeps it, and which state may follow which. Pure.

use fair::PublicKey;
use scanner::Fingerprint;
use serde::{Deserialize, Serialize};
use table::{DeviceId, StaffId, TableId};

use super::refusal::DeviceRefusal;
use crate::log::Actor;

/// A card-reading shoe with a key of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Its number, from 1.
    pub number: DeviceId,
    /// Its public key, which no other device ever has.
    #[serde(with = "hex_digits")]
    pub key: PublicKey,
    /// The table that it speaks for.
    pub table: TableId,
    /// Whether it is a program that plays a device. It speaks only where play money is wagered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub simulator: bool,
    /// The supervisor whose code it came with.
    pub by: StaffId,
    /// The second supervisor, who compared its fingerprint; none before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<StaffId>,
    /// Whether it may speak.
    pub standing: Standing,
}

/// Whether a device may speak for its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Standing {
    /// Not yet: it proved that it has its key, and waits for a second supervisor.
    Waiting,
    /// It may.
    Enrolled,
    /// Not now: somebody else than who suspended it must approve it again.
    Suspended {
        /// Who suspended it.
        by: Actor,
    },
    /// Never again.
    Revoked {
        /// Who revoked it.
        by: Actor,
    },
}

impl Standing {
    /// The name it is stored under: `waiting`, `enrolled`, `suspended` or `revoked`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Enrolled => "enrolled",
            Self::Suspended { .. } => "suspended",
            Self::Revoked { .. } => "revoked",
        }
    }
}

impl Device {
    /// What people compare: 16 hex digits in groups of four.
    pub fn fingerprint(&self) -> String {
        Fingerprint::of(&self.key).to_string()
    }

    /// Whether somebody typed the fingerprint, with or without spaces, in capital or small letters.
    pub fn has_fingerprint(&self, typed: &str) -> bool {
        let digits = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
        digits(typed) == digits(&self.fingerprint())
    }

    /// The supervisor with whom somebody agrees who approves the device now; none when nobody approves it.
    pub const fn agreed_with(&self) -> Option<StaffId> {
        match self.standing {
            Standing::Waiting => Some(self.by),
            Standing::Suspended { by: Actor::Staff(by) } => Some(by),
            Standing::Suspended { .. } | Standing::Enrolled | Standing::Revoked { .. } => None,
        }
    }

    /// The device after a second supervisor approved it.
    ///
    /// # Errors
    /// [`DeviceRefusal::SamePerson`], [`DeviceRefusal::NewKeyNeeded`] or [`DeviceRefusal::DeviceStanding`].
    pub fn approved(&self, by: StaffId) -> Result<Self, DeviceRefusal> {
        match (self.standing, self.agreed_with()) {
            (Standing::Enrolled | Standing::Revoked { .. }, _) => Err(self.not_so()),
            (_, Some(first)) if first == by => Err(DeviceRefusal::SamePerson),
            (Standing::Suspended { .. }, None) => Err(DeviceRefusal::NewKeyNeeded { number: self.number }),
            _ => Ok(Self {
                confirmed_by: Some(self.confirmed_by.unwrap_or(by)),
                standing: Standing::Enrolled,
                ..self.clone()
            }),
        }
    }

    /// The device at another table.
    ///
    /// # Errors
    /// [`DeviceRefusal::DeviceStanding`] unless it is enrolled.
    pub fn moved(&self, table: TableId) -> Result<Self, DeviceRefusal> {
        self.check_enrolled()?;
        Ok(Self { table, ..self.clone() })
    }

    /// The device after it was suspended.
    ///
    /// # Errors
    /// [`DeviceRefusal::DeviceStanding`] unless it is enrolled.
    pub fn suspended(&self, by: Actor) -> Result<Self, DeviceRefusal> {
        self.check_enrolled()?;
        Ok(Self { standing: Standing::Suspended { by }, ..self.clone() })
    }

    /// The device after it was revoked, for good.
    ///
    /// # Errors
    /// [`DeviceRefusal::DeviceStanding`] if it was revoked before.
    pub fn revoked(&self, by: Actor) -> Result<Self, DeviceRefusal> {
        if let Standing::Revoked { .. } = self.standing {
            return Err(self.not_so());
        }
        Ok(Self { standing: Standing::Revoked { by }, ..self.clone() })
    }

    /// Whether this state may follow that one by an act of this author; none before the first state.
    pub fn may_follow(&self, before: Option<&Self>, by: Actor) -> bool {
        let Some(before) = before else {
            let is_new = self.standing == Standing::Waiting && self.confirmed_by.is_none();
            return is_new && by == Actor::Device(self.number);
        };
        let next = match by {
            Actor::Staff(id) => {
                vec![before.approved(id), before.moved(self.table), before.suspended(by), before.revoked(by)]
            }
            Actor::House => vec![before.suspended(by)],
            Actor::Device(_) | Actor::Patron(_) | Actor::Operator => Vec::new(),
        };
        self != before && next.contains(&Ok(self.clone()))
    }

    fn check_enrolled(&self) -> Result<(), DeviceRefusal> {
        if self.standing == Standing::Enrolled { Ok(()) } else { Err(self.not_so()) }
    }

    /// The refusal of what its standing does not allow.
    const fn not_so(&self) -> DeviceRefusal {
        DeviceRefusal::DeviceStanding { number: self.number, standing: self.standing.id() }
    }
}

/// A key as hex digits.
mod hex_digits {
    use fair::PublicKey;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(key: &PublicKey, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(key)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PublicKey, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: StaffId = StaffId(1);
    const BEN: StaffId = StaffId(2);

    fn waiting() -> Device {
        let (number, key) = (DeviceId(4), scanner::DeviceKey::new([7; 32]).public());
        let (confirmed_by, standing) = (None, Standing::Waiting);
        Device { number, key, table: TableId(9), simulator: false, by: ANN, confirmed_by, standing }
    }

    #[test]
    fn each_standing_allows_its_own_steps_and_no_others() {
        let staff = Actor::Staff;
        let enrolled = waiting().approved(BEN).unwrap();
        assert_eq!((enrolled.standing, enrolled.confirmed_by), (Standing::Enrolled, Some(BEN)));
        let by_ann = enrolled.suspended(staff(ANN)).unwrap();
        let by_house = enrolled.suspended(Actor::House).unwrap();
        let revoked = by_ann.revoked(staff(BEN)).unwrap();
        let same = Err("same_person");
        let standing = Err("device_standing");
        // By Ann and by Ben: approved, moved, suspended, revoked.
        for (device, by_ann, by_ben, others) in [
            (waiting(), same, Ok(()), [standing, standing, Ok(())]),
            (enrolled, standing, standing, [Ok(()); 3]),
            (by_ann, same, Ok(()), [standing, standing, Ok(())]),
            (by_house, Err("new_key_needed"), Err("new_key_needed"), [standing, standing, Ok(())]),
            (revoked, standing, standing, [standing; 3]),
        ] {
            let code =
                |answer: Result<Device, DeviceRefusal>| answer.map(drop).map_err(|refusal| refusal.code());
            assert_eq!(code(device.approved(ANN)), by_ann, "{device:?}");
            assert_eq!(code(device.approved(BEN)), by_ben, "{device:?}");
            let next = [device.moved(TableId(1)), device.suspended(staff(BEN)), device.revoked(staff(BEN))];
            assert_eq!(next.map(code), others, "{device:?}");
        }
    }

    #[test]
    fn a_state_follows_another_by_one_step_of_its_author() {
        let (ann, ben) = (Actor::Staff(ANN), Actor::Staff(BEN));
        let first = waiting();
        assert!(first.may_follow(None, Actor::Device(DeviceId(4))));
        for nobody in [Actor::Device(DeviceId(5)), ann, Actor::House, Actor::Operator] {
            assert!(!first.may_follow(None, nobody), "{nobody}");
        }
        let enrolled = first.approved(BEN).unwrap();
        assert!(!enrolled.may_follow(None, ben) && !enrolled.may_follow(Some(&first), ann));
        assert!(enrolled.may_follow(Some(&first), ben));
        assert!(!enrolled.may_follow(Some(&enrolled), ben), "nothing changed");
        let moved = enrolled.moved(TableId(1)).unwrap();
        assert!(moved.may_follow(Some(&enrolled), ann) && !moved.may_follow(Some(&first), ben));
        assert!(!moved.may_follow(Some(&enrolled), Actor::House));
        let suspended = moved.suspended(Actor::House).unwrap();
        assert!(suspended.may_follow(Some(&moved), Actor::House));
        assert!(!suspended.may_follow(Some(&moved), ann), "each signs for themselves");
        let again = Device { standing: Standing::Enrolled, ..suspended.clone() };
        assert!(!again.may_follow(Some(&suspended), ben), "the key is spent");
        let other_key = Device { key: scanner::DeviceKey::new([8; 32]).public(), ..enrolled.clone() };
        assert!(!other_key.may_follow(Some(&first), ben));
        let revoked = suspended.revoked(ann).unwrap();
        assert!(revoked.may_follow(Some(&suspended), ann) && !enrolled.may_follow(Some(&revoked), ben));
    }

    #[test]
    fn who_approves_again_does_not_become_who_compared_the_fingerprint() {
        let suspended = waiting().approved(BEN).unwrap().suspended(Actor::Staff(BEN)).unwrap();
        let again = suspended.approved(ANN).unwrap();
        assert_eq!((again.standing, again.confirmed_by), (Standing::Enrolled, Some(BEN)));
    }

    #[test]
    fn a_fingerprint_is_the_same_however_it_is_typed() {
        let device = waiting();
        let shown = device.fingerprint();
        for typed in [shown.clone(), shown.replace(' ', ""), shown.to_uppercase(), format!(" {shown}\n")] {
            assert!(device.has_fingerprint(&typed), "{typed}");
        }
        let others = Fingerprint::of(&fair::Bytes([9; 32])).to_string();
        for other in ["", "0", &shown[1..], others.as_str()] {
            assert!(!device.has_fingerprint(other), "{other}");
        }
    }

    #[test]
    fn a_device_is_written_as_it_is_read() {
        let suspended = waiting().approved(BEN).unwrap().suspended(Actor::House).unwrap();
        let text = serde_json::to_string(&suspended).unwrap();
        let key = suspended.key;
        let expected = format!(
            r#"{{"number":4,"key":"{key}","table":9,"by":1,"confirmed_by":2,"standing":{{"is":"suspended","by":"house"}}}}"#
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Device>(&text).unwrap(), suspended);
        assert!(
            serde_json::to_string(&waiting()).unwrap().ends_with(r#""by":1,"standing":{"is":"waiting"}}"#)
        );
    }
}
