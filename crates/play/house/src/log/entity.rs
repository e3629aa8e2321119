//! What the house keeps beside tables' logs and money: staff, accounts, tables. Each change is an entry of the house's
//! own log with the whole new state, and the latest entry of an entity is its state.

use serde::{Deserialize, Serialize};

use crate::by_hand::{Adjuster, AdjustmentProposal, HouseSettings};
use crate::devices::Device;
use crate::floor::record::TableRecord;
use crate::live::ShoeReview;
use crate::patrons::nickname::alike;
use crate::patrons::range::PatronRange;
use crate::people::account::Account;
use crate::people::console::DealerConsole;
use crate::people::pin::DealerPin;
use crate::people::staff::StaffMember;
use crate::protection::play_time::PlayTime;
use crate::protection::state::Protection;

/// The state of one thing that the house keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entity {
    /// A member of staff.
    Staff(StaffMember),
    /// A table.
    Table(Box<TableRecord>),
    /// What a supervisor adjusted alone on a day.
    Adjuster(Adjuster),
    /// An adjustment that takes two persons.
    Adjustment(AdjustmentProposal),
    /// The settings of the house.
    HouseSettings(HouseSettings),
    /// The account of a patron.
    Account(Account),
    /// The protection of a patron, under the patron's number.
    Protection(Protection),
    /// The time of a patron at tables, under the patron's number.
    PlayTime(PlayTime),
    /// The range of stakes of one patron.
    Range(PatronRange),
    /// A device of a live table.
    Device(Device),
    /// The PIN of a dealer, under the dealer's number: who chose it, and never which.
    DealerPin(DealerPin),
    /// That a shoe was reviewed whose count ended with a note.
    ShoeReview(ShoeReview),
    /// A console at a live table where dealers log in with PINs: who opened it, and who closed it.
    DealerConsole(DealerConsole),
}

/// A kind of [`Entity`], under whose name the store keeps it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::AsRefStr,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum EntityKind {
    /// A member of staff.
    Staff,
    /// A table.
    Table,
    /// What a supervisor adjusted alone on a day.
    Adjuster,
    /// An adjustment that takes two persons.
    Adjustment,
    /// The settings of the house.
    HouseSettings,
    /// The account of a patron, under the number of the patron.
    Account,
    /// The protection of a patron.
    Protection,
    /// The time of a patron at tables.
    PlayTime,
    /// The range of stakes of one patron, by the number of the patron.
    Range,
    /// A device of a live table.
    Device,
    /// The PIN of a dealer, by the dealer's number.
    DealerPin,
    /// The review of a shoe of a live table.
    ShoeReview,
    /// A console at a live table where dealers log in with PINs.
    DealerConsole,
}

/// One entity: its kind, and its number within it, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityRef {
    /// The kind.
    pub kind: EntityKind,
    /// The number.
    pub number: u32,
}

impl EntityKind {
    /// Whether the number of such an entity is that of the patron whom it is about.
    pub const fn is_of_patron(self) -> bool {
        matches!(self, Self::Account | Self::Protection | Self::PlayTime | Self::Range)
    }
}

impl Entity {
    /// Which entity it is.
    pub const fn entity_ref(&self) -> EntityRef {
        match self {
            Self::Staff(member) => EntityRef { kind: EntityKind::Staff, number: member.id.0 },
            Self::Table(record) => EntityRef { kind: EntityKind::Table, number: record.id.0 },
            Self::Adjuster(adjuster) => EntityRef { kind: EntityKind::Adjuster, number: adjuster.staff.0 },
            Self::Adjustment(proposal) => EntityRef { kind: EntityKind::Adjustment, number: proposal.number },
            Self::HouseSettings(_) => EntityRef { kind: EntityKind::HouseSettings, number: 1 },
            Self::Account(account) => EntityRef { kind: EntityKind::Account, number: account.patron.0 },
            Self::Protection(protection) => {
                EntityRef { kind: EntityKind::Protection, number: protection.patron.0 }
            }
            Self::PlayTime(time) => EntityRef { kind: EntityKind::PlayTime, number: time.patron.0 },
            Self::Range(range) => EntityRef { kind: EntityKind::Range, number: range.patron.0 },
            Self::Device(device) => EntityRef { kind: EntityKind::Device, number: device.number.0 },
            Self::DealerPin(pin) => EntityRef { kind: EntityKind::DealerPin, number: pin.dealer.0 },
            Self::ShoeReview(review) => EntityRef { kind: EntityKind::ShoeReview, number: review.number },
            Self::DealerConsole(console) => {
                EntityRef { kind: EntityKind::DealerConsole, number: console.number }
            }
        }
    }

    /// The name that no other entity of its kind has at the same time, in the form in which names are compared; none
    /// where names need not differ.
    pub fn unique_name(&self) -> Option<String> {
        match self {
            Self::Staff(member) => Some(alike(&member.name)),
            Self::Account(account) => Some(alike(&account.nickname)),
            // One request is one proposal.
            Self::Adjustment(proposal) => Some(proposal.change.request_id.to_string()),
            // A key is enrolled once, for good.
            Self::Device(device) => Some(device.key.to_string()),
            // A shoe is reviewed once.
            Self::ShoeReview(ShoeReview { table, shoe_no, .. }) => Some(ShoeReview::name(*table, *shoe_no)),
            Self::Adjuster(_)
            | Self::HouseSettings(_)
            | Self::Table(_)
            | Self::Protection(_)
            | Self::PlayTime(_)
            | Self::Range(_)
            | Self::DealerPin(_)
            | Self::DealerConsole(_) => None,
        }
    }
}
