//! The event of a frame.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::proofs::CardProof;
use crate::road_map::SideId;
use crate::table_view::{CardsView, PhaseView, ResultView, ShoeAfterRound, ShoeView, SqueezeView};

/// A public event at a table, with everything that changed, so that no client computes a rule. Roads are computed from
/// the beads of the shoe: by the crate `roads`, its WebAssembly module, or `GET /api/v1/tables/{id}/roads`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PublicEvent {
    /// A new shoe was opened. It has no rounds yet, so the list of beads is empty.
    ShoeOpened {
        /// The shoe.
        shoe: ShoeView,
    },
    /// Cards were burned.
    CardsBurned {
        /// The card turned over, if the house rules turn one.
        first: Option<String>,
        /// How many followed face down.
        face_down: u8,
        /// The shoe.
        shoe: ShoeView,
        /// What proves the card turned over; left out when there is none, or the shoe has no proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        proof: Option<CardProof>,
    },
    /// A round began and takes wagers.
    BettingOpened {
        /// The phase: betting.
        phase: PhaseView,
        /// The shoe and round.
        shoe: ShoeView,
    },
    /// The round takes no more wagers.
    BettingClosed {
        /// The phase: closed. It says which round of the beacon the cards wait for, if they do.
        phase: PhaseView,
        /// Who turns the cards of the round; left out where all of them fall face up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        squeeze: Option<SqueezeView>,
    },
    /// The value of the beacon is known that draws the cards of the round; only in shoes that draw them after the bets.
    RoundDrawn {
        /// The phase: closed.
        phase: PhaseView,
        /// The value, 96 hex digits.
        value: String,
    },
    /// A card was drawn.
    CardDrawn {
        /// The phase: dealing.
        phase: PhaseView,
        /// The card.
        card: String,
        /// The side that got it.
        side: SideId,
        /// Both hands with this card.
        cards: CardsView,
        /// The shoe.
        shoe: ShoeView,
        /// What proves the card; left out when the shoe has no proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        proof: Option<CardProof>,
    },
    /// A card was drawn face down, at a table where patrons turn cards.
    CardFaceDown {
        /// The phase: dealing.
        phase: PhaseView,
        /// The side that got it.
        side: SideId,
        /// Both hands with it.
        cards: CardsView,
        /// The shoe.
        shoe: ShoeView,
        /// Who turns the cards, and until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        squeeze: Option<SqueezeView>,
    },
    /// Cards that lay face down were shown.
    CardsRevealed {
        /// The phase: dealing, or settled when the round does not count.
        phase: PhaseView,
        /// Where they lie: `P1`, `P2`, `P3`, `B1`, `B2` or `B3`.
        slots: Vec<String>,
        /// Why: the `holder` showed them; the time was over, `clock`; `nobody` turns that side; who did has `left`
        /// their seat; a `finding` of the dealer; the round does not count, `void`.
        by: String,
        /// Both hands with them.
        cards: CardsView,
        /// The shoe.
        shoe: ShoeView,
        /// Who turns the others, and until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        squeeze: Option<SqueezeView>,
        /// What proves each card, in the order of `slots`; empty when the shoe has no proof.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<CardProof>>")]
        proofs: Vec<CardProof>,
    },
    /// The round was settled or voided. The `bead` of a settled round follows on the beads of this shoe; a voided round
    /// has none.
    RoundEnded {
        /// The phase: settled.
        phase: PhaseView,
        /// The result.
        result: ResultView,
        /// The shoe after the round.
        shoe: ShoeAfterRound,
    },
    /// A round of this or of an earlier shoe was corrected.
    RoundCorrected {
        /// The round.
        round: RoundRef,
        /// Which settlement of the round it is; 2 for the first correction.
        revision: u16,
        /// How the round ends now.
        end: ResultView,
        /// Its cards in deal order.
        end_cards: Vec<String>,
        /// The result on the table, which may be that of this round.
        result: Option<ResultView>,
        /// The cards on the table.
        cards: CardsView,
        /// The beads of the open shoe now, in place of those known before. A correction may remove or insert one.
        rounds: Vec<String>,
    },
    /// Something happened that only happens where a dealer draws the cards: a finding, a burned card, a card that is
    /// put right, a hand without wagers. The table after it is whole.
    Live {
        /// What, such as `finding_raised`.
        what: String,
        /// The phase.
        phase: PhaseView,
        /// The cards on the table.
        cards: CardsView,
        /// The result on the table; none while a round is under way, and before the first one.
        result: Option<ResultView>,
        /// The shoe.
        shoe: ShoeView,
    },
}
