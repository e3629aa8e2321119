//! The bodies of the supervisors' door, under `/api/supervisor`: rounds, corrections and wallets, with everything that
//! patrons do not see of each other.
//!
//! | method and path | asks | answers |
//! |---|---|---|
//! | `GET /me` | | [`SupervisorName`] |
//! | `GET /tables/{id}/shoes/{shoe}` | | [`ShoeRounds`] |
//! | `GET /tables/{id}/shoes/{shoe}/rounds/{round}` | | [`RoundRecord`] |
//! | `POST /tables/{id}/void` | [`VoidRound`] | [`RoundVoided`] |
//! | `GET /tables/{id}/corrections?before=&limit=` | | [`Corrections`] |
//! | `POST /tables/{id}/corrections` | [`ProposeCorrection`] | 201 [`CorrectionProposed`], the dry run; 200 when repeated |
//! | `POST /tables/{id}/corrections/{no}/approve` | | [`CorrectionDecided`] |
//! | `POST /tables/{id}/corrections/{no}/withdraw` | | [`CorrectionDecided`] |
//! | `GET /patrons/{id}/wallet` | | [`PatronWallet`] |
//! | `POST /patrons/{id}/adjustments` | [`AdjustWallet`] | [`WalletAdjusted`] |
//!
//! A supervisor sends `Authorization: Bearer <secret>`. A server that was started without supervisors answers all of
//! it with 404 `no_supervisors`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::server::{SettledLine, SpotStake};

/// A supervisor as answers name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SupervisorName {
    /// Their number, which stands on record.
    pub supervisor_id: u32,
    /// Their name; none when the server no longer knows that number.
    pub name: Option<String>,
}

/// The rounds of a shoe as they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShoeRounds {
    /// The table.
    pub table_id: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// Its rounds, in order.
    pub rounds: Vec<RoundLine>,
}

/// A round as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoundLine {
    /// The round.
    pub round: RoundRef,
    /// When it began, its latest card fell, it ended or was corrected: the latest of these.
    #[ts(type = "number")]
    pub at: i64,
    /// How many times it was settled or voided; 0 while it is under way.
    pub revision: u16,
    /// `player`, `banker`, `tie` or `voided`; none while it is under way.
    pub outcome: Option<String>,
    /// Its cards in deal order.
    pub cards: Vec<String>,
}

/// A round with the wagers of every patron, and what was said of it since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoundRecord {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// How many times it was settled or voided; 0 while it is under way.
    pub revision: u16,
    /// `player`, `banker`, `tie` or `voided`; none while it is under way.
    pub outcome: Option<String>,
    /// Why it does not count: `unreadable_card`, `interrupted`, `supervisor` or `abandoned`.
    pub voided: Option<String>,
    /// Who voided it while it was under way, if a supervisor did.
    pub voided_by: Option<SupervisorName>,
    /// Its cards in deal order, as they stand now.
    pub cards: Vec<String>,
    /// Who had wagers in it, by ascending patron.
    pub patrons: Vec<RoundPatron>,
    /// Every proposal about it, by number: each that was approved made a revision.
    pub corrections: Vec<Correction>,
}

/// What one patron had in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoundPatron {
    /// Who.
    pub patron_id: u32,
    /// What they had wagered, one line a spot.
    pub wagers: Vec<SpotStake>,
    /// All of it.
    #[ts(type = "number")]
    pub staked: u64,
    /// What became of it, one line a spot; empty while the round is under way, or when it is void.
    pub settled: Vec<SettledLine>,
    /// What was paid, stakes included, or came back; none while the round is under way.
    #[ts(type = "number | null")]
    pub paid: Option<u64>,
}

/// Asks to void the round that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct VoidRound {
    /// The round that is meant; no other is voided in its place.
    pub round: RoundRef,
}

/// The round does not count, and every stake went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoundVoided {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
}

/// Asks for the dry run of a correction, which another supervisor may approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ProposeCorrection {
    /// Made by the caller: 32 hex digits, with or without the dashes of a UUID. Sent twice, it counts once.
    pub request_id: String,
    /// A round that is over, of any shoe of the table.
    pub round: RoundRef,
    /// What is to be true of it.
    pub ruling: Ruling,
    /// Why: 1 to 500 characters. Stays on record.
    pub why: String,
}

/// What is to be true of a round. Cards, never a winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ruling {
    /// It does not count; all stakes go back.
    Void {},
    /// These were its cards.
    Cards {
        /// A whole coup in deal order, such as `["9h", "Kd", "Ks", "3c"]`.
        cards: Vec<String>,
    },
}

