//! What a store holds, as text and numbers, before anything is made of it. Knows neither which store it was read from
//! nor what should be in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::event::TableEvent;
use crate::floor::Setup;
use crate::ids::{EventId, RoundId};
use crate::play_time::PlayTime;
use crate::protection::ProtectionState;
use crate::sums::{Statements, Turnovers};

/// Everything a store holds.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// What the storage itself finds wrong.
    pub damage: Vec<String>,
    /// By table and number.
    pub events: Vec<Event>,
    /// By number, which is the order they were made in.
    pub transfers: Vec<Transfer>,
    /// By account number.
    pub accounts: BTreeMap<i64, Account>,
    /// What is left of each open hold, by transfer number.
    pub open_holds: BTreeMap<i64, i64>,
    /// What the store keeps for speed; none if it computes that on request.
    pub derived: Option<Derived>,
    /// The house's own log, by number.
    pub house: BTreeMap<i64, Entry>,
    /// The dates of those entries, in milliseconds since the Unix epoch.
    pub house_times: BTreeMap<i64, i64>,
    /// The seeds of shuffled shoes, by table and shoe.
    pub seeds: BTreeMap<(u32, u32), [u8; 32]>,
    /// The commitments of the locked secrets, by table and shoe.
    pub locked: BTreeMap<(u32, u32), String>,
    /// The bulletins of tables, by table and event.
    pub bulletins: BTreeMap<(u32, u64), String>,
    /// What the beacon gives in a round, where that is known; no store says it.
    pub beacon: Option<fn(u64) -> String>,
    /// What credentials say, by kind and key.
    pub credentials: BTreeMap<(String, String), String>,
    /// The statements of patrons.
    pub statements: Statements,
    /// What tables turned over.
    pub turnover: Turnovers,
    /// The records of devices in the order in which each table took them.
    pub device_records: BTreeMap<u32, Vec<DeviceRecord>>,
}

/// A record of a device, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DeviceRecord {
    /// Its place among the records of its table.
    pub no: u64,
    /// The number of the event that follows it.
    pub seq: u64,
    /// The device.
    pub device: u32,
    /// The number that the device gave it.
    pub n: u64,
    /// When the device read it.
    pub read_at: i64,
    /// Whether it came so late that a supervisor has to look.
    pub late: bool,
    /// What the device signed.
    pub body: String,
}

/// Rows that follow from the events.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// The accepted slips: patron, slip, round.
    pub slips: BTreeSet<(u32, String, RoundId)>,
    /// The ended rounds of patrons: patron, round, and how much went back if it was voided.
    pub ended: BTreeSet<(u32, RoundId, Option<i64>)>,
    /// The name and the latest entry of each entity, by kind and number.
    pub entities: BTreeMap<(String, u32), (Option<String>, i64)>,
    /// The entries of entities, by kind, number and entry.
    pub entity_entries: BTreeSet<(String, u32, i64)>,
}

impl Record {
    /// The transfer of that number.
    pub(crate) fn transfer(&self, no: i64) -> Option<&Transfer> {
        let idx = self.transfers.binary_search_by_key(&no, |other| other.no).ok()?;
        self.transfers.get(idx)
    }

    /// The event of that name.
    pub(crate) fn event(&self, id: EventId) -> Option<&Event> {
        let idx = self.events.binary_search_by_key(&id, |other| other.id).ok()?;
        self.events.get(idx)
    }

    /// The hold that a transfer makes, uses or restores, and how much more of it is open then.
    pub(crate) fn hold_of(&self, transfer: &Transfer) -> Option<(i64, i64)> {
        let Transfer { no, kind, amount, about, .. } = transfer;
        match kind {
            TransferKind::Hold => Some((*no, *amount)),
            TransferKind::Capture | TransferKind::Release => Some(((*about)?, -amount)),
            TransferKind::Reverse => {
                let undone = self.transfer((*about)?)?;
                match undone.kind {
                    TransferKind::Hold => Some((undone.no, -amount)),
                    TransferKind::Capture | TransferKind::Release => Some((undone.about?, *amount)),
                    _ => None,
                }
            }
            TransferKind::Move | TransferKind::Cover | TransferKind::Repay => None,
        }
    }

    /// The accounts that a transfer names, if both are stored: who gives and who gets.
    pub(crate) fn sides(&self, transfer: &Transfer) -> Option<(&Account, &Account)> {
        Some((self.accounts.get(&transfer.from)?, self.accounts.get(&transfer.to)?))
    }
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name.
    pub id: EventId,
    /// When it happened, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Its text.
    pub body: String,
    /// The round it is stored under, if the store writes that beside the text.
    pub(crate) round: Option<RoundId>,
    /// What the text says.
    pub(crate) what: TableEvent,
}

impl Event {
    /// Reads the text of an event.
    ///
    /// # Errors
    /// When the text is no event of a table.
    pub fn read(id: EventId, at: i64, round: Option<RoundId>, body: String) -> Result<Self, String> {
        match serde_json::from_str(&body) {
            Ok(what) => Ok(Self { id, at, body, round, what }),
            Err(error) => Err(format!("{id}: {error} in {body}")),
        }
    }
}

