//! The bodies of what managers and supervisors do to the tables of the house.
//!
//! | method and path | request | response |
//! |---|---|---|
//! | `GET /floor` | | [`Floor`], closed tables too |
//! | `POST /tables` | [`NewTable`] | 201 [`TableSettings`] |
//! | `GET /tables/{id}/settings` | | [`TableSettings`] |
//! | `PATCH /tables/{id}` | [`ChangeTable`] | [`TableSettings`] |
//! | `POST /tables/{id}/halt`, `/resume`, `/close`, `/open` | [`StepTable`] | [`TableSettings`] |
//! | `GET /tables/{id}/changes?before=&limit=` | | [`TableChanges`], newest first |
//! | `GET /tables/{id}/invitations` | | [`Invitations`] |
//! | `POST /tables/{id}/invitations` | [`ChangeInvitations`] | [`TableSettings`] |
//! | `POST /tables/{id}/invitation-codes` | [`NewInvitationCode`] | 201 [`InvitationCode`] |
//!
//! Amounts are integers of minor units. A change holds from the next slip, the next step or the next shoe on; what was
//! accepted before stands.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use crate::table_squeeze::{SqueezeChange, TableSqueeze};

/// All tables of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Floor {
    /// The tables by number, closed ones too.
    pub tables: Vec<TableSettings>,
}

/// How a table is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableSettings {
    /// The table.
    pub table_id: u32,
    /// `open`, `halted` or `closed`.
    pub status: String,
    /// The name people read.
    pub name: String,
    /// The house rules of its next shoe.
    pub rules: RulesName,
    /// The currency of every stake.
    pub currency: CurrencyName,
    /// What the table allows one patron on each spot; a spot that is missing is limited by the house rules alone.
    pub limits: BTreeMap<String, StakeRange>,
    /// The largest difference between all stakes on Banker and all on Player; 0 for no limit.
    pub exposure: u64,
    /// How long things take.
    pub timings: TableTimings,
    /// How much cash and bonus money together a patron must have to take a seat.
    pub ante: u64,
    /// How many seats there are; 0 for no limit.
    pub capacity: u32,
    /// Whether a password is asked for.
    pub needs_password: bool,
    /// Whether an invitation is asked for.
    pub needs_invitation: bool,
    /// How many patrons are invited.
    pub invited: u32,
    /// How many codes of invitations count.
    #[serde(default)]
    pub invitation_codes: u32,
    /// When a seat is lost.
    pub seating: TableSeating,
    /// What decides the cards of its next shoe: `sealed`, their order is fixed before its first wager; `after_bets`, a
    /// value of the beacon that comes after the bets of each round.
    #[serde(default = "sealed")]
    pub draw: String,
    /// Who draws its cards: `shuffle`, the clock, from shuffled shoes; `scanner`, a dealer, from a card-reading shoe.
    #[serde(default = "shuffle")]
    pub dealer: String,
    /// How it is run with a card-reading shoe; none where the clock draws the cards.
    #[serde(default)]
    pub scanner: Option<TableScanner>,
    /// How patrons turn its cards; none where all of them fall face up.
    #[serde(default)]
    pub squeeze: Option<TableSqueeze>,
    /// Its place in the lobby, smallest first.
    pub place: u32,
}

fn sealed() -> String {
    "sealed".to_owned()
}

fn shuffle() -> String {
    "shuffle".to_owned()
}

/// How a table with a card-reading shoe is run, from its next shoe on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableScanner {
    /// Who begins a round: `dealer`, or `auto` for the clock.
    pub start: String,
    /// Which shoes may be loaded: `any`, or `assigned` by a supervisor.
    pub shoes: String,
    /// Whether the cards that are left pass the sensor after the last round, to be counted.
    pub count_out: bool,
    /// Whether a card is burned face up when one dealer hands over to another.
    #[serde(default)]
    pub burn_on_handover: bool,
    /// How sure the device has to be of a card, up to 1000.
    pub conf_min: u16,
    /// After how many milliseconds without a card the dealer is reminded.
    pub dealer_ms: u32,
    /// And after how many a supervisor is called.
    pub supervisor_ms: u32,
    /// After how many milliseconds without a card the round is void.
    pub abandon_ms: u32,
}

