//! What a test shoe does: its rules, what comes from outside, how far it goes.

use std::collections::BTreeMap;

use fair::bulletin::{Abandonment, Algorithm};

/// How far a shoe goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Committed, and never opened.
    Committed,
    /// Opened, and the next one committed.
    Opened,
    /// The pledges are fixed.
    Pledged,
    /// The nonces are fixed.
    Revealed,
    /// The order is fixed.
    Sealed,
    /// Cards are burned, if the rules burn any.
    Burned,
    /// So many rounds ended.
    Rounds(u16),
    /// So many rounds ended, the next one is closed, and so many of its cards were shown, at most three. Where cards
    /// are drawn, a round of which none was shown was not drawn.
    Dealing(u16, u8),
    /// All rounds of the shoe.
    AllRounds,
}

/// What a test shoe does.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The id of built-in house rules.
    pub rules: &'static str,
    /// How the cards of a round are found.
    pub algorithm: Algorithm,
    /// Whether the shoe uses the test beacon. It must be what the shoe was committed with, and true where cards are
    /// drawn.
    pub beacon: bool,
    /// How many nonces are pledged.
    pub pledged: u8,
    /// How many of them are not revealed.
    pub missing: u8,
    /// How far it goes.
    pub stage: Stage,
    /// Whether it is finished then: as played, or abandoned for this reason; none while it is in play.
    pub finish: Option<Option<Abandonment>>,
    /// Rounds that are void, and after how many cards, at most three; none before betting closes. Where cards are
    /// drawn, a round that is void after no card was not drawn.
    pub voids: BTreeMap<u16, Option<u8>>,
    /// Rounds that are corrected to void once they have ended, and then back.
    pub corrected: Vec<u16>,
    /// The round after which the house changes its key.
    pub rekeyed_after: Option<u16>,
}

impl Default for Plan {
    /// A commission shoe with the beacon and three nonces, played to its end.
    fn default() -> Self {
        Self {
            rules: "live-commission",
            algorithm: Algorithm::Proof1,
            beacon: true,
            pledged: 3,
            missing: 1,
            stage: Stage::AllRounds,
            finish: Some(None),
            voids: BTreeMap::new(),
            corrected: Vec::new(),
            rekeyed_after: None,
        }
    }
}

impl Plan {
    /// The same plan with cards that are drawn after betting has closed.
    #[must_use]
    pub fn drawn(self) -> Self {
        Self { algorithm: Algorithm::Proof2, beacon: true, ..self }
    }

    /// The default plan up to this stage, and in play.
    pub fn in_play(stage: Stage) -> Self {
        Self { stage, finish: None, ..Self::default() }
    }

    /// The default plan up to this stage, then abandoned.
    pub fn abandoned(stage: Stage, why: Abandonment) -> Self {
        Self { stage, finish: Some(Some(why)), ..Self::default() }
    }
}
