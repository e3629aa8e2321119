//! The bodies of what staff may call under `/api/v1`: rounds, corrections and wallets of all patrons.
//!
//! | method and path | request | response |
//! |---|---|---|
//! | `GET /staff/me` | | [`SupervisorName`] |
//! | `GET /tables/{id}/shoes/{shoe}` | | [`ShoeRounds`] |
//! | `GET /tables/{id}/shoes/{shoe}/rounds/{round}` | | [`RoundRecord`] |
//! | `POST /tables/{id}/void` | [`VoidRound`] | [`RoundVoided`] |
//! | `POST /tables/{id}/abandon` | [`AbandonShoe`] | [`ShoeAbandoned`] |
//! | `GET /tables/{id}/corrections?before=&limit=` | | [`Corrections`] |
//! | `POST /tables/{id}/corrections` | [`ProposeCorrection`] | 201 [`CorrectionResponse`], the dry run; 200 when repeated |
//! | `POST /tables/{id}/corrections/{no}/approve` | | [`CorrectionResponse`] |
//! | `POST /tables/{id}/corrections/{no}/withdraw` | | [`CorrectionResponse`] |
//! | `GET /patrons/{id}/wallet` | | [`PatronWallet`] |
//! | `POST /patrons/{id}/adjustments` | [`AdjustWallet`] | [`WalletAdjusted`] |
//!
//! A member of staff sends `Authorization: Bearer <secret>`. `docs/ROLES.md` lists the roles that may call each route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::rest::DealtCard;
use crate::server::{SettledLine, SpotStake};

/// A supervisor's number and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SupervisorName {
    /// Their number, which events record.
    pub supervisor_id: u32,
    /// Their name; none when the server does not know the number.
    pub name: Option<String>,
}

/// The rounds of a shoe with their latest results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeRounds {
    /// The table.
    pub table_id: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// Its rounds, in order.
    pub rounds: Vec<RoundLine>,
}

/// A round with its latest result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundLine {
    /// The round.
    pub round: RoundRef,
    /// When the latest event of the round happened: its start, a card, its end or a correction.
    pub at: i64,
    /// How many times it was settled or voided; 0 while it is open.
    pub revision: u16,
    /// `player`, `banker`, `tie` or `voided`; none while it is open.
    pub outcome: Option<String>,
    /// Its cards in deal order.
    pub cards: Vec<String>,
}

/// A round with the wagers of every patron and its corrections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundRecord {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// How many times it was settled or voided; 0 while it is open.
    pub revision: u16,
    /// `player`, `banker`, `tie` or `voided`; none while it is open.
    pub outcome: Option<String>,
    /// Why it does not count, if so: `unreadable_card`, `interrupted`, `supervisor`, `abandoned` or `irregular`.
    pub voided: Option<String>,
    /// The supervisor who voided the open round, if one did.
    pub voided_by: Option<SupervisorName>,
    /// Its cards in deal order, after corrections.
    pub cards: Vec<String>,
    /// The same cards, each with the hand that it belongs to.
    pub deal: Vec<DealtCard>,
    /// The cards that came out of the shoe beside those of the round, after corrections.
    pub surplus: Vec<String>,
    /// Its cards as the device of a live table read them, where a correction has others since; empty otherwise.
    pub read: Vec<String>,
    /// Which cards a correction may name.
    pub rulable: Rulable,
    /// The patrons who had wagers in it, in ascending order.
    pub patrons: Vec<RoundPatron>,
    /// Every proposed correction of it, by number. Each approved one made a revision.
    pub corrections: Vec<Correction>,
}

/// One patron's wagers and result in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundPatron {
    /// The patron.
    pub patron_id: u32,
    /// Their wagers, one for each spot.
    pub wagers: Vec<SpotStake>,
    /// The sum of their stakes.
    pub staked: u64,
    /// Their settled wagers; empty while the round is open, or when it is void.
    pub settled: Vec<SettledLine>,
    /// The payouts, stakes included, or the returned stakes; none while the round is open.
    pub paid: Option<u64>,
}

/// Voids the open round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidRound {
    /// The open round; a request for another round is refused.
    #[serde(deserialize_with = "crate::strict::round")]
    #[schemars(with = "crate::strict::Round")]
    pub round: RoundRef,
}

/// The response: the round does not count, and every stake was returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundVoided {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
}

/// Gives up a shoe that waits too long for the value of its beacon. Its secret is public then, and the next shoe waits
/// for a later round of the beacon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbandonShoe {
    /// The shoe on the table; a request for another one is refused.
    pub shoe_no: u32,
}

/// The response: the shoe is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeAbandoned {
    /// The table.
    pub table_id: u32,
    /// The shoe.
    pub shoe_no: u32,
}

/// Proposes a correction, which another supervisor may approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposeCorrection {
    /// An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once.
    pub request_id: String,
    /// A finished round of any shoe of the table.
    #[serde(deserialize_with = "crate::strict::round")]
    #[schemars(with = "crate::strict::Round")]
    pub round: RoundRef,
    /// How the round ends after the correction.
    pub ruling: Ruling,
    /// The reason, 1 to 500 characters. It stays on record.
    pub why: String,
    /// The part of the recording that shows it. Needed where a device read the cards and the round is recorded.
    #[serde(default)]
    pub evidence: Option<EvidencePart>,
}

/// The part of a table's recording that shows what a proposal says. The server makes the digest over its segments, and
/// keeps them until somebody releases them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvidencePart {
    /// Its first millisecond.
    pub from: i64,
    /// The first one after it: an hour after the first at most. It may not be in the future.
    pub to: i64,
}