/// An entry of the house's own log, as far as it is about money or something that the house keeps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// Somebody got an account, perhaps with a gift of play money.
    PatronCreated {},
    /// Play money was given.
    MoneyPosted,
    /// House rules were used for the first time.
    HouseRulesUsed {},
    /// A member of staff read what is known of patrons.
    PatronRead {},
    /// An hour of a recording is over.
    RecordingClosed {},
    /// A part of a recording is kept.
    RecordingHeld {},
    /// A hold on a recording was released.
    RecordingReleased {},
    /// A supervisor gave to a purse or took from it by hand.
    MoneyAdjusted {
        /// The patron.
        patron: u32,
        /// Which purse.
        purse: Purse,
        /// How much more is in it then.
        change: i64,
        /// The supervisor.
        by: u32,
        /// The reason, in the supervisor's words.
        why: String,
        /// The id that the supervisor made for the request.
        request_id: String,
        /// The day that it counts for; none in what was written before there were limits.
        #[serde(default)]
        counted: Option<EntityState>,
    },
    /// Something that the house keeps was created or changed.
    Changed {
        /// Who changed it.
        by: String,
        /// The reason.
        #[serde(default)]
        why: String,
        /// The state after the change.
        entity: EntityState,
    },
}

/// The state of something that the house keeps, as far as the laws ask.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub struct EntityState {
    /// What it is.
    pub kind: String,
    /// Its number within its kind.
    pub id: u32,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What everybody reads of a member of staff instead of it.
    pub display_name: Option<String>,
    /// What a member of staff may do.
    pub roles: Vec<String>,
    /// Whether a member of staff may not log in.
    pub disabled: bool,
    /// The day that it is about, of what a supervisor adjusted alone: its first millisecond.
    pub day: Option<i64>,
    /// The adjustment, if it is one that takes two persons.
    pub adjustment: Option<ProposedAdjustment>,
    /// The protection of a patron, if it is one.
    pub protection: Option<ProtectionState>,
    /// The setup of a table or the range of a patron, if it is one.
    pub setup: Option<Setup>,
    /// The time of a patron at tables, if it is one.
    pub play_time: Option<PlayTime>,
    /// The device of a live table, if it is one.
    pub device: Option<DeviceState>,
}

impl TryFrom<Value> for EntityState {
    type Error = serde_json::Error;

    fn try_from(mut state: Value) -> Result<Self, serde_json::Error> {
        let kind = state["kind"].as_str().unwrap_or_default().to_owned();
        let number = ["number", "id", "staff", "patron"].iter().find_map(|name| state[*name].as_u64());
        let settings = u64::from(kind == "house_settings");
        let id = u32::try_from(number.unwrap_or(settings)).unwrap_or_default();
        let names = ["name", "nickname", "request_id", "key"];
        let name = names.iter().find_map(|name| state[*name].as_str()).map(str::to_owned);
        let display_name = state["display_name"].as_str().map(str::to_owned);
        let (day, disabled) = (state["day"].as_i64(), state["disabled"].as_bool().unwrap_or_default());
        let roles = state["roles"].as_array().into_iter().flatten();
        let roles = roles.filter_map(Value::as_str).map(str::to_owned).collect();
        let known = Self { kind, id, name, display_name, roles, disabled, day, ..Self::default() };
        Ok(match known.kind.as_str() {
            "protection" => Self { protection: Some(ProtectionState::read(state.take())?), ..known },
            "adjustment" => Self { adjustment: serde_json::from_value(state).ok(), ..known },
            "table" | "range" => Self { setup: Some(Setup::read(state)?), ..known },
            "device" => Self { device: Some(serde_json::from_value(state)?), ..known },
            "shoe_review" => Self { name: Some(format!("{}/{}", state["table"], state["shoe_no"])), ..known },
            "play_time" => Self { play_time: Some(serde_json::from_value(state)?), ..known },
            _ => known,
        })
    }
}

/// A device of a live table, after one of its steps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DeviceState {
    /// Its number.
    pub number: u32,
    /// Its public key.
    pub key: String,
    /// The table that it speaks for.
    pub table: u32,
    /// Whether it is a program that plays a device.
    #[serde(default)]
    pub simulator: bool,
    /// The supervisor whose code it came with.
    pub by: u32,
    /// The supervisor who compared its fingerprint.
    #[serde(default)]
    pub confirmed_by: Option<u32>,
    /// Whether it may speak.
    pub standing: DeviceStanding,
}

/// Whether a device may speak, and who ended that.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DeviceStanding {
    /// `waiting`, `enrolled`, `suspended` or `revoked`.
    pub is: String,
    /// Who suspended or revoked it.
    #[serde(default)]
    pub by: Option<String>,
}

impl DeviceState {
    /// What no step changes.
    pub(crate) fn fixed(&self) -> (u32, &str, bool, u32) {
        (self.number, &self.key, self.simulator, self.by)
    }
}

