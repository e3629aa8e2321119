//! Live tables over REST: how one stands, and what its dealer and its supervisors do there.
//!
//! | request under `/api/v1` | body | answer |
//! |---|---|---|
//! | `GET /tables/{id}/live?other_than=VERSION` | | [`LiveStatus`] |
//! | `GET /dealers` | | [`Dealers`] |
//! | `GET /tables/{id}/findings` | | [`Findings`](crate::past_findings::Findings) |
//! | `POST /tables/{id}/shoes/{shoe}/review` | [`ReviewShoe`](crate::past_findings::ReviewShoe) | [`ShoeReviewReceipt`](crate::past_findings::ShoeReviewReceipt) |
//! | `POST /tables/{id}/deal` | [`DealerOrder`] | [`LiveReceipt`] |
//! | `POST /tables/{id}/supervise` | [`SupervisorOrder`] | [`LiveReceipt`] |
//! | `POST /tables/{id}/end-shoe` | [`ProvedOrder`] | [`LiveReceipt`] |
//! | `POST /tables/{id}/unrecorded` | [`ProvedOrder`] | [`LiveReceipt`] |
//!
//! No order names a winner, and none puts a card in the place of one that was read. The cards of the round are in the
//! public view of the table.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card_pictures::CardPicture;
pub use crate::card_slot::CardSlot;
use crate::finding_facts::FindingFact;
use crate::passkeys::ProveAgain;

/// How a table stands, for those who work there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveStatus {
    /// None at a table that the clock deals.
    pub live: Option<LiveTable>,
}

/// The dealers whom a supervisor may seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Dealers {
    /// By name; those who are disabled are left out.
    pub dealers: Vec<DealerLine>,
}

/// A dealer, and how they log in at tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealerLine {
    /// The number.
    pub staff_id: u32,
    /// The name.
    pub name: String,
    /// Whether they log in with a PIN: `none`, `set`, or `locked` after five wrong tries.
    pub pin: String,
    /// Who chose that PIN, and so does not count as a second person beside them; none without a PIN.
    pub pin_set_by: Option<u32>,
    /// The table at which they logged in with it, and whose session has not ended.
    pub at_table: Option<u32>,
}

/// Lets a dealer in at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableLogIn {
    /// The number of the dealer.
    pub dealer: u32,
    /// The PIN, six digits.
    pub pin: String,
    /// Whether the session comes as a cookie, for a page, and not as a token.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
    /// The secret of the dealer's console, for a program; a page has it in a cookie.
    #[serde(default)]
    #[ts(optional)]
    pub console: Option<String>,
}

/// Sets the PIN of a dealer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SetPin {
    /// The PIN: six digits, not all the same and not in a row.
    pub pin: String,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// Which status of a live table is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LiveAsked {
    /// The `version` that the caller has: the answer waits until the table stands otherwise, for 8 seconds at most.
    /// Without it the answer comes at once.
    #[serde(default)]
    pub other_than: Option<String>,
}

/// How a live table stands. It names no wager and no patron, and hides what somebody typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveTable {
    /// The table.
    pub table_id: u32,
    /// The number of its last public event.
    pub seq: u64,
    /// Names this status: as long as the table stands like this, it stays the same.
    pub version: String,
    /// Whether it begins rounds: `open`, `halted` or `closed`.
    pub status: String,
    /// The member of staff who deals.
    pub dealer: Option<u32>,
    /// The dealer who waits to take over.
    pub relief: Option<u32>,
    /// The device that is connected.
    pub device_id: Option<u32>,
    /// Whether the beats of that device say that it has a fault.
    #[serde(default)]
    pub device_faulty: bool,
    /// Whether the table is recorded now; none for one without a camera.
    #[serde(default)]
    pub recorded: Option<bool>,
    /// The label of the shoe that is loaded.
    pub shoe: Option<String>,
    /// Whether that shoe is the next one, which the dealer opens; else it is in play, or over.
    pub fresh: bool,
    /// What the table waits for, the first that holds: `recording`, `device`, `dealer`, `shoe`, `burn`, `finding`,
    /// `supervisor`, `squeeze`, `hold`, `start` or `card`; none while it waits for the clock, or is halted.
    pub waits_for: Option<String>,
    /// The call of a supervisor that nobody has answered.
    pub call: Option<LiveCall>,
    /// Whether no round begins until the dealer says so.
    pub held: bool,
    /// The card that the table waits for; none while it waits for none.
    pub card: Option<LiveCardDue>,
    /// How far the burn of a new shoe is; none when no card is to be burned.
    pub burn: Option<LiveBurn>,
    /// What is wrong, if anything is.
    pub finding: Option<LiveFinding>,
    /// How many readings wait.
    pub waiting: u32,
    /// What the lamp of the device shows.
    pub gate: LiveGate,
    /// Where the cards lie that the dealer turns now, because everybody may see them: `P1`, `P2`, `P3`, `B1`, `B2` or
    /// `B3`.
    #[serde(default)]
    pub turn: Vec<String>,
    /// The names of the members of staff whose numbers are in this status.
    pub names: BTreeMap<u32, String>,
}