/// The part of a table's recording that a proposal names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Evidence {
    /// Its first millisecond.
    pub from: i64,
    /// The first one after it.
    pub to: i64,
    /// The digest over its segments at the time of the proposal, as 64 hex digits.
    pub digest: String,
}

/// How a round ends after a correction: void, or with these cards, never with a winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ruling {
    /// The round does not count; all stakes are returned.
    Void {},
    /// The round has these cards.
    Cards {
        /// A whole coup in deal order, such as `["9h", "Kd", "Ks", "3c"]`.
        cards: Vec<String>,
        /// The cards that came out of the shoe with them and are not of the coup. Only where a device read the cards.
        #[serde(default)]
        surplus: Vec<String>,
    },
}

/// Which cards may be ruled for a round, by where those of its shoe came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Rulable {
    /// The shoe was shuffled: the cards that it dealt, and no others.
    Order {
        /// Those cards; none when they make no coup, or the round has them.
        cards: Vec<String>,
    },
    /// A device read the cards: those that the recording shows, each that came out with the round.
    Readings {
        /// How many came out, at least.
        at_least: u8,
        /// And at most; more when a card passed that nobody knows.
        at_most: u8,
    },
    /// Any coup of the shoe.
    Any {},
}

/// A correction was proposed, approved or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CorrectionResponse {
    /// Whether this is a repeat, which changed nothing.
    pub repeated: bool,
    /// The correction with its new state and its dry run.
    pub correction: Correction,
}

/// A correction with its state and its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Correction {
    /// The proposal and its state.
    #[serde(flatten)]
    pub line: CorrectionLine,
    /// Its effect on each patron with wagers, in ascending order.
    pub patrons: Vec<PatronCorrection>,
}

/// A correction with its state, without its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CorrectionLine {
    /// Its number at its table.
    pub correction_no: u64,
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// The revision of the round that it makes.
    pub revision: u16,
    /// `open`, `approved`, `withdrawn`, or `outdated` when the round was corrected by another one since.
    pub state: String,
    /// Who proposed it.
    pub proposed_by: SupervisorName,
    /// Who approved it, if it was.
    pub approved_by: Option<SupervisorName>,
    /// The reason, in the words of the supervisor who proposed it.
    pub why: String,
    /// Why the round does not count after it, if so.
    pub voided: Option<String>,
    /// The cards before it.
    pub cards_before: Vec<String>,
    /// The cards after it; those of a void round do not count.
    pub cards_after: Vec<String>,
    /// The cards that came out beside them, by what was known before it.
    pub surplus_before: Vec<String>,
    /// The same after it.
    pub surplus_after: Vec<String>,
    /// The part of the recording that shows it, if one is named.
    pub evidence: Option<Evidence>,
    /// The house rules it was computed by; none in old proposals, which do not record them.
    pub rules: Option<RulesUsed>,
}

/// The house rules that a correction was computed by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RulesUsed {
    /// Their id.
    pub id: String,
    /// The SHA-256 of their document.
    pub sha256: String,
    /// Whether these are the table's rules at the time of the proposal, because the shoe does not record its own.
    pub assumed: bool,
}

/// The effect of a correction on one patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PatronCorrection {
    /// The patron.
    pub patron_id: u32,
    /// The sum of their stakes.
    pub staked: u64,
    /// Their settled wagers before; empty when the round was void.
    pub before: Vec<SettledLine>,
    /// Their settled wagers after; empty when the round is void.
    pub after: Vec<SettledLine>,
    /// What the round paid before, stakes included.
    pub paid_before: u64,
    /// What the round pays after, stakes included.
    pub paid_after: u64,
    /// How much more the patron gets; negative when less. The patron owes what their cash lacks.
    pub difference: i64,
    /// By how much the effective turnover grows.
    pub turnover_difference: i64,
}

/// Proposed corrections of a table, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Corrections {
    /// The proposals with their states.
    pub corrections: Vec<ProposedCorrection>,
    /// The cursor of the next page, to send as `before`; none on the last page.
    pub next_before: Option<u64>,
}

/// A proposal in a list, without the dry run, which the record of its round has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProposedCorrection {
    /// When it was proposed.
    pub at: i64,
    /// The proposal.
    pub correction: CorrectionLine,
}

/// What a patron has and owes, in minor units, without held stakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PatronWallet {
    /// The patron.
    pub patron_id: u32,
    /// The name that others see.
    pub nickname: String,
    /// The code of the wallet's currency.
    pub currency: String,
    /// How many decimals the currency has.
    pub decimals: u8,
    /// Cash, which can be staked or paid out.
    pub cash: u64,
    /// Bonus money, which can only be staked.
    pub bonus: u64,
    /// What they owe; later winnings repay it first.
    pub owed: u64,
}

/// Adjusts a purse by hand: gives bonus money, or corrects an amount. A purse never falls below zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdjustWallet {
    /// An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once.
    pub request_id: String,
    /// `cash` or `bonus`.
    pub purse: Purse,
    /// The change in minor units; negative to take money.
    pub change: i64,
    /// The reason, in the supervisor's words. It stays on record.
    pub why: String,
}

/// A purse was adjusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct WalletAdjusted {
    /// Whether this is a repeat, which changed nothing.
    pub repeated: bool,
    /// The wallet after the adjustment.
    pub wallet: PatronWallet,
}

/// A purse of a patron's wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// Cash, which can be staked or paid out.
    Cash,
    /// Bonus money, which can only be staked.
    Bonus,
}