/// When a seat is lost, and how long Auto may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableSeating {
    /// How long a patron may have no connection, in milliseconds.
    pub grace_ms: u32,
    /// After how many rounds in a row without a wager a patron is warned; 0 for never.
    pub idle_warning: u16,
    /// After how many rounds in a row without a wager a patron loses their seat; 0 for never.
    pub idle_limit: u16,
    /// For how many rounds Auto may be started; 0 switches Auto off.
    pub auto_rounds: u16,
}

/// House rules by their id and the SHA-256 of their document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesName {
    /// Their id.
    pub id: String,
    /// 64 hex digits; may be left out in a request for built-in house rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub digest: Option<String>,
}

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurrencyName {
    /// Its code.
    pub code: String,
    /// How many decimals its amounts are written with.
    pub decimals: u8,
}

/// The least and the largest total stake of one patron on one spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StakeRange {
    /// The least, in minor units.
    pub minimum: u64,
    /// The largest, in minor units.
    pub maximum: u64,
}

/// How long the parts of a round take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(clippy::struct_field_names, reason = "the unit is part of the name")]
pub struct TableTimings {
    /// How long wagers are taken.
    pub betting_ms: u32,
    /// How long the table waits for slips on their way.
    pub drain_ms: u32,
    /// From one card to the next.
    pub card_ms: u32,
    /// How long a result is shown.
    pub result_ms: u32,
    /// From a new shoe to its first card.
    pub shuffle_ms: u32,
    /// How long patrons may pledge a number for a new shoe; 0 when nobody is asked for one.
    pub pledge_ms: u32,
    /// How long after that they may reveal it.
    pub reveal_ms: u32,
}

/// Adds a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Its number; left out for the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_id: Option<u32>,
    /// Its settings: `name` and `rules` at least.
    pub settings: SettingsChange,
    /// Why, in 1 to 500 characters.
    pub why: String,
}

/// Changes the settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeTable {
    /// What changes.
    pub settings: SettingsChange,
    /// Why, in 1 to 500 characters.
    pub why: String,
}

/// Halts, resumes, closes or opens a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StepTable {
    /// Why, in 1 to 500 characters.
    pub why: String,
}

/// The settings that somebody gives; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SettingsChange {
    /// The name people read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The house rules, from the next shoe on: built in, or on record in the house's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rules: Option<RulesName>,
    /// The currency; fixed once the table has opened a shoe.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub currency: Option<CurrencyName>,
    /// The limits of these spots.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, StakeRange>,
    /// The largest difference between all stakes on Banker and all on Player; 0 for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub exposure: Option<u64>,
    /// Some timings.
    #[serde(skip_serializing_if = "TimingsChange::is_empty")]
    pub timings: TimingsChange,
    /// The ante, for those who sit down from now on; 0 for none. House rules with the ante of the room need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ante: Option<u64>,
    /// How many seats there are; 0 for no limit. Those who sit stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub capacity: Option<u32>,
    /// The password that is asked for from now on, 8 to 128 characters; empty for none. No answer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<TablePassword>,
    /// Whether only invited patrons may sit down; `false` forgets who was invited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub needs_invitation: Option<bool>,
    /// When a seat is lost.
    #[serde(skip_serializing_if = "SeatingChange::is_empty")]
    pub seating: SeatingChange,
    /// What decides the cards, from the next shoe on: `sealed`, or `after_bets`, which needs a beacon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draw: Option<String>,
    /// Who draws the cards of a new table: `shuffle` or `scanner`. It never changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<String>,
    /// How the table is run with a card-reading shoe, from the next shoe on.
    #[serde(skip_serializing_if = "ScannerChange::is_empty")]
    #[ts(optional, as = "Option<ScannerChange>")]
    pub scanner: ScannerChange,
    /// How patrons turn the cards, from the next round on; with `from` 0, all cards fall face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub squeeze: Option<SqueezeChange>,
    /// The place in the lobby, smallest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<u32>,
}