/// A dealer called a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveCall {
    /// The dealer.
    pub staff_id: u32,
    /// When.
    pub at: i64,
}

/// A card that the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveCardDue {
    /// Since when.
    pub since: i64,
    /// When the dealer is reminded.
    pub reminds_at: i64,
    /// When a supervisor is called.
    pub calls_at: i64,
}

/// How far the burn of a new shoe is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveBurn {
    /// How many cards have passed.
    pub passed: u32,
    /// How many the burn takes; none while the first card, which says it, was not read.
    pub cards: Option<u32>,
}

/// A finding that waits for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveFinding {
    /// Its number, which an answer names.
    pub finding_no: u64,
    /// What is wrong, such as `unreadable`.
    pub code: String,
    /// The records that it is about.
    pub records: Vec<DeviceRecordRef>,
    /// Which card of the round it is about, if it is about one.
    pub slot: Option<CardSlot>,
    /// What the device or the count says of it: neither a card that two people type blind, nor what lies face down.
    #[serde(default)]
    pub facts: Vec<FindingFact>,
    /// The pictures that the caller may see now: none of a card that they may have to type, nor of one face down.
    #[serde(default)]
    pub pictures: Vec<CardPicture>,
    /// When it was raised.
    pub at: i64,
    /// How often two people typed different cards.
    pub tries: u8,
    /// How it can be resolved now.
    pub ways: Vec<FindingWay>,
    /// What the first of two people wants.
    pub proposed: Option<ProposedWay>,
    /// The members of staff who have typed a card and wait for another person. Which card, nobody is told.
    pub typed_by: Vec<u32>,
}

/// A record of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceRecordRef {
    /// The device.
    pub device_id: u32,
    /// The number of its record.
    pub n: u64,
}

/// A way to resolve a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FindingWay {
    /// How.
    pub how: FindingResolution,
    /// Who has to agree: `dealer`, `supervisor`, `dealer_and_supervisor` or `two_supervisors`.
    pub needs: String,
}

/// What the first of two people wants of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProposedWay {
    /// How.
    pub how: FindingResolution,
    /// Who.
    pub staff_id: u32,
    /// The text of a note, for supervisors and auditors.
    #[serde(default)]
    pub why: Option<String>,
}

/// The lamp, or the lock, of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveGate {
    /// Whether a card may come out.
    pub open: bool,
    /// Where the next card belongs.
    pub slot: Option<CardSlot>,
    /// Why: `deal`, `burn`, `betting`, `settled`, `finding` or `halted`.
    pub why: String,
}

/// How a finding is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingResolution {
    /// The card passes the sensor once more.
    Rescan,
    /// Two people say what the card is.
    KeyIn,
    /// The round does not count.
    Void,
    /// The reading is of a card that was read before; it does not count.
    Drop,
    /// The reading is of another card than the one before it.
    Take,
    /// The order past the sensor stands.
    GoOn,
    /// The late reading stands.
    Accept,
    /// The round does not count, and the shoe ends.
    VoidAndEndShoe,
    /// The shoe ends after the round.
    EndShoe,
    /// The card is burned face up.
    Burn,
    /// The card opens a hand without wagers.
    FreeHand,
    /// Another shoe is loaded.
    LoadRight,
    /// The shoe that was loaded is the one that is wanted.
    Assign,
    /// The cut card came out.
    Seen,
    /// The round under way is the last of the shoe; between rounds the next one.
    LastRound,
    /// It is put on record, and nothing follows.
    Note,
}

