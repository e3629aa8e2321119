//! House rules as the program holds them: what a document says, field by field. Reads no text.

use money::{Amount, Odds, Rounding};
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::decimal::MajorUnits;
use crate::paytable::Paytable;
use crate::shoe::{Burn, Shoe, ShoeEnd};
use crate::spot::Spot;

/// How one table is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRules {
    /// The id, such as `live-commission`.
    pub id: String,
    /// The name people read.
    pub title: String,
    /// Counts up whenever the document changes.
    pub version: u32,
    /// The vendor document it implements, if any.
    pub document: Option<String>,
    /// How many decks the shoe is made of, 1 to 32.
    pub decks: u8,
    /// What is burned after a new shoe.
    pub burn: Burn,
    /// When a shoe has had its last round.
    pub shoe_end: ShoeEnd,
    /// Whether one patron may wager on Player and Banker in one round.
    pub opposing_sides: bool,
    /// What becomes of the wagers of a patron who leaves while betting is open.
    pub leaving: Leaving,
    /// What happens to a round that a stop of the server interrupted.
    pub interrupted_round: InterruptedRound,
    /// Whether a patron's balance must reach the room's ante to enter.
    pub entry_ante: bool,
    /// The rule against staking bonus money on near-certainties.
    pub bonus_money: Option<BonusMoneyRule>,
    /// How a profit that is not a whole minor unit is rounded.
    pub rounding: Rounding,
    /// How odds are shown to patrons.
    pub odds_shown: OddsShown,
    /// How the road maps move when they are full.
    pub road_window: RoadWindow,
    /// The spots of the layout, in layout order.
    pub spots: Vec<SpotRules>,
    /// Every fact that the document states, such as `decks.count` or `spots.tie.pays`.
    pub facts: Vec<String>,
    /// The sources as written: a table of the document or one of its facts, and where that is from.
    pub sources: Vec<(String, String)>,
    /// The document these rules were read from, byte for byte, comments and all.
    pub text: String,
}

/// What these house rules say of one spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotRules {
    /// The spot.
    pub spot: Spot,
    /// What it pays.
    pub paytable: Paytable,
    /// The first round of a shoe in which it is refused.
    pub closed_from_round: Option<u16>,
    /// The least total stake, where the document gives one. One minor unit otherwise.
    pub minimum: Option<MajorUnits>,
    /// The largest total stake of a patron, where the document gives one. The table's own otherwise.
    pub maximum: Option<MajorUnits>,
}

/// What becomes of the wagers of a patron who leaves in the betting phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Leaving {
    /// They stand.
    WagersStand,
    /// They are released.
    WagersReleased,
}

/// What happens to a round that was under way when the server stopped. Vendor documents are silent; the default is the
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum InterruptedRound {
    /// It is finished from the recorded cards and the rest of their shoe, or voided where that is impossible.
    Finish,
    /// It is voided and all stakes go back.
    Void,
}

/// Odds as patrons read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum OddsShown {
    /// Profit to one: 0.95.
    ToOne,
    /// With the stake: 1.95.
    WithStake,
}

impl OddsShown {
    /// Odds as patrons read them: `0.95`, or `x1.95`.
    pub fn text(self, odds: Odds) -> String {
        match self {
            Self::ToOne => odds.to_string(),
            Self::WithStake => format!("x{}", odds.with_stake()),
        }
    }
}

/// What a road map does when its grid is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum RoadWindow {
    /// Scrolls by whole columns.
    Scroll,
    /// Clears and starts again (document 002).
    Clear,
}

/// The bonus-money rule of document 004. A round breaches it when more than `stake_share` of the stake is bonus money
/// and the chance to win anything exceeds `win_chance`. Both are fractions, numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusMoneyRule {
    /// The share of bonus money above which the rule looks at a round: 1/2.
    pub stake_share: (u32, u32),
    /// The chance of being paid more than the stake above which the round breaches: 9/10.
    pub win_chance: (u32, u32),
}

/// The least and largest total stake of one patron on one spot in one round, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The least.
    pub minimum: Amount,
    /// The largest; none when nothing limits it.
    pub maximum: Option<Amount>,
}

impl Limit {
    /// What both allow.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let maximum = match (self.maximum, other.maximum) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { minimum: self.minimum.max(other.minimum), maximum }
    }
}

impl HouseRules {
    /// The ids of the built-in documents.
    pub const BUILTIN: [&'static str; 6] =
        ["live-commission", "live-no-commission", "live-pairs", "gold-card", "sixty-round", "three-bet"];

    /// The most that all spots of a layout together may pay, in stakes, stakes included. Keeps every payout within an
    /// amount: see [`money::Stake::MAX`].
    pub const MAX_LAYOUT_PAYOUT: u64 = 900;

    /// What these rules say of a spot, if it is on their layout.
    pub fn spot(&self, spot: Spot) -> Option<&SpotRules> {
        self.spots.iter().find(|rules| rules.spot == spot)
    }

    /// A full shoe under these rules.
    pub const fn new_shoe(&self) -> Shoe {
        Shoe::new(self.decks, self.shoe_end)
    }

    /// The source of facts that follow the trade where the vendor document is silent.
    pub const TRADE_PRACTICE: &'static str = "trade practice";

    /// The source of facts that this project decided.
    pub const PUNTO: &'static str = "Punto";

    /// Where a fact or a table is from, such as `conduct.wrong_result` or `shoe_end`.
    ///
    /// A fact's own source stands before that of its table, and both before the vendor document. A fact that the
    /// document leaves out is [`HouseRules::PUNTO`]'s. None if the document names no source.
    pub fn source(&self, fact: &str) -> Option<&str> {
        if !self.states(fact) {
            return Some(Self::PUNTO);
        }
        let written = |name: &str| self.sources.iter().find(|(known, _)| known == name);
        let own = written(fact).or_else(|| fact.rsplit_once('.').and_then(|(table, _)| written(table)));
        own.map(|(_, source)| source.as_str()).or(self.document.as_deref())
    }

    /// Whether the document has this fact, or a table of this name.
    pub fn states(&self, fact: &str) -> bool {
        let within = |known: &str| known.strip_prefix(fact).is_some_and(|rest| rest.starts_with('.'));
        self.facts.iter().any(|known| known == fact || within(known))
    }
}

impl SpotRules {
    /// Whether wagers are refused in this round of a shoe.
    pub fn is_closed(&self, round_no: u16) -> bool {
        self.closed_from_round.is_some_and(|from| round_no >= from)
    }

    /// What the longest odds of this spot pay, in stakes, the stake included and a fraction counted as a whole.
    pub fn longest_payout(&self) -> u64 {
        let whole = |odds: Odds| odds.numerator().div_ceil(odds.denominator());
        self.paytable.odds().map(whole).max().unwrap_or_default().saturating_add(1)
    }

    /// What the document allows on this spot, in minor units of a currency with that many decimals.
    pub fn limit(&self, decimals: u8) -> Limit {
        let one = Amount::new(1).unwrap_or(Amount::ZERO);
        Limit {
            minimum: self.minimum.map_or(one, |units| units.minor_at_least(decimals).max(one)),
            maximum: self.maximum.map(|units| units.minor_at_most(decimals)),
        }
    }
}