/// A correction was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CorrectionProposed {
    /// Whether that had happened before; nothing happened this time then.
    pub repeated: bool,
    /// The correction as it is now, with its dry run.
    pub correction: Correction,
}

/// A correction as it was proposed, with its dry run, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Correction {
    /// What was proposed, and what became of it.
    #[serde(flatten)]
    pub line: CorrectionLine,
    /// What it means for each patron with wagers, by ascending patron.
    pub patrons: Vec<PatronCorrection>,
}

/// A correction as it was proposed and what became of it, without its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CorrectionLine {
    /// Its number at its table.
    #[ts(type = "number")]
    pub correction_no: u64,
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// The revision of the round that it makes.
    pub revision: u16,
    /// `open`, `approved` or `withdrawn`.
    pub state: String,
    /// Who proposed it.
    pub proposed_by: SupervisorName,
    /// Who approved it, if it was.
    pub approved_by: Option<SupervisorName>,
    /// Why, in the words of who proposed it.
    pub why: String,
    /// Why the round does not count with it, if it does not.
    pub voided: Option<String>,
    /// The cards as they stood before.
    pub cards_before: Vec<String>,
    /// The cards as they stand with it; those of a void round do not count.
    pub cards_after: Vec<String>,
    /// The house rules it was computed by; none in proposals from before this was on record.
    pub rules: Option<RulesUsed>,
}

/// The house rules that a correction was computed by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RulesUsed {
    /// Their id.
    pub id: String,
    /// The SHA-256 of their document.
    pub sha256: String,
    /// Whether they are those of the day of the proposal, because the shoe does not say what it ran under.
    pub assumed: bool,
}

/// What a correction means for one patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PatronCorrection {
    /// Who.
    pub patron_id: u32,
    /// All they had staked.
    #[ts(type = "number")]
    pub staked: u64,
    /// As settled before, one line a spot; empty when the round was void.
    pub before: Vec<SettledLine>,
    /// As settled with it, one line a spot; empty when the round is void.
    pub after: Vec<SettledLine>,
    /// What the round had paid, stakes included.
    #[ts(type = "number")]
    pub paid_before: u64,
    /// What it pays with it, stakes included.
    #[ts(type = "number")]
    pub paid_after: u64,
    /// How much more the patron gets; less when below zero. What their cash lacks for that, they owe.
    #[ts(type = "number")]
    pub difference: i64,
    /// By how much the effective turnover grows.
    #[ts(type = "number")]
    pub turnover_difference: i64,
}

/// Proposals of a table, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Corrections {
    /// The proposals, each as it is now.
    pub corrections: Vec<ProposedCorrection>,
    /// Pass as `before` for older ones; none when there are no more.
    #[ts(type = "number | null")]
    pub next_before: Option<u64>,
}

/// A proposal in a list. The record of its round has the dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProposedCorrection {
    /// When it was proposed.
    #[ts(type = "number")]
    pub at: i64,
    /// The proposal.
    pub correction: CorrectionLine,
}

/// A correction was approved or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CorrectionDecided {
    /// Whether that had happened before; nothing happened this time then.
    pub repeated: bool,
    /// The correction as it is now.
    pub correction: Correction,
}

/// What a patron has and owes, in minor units. Stakes that are held are not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PatronWallet {
    /// Who.
    pub patron_id: u32,
    /// How others see them.
    pub nickname: String,
    /// The code of the wallet's currency.
    pub currency: String,
    /// How many decimals that has.
    pub decimals: u8,
    /// What they can stake or take away.
    #[ts(type = "number")]
    pub cash: u64,
    /// What they can stake only.
    #[ts(type = "number")]
    pub bonus: u64,
    /// What they owe: later winnings repay it first.
    #[ts(type = "number")]
    pub owed: u64,
}

/// Gives bonus money, or puts a purse right by hand. Never to below zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AdjustWallet {
    /// Made by the caller: 32 hex digits, with or without the dashes of a UUID. Sent twice, it counts once.
    pub request_id: String,
    /// `cash` or `bonus`.
    pub purse: Purse,
    /// How much more is in it then, in minor units; less when below zero.
    #[ts(type = "number")]
    pub change: i64,
    /// Why, in the supervisor's words; stays on record.
    pub why: String,
}

/// A purse was put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WalletAdjusted {
    /// Whether that had happened before; nothing happened this time then.
    pub repeated: bool,
    /// What the patron has now.
    pub wallet: PatronWallet,
}

/// Where a patron's money is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// What they can stake or take away.
    Cash,
    /// What they can stake only.
    Bonus,
}