/// An order of the dealer at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealerOrder {
    /// What the dealer does.
    pub order: DealerAction,
    /// The number of the last public event that the dealer saw. The order is refused with `out_of_date` if the table
    /// has gone on since. Without it nothing is compared.
    #[serde(default)]
    #[ts(optional)]
    pub seq: Option<u64>,
    /// The id that the caller made for this order, 32 hex digits: sent again, the order is answered as the first time,
    /// and nothing happens twice. An order with an id names `seq`, too.
    #[serde(default)]
    #[ts(optional)]
    pub request_id: Option<String>,
}

/// What a dealer does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DealerAction {
    /// Begins to work at the table; while another dealer does, waits until that one hands over.
    SitDown,
    /// Hands the table over, between rounds, to the dealer who waits for that.
    HandOver {
        /// Who.
        to: u32,
    },
    /// Goes.
    StandUp,
    /// Calls a supervisor. No round begins before somebody answers.
    Call,
    /// Takes the call back.
    EndCall,
    /// Holds the table: no round begins after the one under way.
    Hold,
    /// Takes the hold back. Beginning a round ends it, too.
    EndHold,
    /// Opens the shoe that was loaded.
    OpenShoe,
    /// Begins the next round.
    StartBetting,
    /// Says that the cut card came out.
    CutCard,
    /// Says that a card on the table was read wrongly.
    Misread {
        /// Where it lies.
        slot: CardSlot,
    },
    /// Types which card it is, in a finding.
    KeyIn {
        /// The number of the finding.
        finding_no: u64,
        /// Which card they see, such as `9h`.
        card: String,
    },
    /// Resolves a finding, or agrees to it.
    Resolve {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: FindingResolution,
    },
    /// Says that all cards that were left passed the sensor.
    CountOut,
}

/// An order of a supervisor at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupervisorOrder {
    /// What the supervisor does.
    pub order: SupervisorAction,
    /// As in [`DealerOrder`].
    #[serde(default)]
    #[ts(optional)]
    pub seq: Option<u64>,
    /// As in [`DealerOrder`].
    #[serde(default)]
    #[ts(optional)]
    pub request_id: Option<String>,
}

/// An order for which a supervisor proves again who they are: to end the shoe after the round, or to allow rounds
/// without a recording for an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProvedOrder {
    /// Why, in 1 to 500 characters.
    pub why: String,
    /// As in [`DealerOrder`].
    #[serde(default)]
    #[ts(optional)]
    pub seq: Option<u64>,
    /// The id that the caller made for this order, 32 hex digits, as in [`SupervisorOrder`]. Sent again, the order has
    /// a new proof.
    #[serde(default)]
    #[ts(optional)]
    pub request_id: Option<String>,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// What a supervisor does at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SupervisorAction {
    /// Lets a dealer begin to work at the table, also in a round.
    Seat {
        /// Who.
        dealer: u32,
    },
    /// Lets the dealer go, also in a round.
    Unseat {
        /// Who.
        dealer: u32,
    },
    /// Answers the call of the dealer.
    AnswerCall,
    /// Names a shoe that may be loaded.
    AssignShoe {
        /// Its label, of 1 to 32 characters.
        label: String,
        /// The number of its seal, of 1 to 32 characters, which the device has to say, too; without it any will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seal: Option<String>,
    },
    /// Begins a round without wagers.
    OpenFreeRound,
    /// Says that the cut card came out.
    CutCard,
    /// Says that a card on the table was read wrongly.
    Misread {
        /// Where it lies.
        slot: CardSlot,
    },
    /// Says that the cards of the shoe were not burned as the house rules say.
    BurnForgotten,
    /// Types which card it is, in a finding.
    KeyIn {
        /// The number of the finding.
        finding_no: u64,
        /// Which card they see, such as `9h`.
        card: String,
    },
    /// Resolves a finding, or agrees to it.
    Resolve {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: FindingResolution,
        /// The text of a `note`, in 1 to 500 characters. Where two have to agree, another text takes the place of the
        /// one before, and who agrees to that sends none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<String>,
    },
}

/// An order to a live table was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveReceipt {
    /// The table.
    pub table_id: u32,
    /// The number of its last public event.
    pub seq: u64,
    /// Whether it was so before; then nothing happened.
    pub repeated: bool,
}
