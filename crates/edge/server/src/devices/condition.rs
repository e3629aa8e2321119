//! What a device says of itself in its records: its latest fault, and whether its lid is open. Knows no socket.

use scanner::What;
use scanner::frame::ShoeState;
use table::Timestamp;

/// What is wrong with a device, by its records since the server started and the latest ones before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Condition {
    /// Its latest fault. No record takes it back.
    pub(crate) fault: Option<DeviceFault>,
    /// Since when its lid is open; none while it is closed.
    pub(crate) lid_open_at: Option<Timestamp>,
}

/// A fault that a device told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeviceFault {
    /// What of it is broken, in a word.
    pub(crate) code: &'static str,
    /// What it says of it: at most 200 characters, all of which a screen shows as they are.
    pub(crate) text: String,
    /// When the record came.
    pub(crate) at: Timestamp,
}

/// What a record says of the condition of its device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConditionChange {
    /// Something is broken.
    Fault(DeviceFault),
    /// The lid was opened.
    LidOpen(Timestamp),
    /// A shoe was loaded, or something passed the sensor: the lid is closed.
    LidClosed,
}

impl ConditionChange {
    /// What a record that came then says; none when it says nothing of the condition.
    pub(super) fn by(what: &What, at: Timestamp) -> Option<Self> {
        Some(match what {
            What::Fault { code, text } => {
                Self::Fault(DeviceFault { code: code.into(), text: text.as_str().to_owned(), at })
            }
            What::Shoe(shoe) => match shoe.state {
                ShoeState::LidOpen => Self::LidOpen(at),
                ShoeState::Loaded => Self::LidClosed,
                ShoeState::Removed => return None,
            },
            What::Card(_) | What::Unread(_) | What::CutCard { .. } => Self::LidClosed,
            What::Result { .. } => return None,
        })
    }
}

impl Condition {
    /// How the latest records of a device leave it, newest first.
    pub(super) fn after(records: &[(What, Timestamp)]) -> Self {
        let mut condition = Self::default();
        let changes = records.iter().rev().filter_map(|(what, at)| ConditionChange::by(what, *at));
        changes.for_each(|change| condition.note(change));
        condition
    }

    /// Takes what a record says. A lid that is opened again was open since before.
    pub(super) fn note(&mut self, change: ConditionChange) {
        match change {
            ConditionChange::Fault(fault) => self.fault = Some(fault),
            ConditionChange::LidOpen(at) => self.lid_open_at = self.lid_open_at.or(Some(at)),
            ConditionChange::LidClosed => self.lid_open_at = None,
        }
    }
}
