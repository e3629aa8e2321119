//! The bodies of what proves shoes, under `/api/v1/proofs`, for everybody, and what proves a patron's own wagers.
//!
//! | method and path | response |
//! |---|---|
//! | `GET /proofs/key` | [`ProofKey`] |
//! | `GET /proofs/heads` | [`SignedText`] |
//! | `GET /proofs/tables/{table}/bulletins?from=&limit=` | [`Bulletins`] |
//! | `GET /proofs/tables/{table}/shoes/{shoe}` | a proof file, as `docs/PROOFS.md` has it |
//! | `GET /proofs/tables/{table}/shoes/{shoe}/leaves` | the leaves of a sealed shoe, 32 bytes each |
//! | `GET /me/proofs/{table}/{shoe}/{round}` | the patron's wager file, as `docs/PROOFS.md` has it |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The key of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProofKey {
    /// The public key that signs bulletins, as 64 hex digits.
    pub key: String,
}

/// What proves a card that was shown: with its index and the salt, it opens the leaf of that index. The leaves are in
/// the proof file of the shoe in play, and their root is in the bulletin `sealed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardProof {
    /// How many cards were out before it, burned ones included.
    pub index: u16,
    /// The salt of its leaf, as 32 hex digits.
    pub salt: String,
}

/// A wager as it stood when betting closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StandingWager {
    /// The id of the spot.
    pub spot: String,
    /// The stake, in minor units.
    pub stake: u64,
    /// How much of the stake is bonus money, in minor units.
    pub bonus: u64,
}

/// A text that the house signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SignedText {
    /// The text, each line with its end.
    pub text: String,
    /// The public key that signed it, as 64 hex digits.
    pub key: String,
    /// The Ed25519 signature over its bytes, as 128 hex digits.
    pub signature: String,
}

/// Bulletins of a table, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Bulletins {
    /// The bulletins. Each text has its number.
    pub bulletins: Vec<SignedText>,
    /// The number to go on from, to send as `from`; none when there are no more yet.
    pub next_from: Option<u64>,
}