/// The password of a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct TablePassword(pub String);

impl fmt::Debug for TablePassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TablePassword(<secret>)")
    }
}

/// Who may sit down at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Invitations {
    /// Whether an invitation is asked for.
    pub needs_invitation: bool,
    /// The invited patrons by number.
    pub patrons: Vec<u32>,
    /// How many codes count beside the list.
    pub codes: u32,
}

/// Invites patrons to a table, and takes invitations back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ChangeInvitations {
    /// Who is invited from now on; the first one makes the table ask for an invitation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PatronName>>")]
    pub invite: Vec<PatronName>,
    /// Who is no longer invited. Those who sit stay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PatronName>>")]
    pub uninvite: Vec<PatronName>,
    /// Whether no code counts any longer that was made until now. Those who sit stay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub withdraw_codes: bool,
    /// Why, in 1 to 500 characters.
    pub why: String,
}

/// Makes a code that invites everybody who sends it to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NewInvitationCode {
    /// Why, in 1 to 500 characters.
    pub why: String,
}

/// A new code of an invitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct InvitationCode {
    /// The code, which is shown this once. Everybody who sends it may take a seat until it is withdrawn.
    pub code: String,
    /// The table after the change.
    pub settings: TableSettings,
}

/// A patron by number or by nickname.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
pub enum PatronName {
    /// The number.
    Number(u32),
    /// The nickname. An account comes before guests of the same nickname.
    Nickname(String),
}

/// The timings that somebody gives, in milliseconds; what is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_field_names, reason = "the unit is part of the name")]
pub struct TimingsChange {
    /// How long wagers are taken, from the next round on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub betting_ms: Option<u32>,
    /// How long the table waits for slips on their way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub drain_ms: Option<u32>,
    /// From one card to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card_ms: Option<u32>,
    /// How long a result is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result_ms: Option<u32>,
    /// From a new shoe to its first card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub shuffle_ms: Option<u32>,
    /// How long patrons may pledge a number for a new shoe; 0 to ask nobody for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pledge_ms: Option<u32>,
    /// How long after that they may reveal it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reveal_ms: Option<u32>,
}

impl TimingsChange {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// When a seat is lost, as far as somebody gives it; what is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SeatingChange {
    /// How long a patron may have no connection, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub grace_ms: Option<u32>,
    /// After how many rounds in a row without a wager a patron is warned; 0 for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub idle_warning: Option<u16>,
    /// After how many rounds in a row without a wager a patron loses their seat; 0 for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub idle_limit: Option<u16>,
    /// For how many rounds Auto may be started; 0 switches Auto off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub auto_rounds: Option<u16>,
}

impl SeatingChange {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How a table with a card-reading shoe is run, as far as somebody gives it; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ScannerChange {
    /// Who begins a round: `dealer`, or `auto` for the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start: Option<String>,
    /// Which shoes may be loaded: `any`, or `assigned` by a supervisor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub shoes: Option<String>,
    /// Whether the cards that are left pass the sensor after the last round, to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub count_out: Option<bool>,
    /// Whether a card is burned face up when one dealer hands over to another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub burn_on_handover: Option<bool>,
    /// How sure the device has to be of a card, up to 1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub conf_min: Option<u16>,
    /// After how many milliseconds without a card the dealer is reminded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer_ms: Option<u32>,
    /// And after how many a supervisor is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub supervisor_ms: Option<u32>,
    /// After how many milliseconds without a card the round is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub abandon_ms: Option<u32>,
}

impl ScannerChange {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The changes of a table, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableChanges {
    /// The changes.
    pub changes: Vec<TableChange>,
    /// The cursor of the next page, to send as `before`; none on the last page.
    pub next_before: Option<u64>,
}

/// One change of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableChange {
    /// The number of its entry in the house's own log.
    pub no: u64,
    /// When.
    pub at: i64,
    /// Who: `staff:3`, `operator` or `house`.
    pub by: String,
    /// Why.
    pub why: String,
    /// The settings after it.
    pub settings: TableSettings,
}