/// An adjustment that takes two persons, after one of its steps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProposedAdjustment {
    /// Its number.
    pub number: u32,
    /// Whose purse.
    pub patron: u32,
    /// Which purse.
    pub purse: Purse,
    /// How much more is in it then.
    pub change: i64,
    /// The reason.
    pub why: String,
    /// The id of the request.
    pub request_id: String,
    /// Who proposed it.
    pub by: u32,
    /// The role in which they did.
    pub role: String,
    /// What became of it.
    pub state: AdjustmentStep,
}

/// What became of an adjustment, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AdjustmentStep {
    /// `proposed`, `approved`, `withdrawn` or `refused`.
    pub is: String,
    /// Who decided.
    #[serde(default)]
    pub by: Option<u32>,
    /// The role in which they did.
    #[serde(default)]
    pub role: Option<String>,
}

impl ProposedAdjustment {
    /// What was proposed, which no later step changes.
    pub(crate) fn content(&self) -> (u32, Purse, i64, &str, &str, u32, &str) {
        let Self { patron, purse, change, why, request_id, by, role, .. } = self;
        (*patron, *purse, *change, why, request_id, *by, role)
    }
}

impl Entry {
    /// What it creates or changes, if it does.
    pub(crate) fn entity(&self) -> Option<&EntityState> {
        match self {
            Self::Changed { entity, .. } => Some(entity),
            Self::MoneyAdjusted { counted, .. } => counted.as_ref(),
            _ => None,
        }
    }

    /// The patron, the purse and the change of an adjustment by hand that moves money with this entry.
    pub(crate) fn adjusts(&self) -> Option<(u32, Purse, i64)> {
        match self {
            Self::MoneyAdjusted { patron, purse, change, .. } => Some((*patron, *purse, *change)),
            Self::Changed { entity: EntityState { adjustment: Some(it), .. }, .. }
                if it.state.is == "approved" =>
            {
                Some((it.patron, it.purse, it.change))
            }
            _ => None,
        }
    }
}

impl EntityState {
    /// Its kind and its number.
    pub(crate) fn place(&self) -> (String, u32) {
        (self.kind.clone(), self.id)
    }
}

/// One of the two kinds of money that a patron stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// Money that is the patron's own.
    Cash,
    /// Money that can only be staked.
    Bonus,
}

impl Purse {
    pub(crate) const ALL: [Self; 2] = [Self::Cash, Self::Bonus];
}

/// What a patron has and owes, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wallet {
    /// The cash.
    pub cash: i64,
    /// The bonus money.
    pub bonus: i64,
    /// The debt.
    pub owed: i64,
}

impl Wallet {
    /// What is in a purse.
    pub(crate) const fn of(&self, purse: Purse) -> i64 {
        match purse {
            Purse::Cash => self.cash,
            Purse::Bonus => self.bonus,
        }
    }
}

/// An account of the ledger with its stored balance.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Account {
    /// What it is for.
    pub kind: String,
    /// A patron or a table; 0 for the house as a whole.
    pub owner: u32,
    /// The code of its currency.
    pub currency: String,
    /// What it got less what it gave.
    pub balance: i64,
}

impl Account {
    /// The patron whose cash it is.
    pub(crate) fn patron(&self) -> Option<u32> {
        (self.kind == "patron_cash").then_some(self.owner)
    }

    /// The patron whose purse it is, and which.
    pub(crate) fn purse(&self) -> Option<(u32, Purse)> {
        match self.kind.as_str() {
            "patron_cash" => Some((self.owner, Purse::Cash)),
            "patron_bonus" => Some((self.owner, Purse::Bonus)),
            _ => None,
        }
    }

    /// The patron whose debt it is: below zero by what is owed.
    pub(crate) fn debtor(&self) -> Option<u32> {
        (self.kind == "receivable").then_some(self.owner)
    }

    pub(crate) fn holds_stakes(&self) -> bool {
        self.kind == "stakes_held"
    }

    /// Whether it may never fall below zero.
    pub(crate) fn must_not_owe(&self) -> bool {
        self.purse().is_some() || self.holds_stakes()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.owner)
    }
}

/// A movement of money.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Transfer {
    /// Its place among all transfers.
    pub no: i64,
    /// The id that the house made for it.
    #[serde(deserialize_with = "hex")]
    pub id: u128,
    /// What it does.
    pub kind: TransferKind,
    /// The number of the account that gives.
    pub from: i64,
    /// The number of the account that gets.
    pub to: i64,
    /// How much.
    pub amount: i64,
    /// The transfer it uses or reverses.
    pub about: Option<i64>,
    /// The first event of the unit that it was committed with.
    pub origin: Option<EventId>,
    /// The entry of the house's own log that it belongs to.
    pub entry: Option<i64>,
}

fn hex<'de, D: Deserializer<'de>>(text: D) -> Result<u128, D::Error> {
    u128::from_str_radix(&String::deserialize(text)?, 16).map_err(D::Error::custom)
}

/// What a transfer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransferKind {
    /// Moves money between accounts that hold no stakes.
    Move,
    /// Holds a stake.
    Hold,
    /// Takes from a hold for the house.
    Capture,
    /// Gives back from a hold.
    Release,
    /// Undoes another transfer.
    Reverse,
    /// Lends a patron what a purse lacks.
    Cover,
    /// Pays back what was lent.
    Repay,
}
