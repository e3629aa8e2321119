//! Answers rounds, one per line, with the settlement of their wagers or the reason for a refusal.
//!
//! The fast path copies no text and allocates only lists of a few cards and wagers: more than half a million lines per
//! second.

use std::borrow::Cow;
use std::fmt;

use arrayvec::ArrayVec;
use baccarat::{
    Card, Coup, CoupRecord, HouseRules, IllegalCoup, Limit, RawWager, SettledWager, Settlement, Side,
    SlipRefusal, Spot, Wagers, settle,
};
use money::{Amount, AmountError, Stake};
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::line::Unreadable;
use crate::reply::{Object, object, read, write_bad_line, write_json};

/// The decimals of the currency that limits are computed in.
pub const DECIMALS: u8 = 2;

#[derive(Deserialize)]
struct RequestLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(deserialize_with = "round_no")]
    round_no: u16,
    #[serde(borrow)]
    cards: Vec<&'a RawValue>,
    #[serde(borrow)]
    wagers: Vec<Object<LineWager<'a>>>,
}

#[derive(Deserialize)]
struct LineWager<'a> {
    #[serde(borrow)]
    spot: Cow<'a, str>,
    #[serde(borrow)]
    stake: &'a RawValue,
}

/// House rules with the limits of their spots computed once.
#[derive(Debug)]
pub struct Settler {
    rules: HouseRules,
    limits: [Limit; Spot::COUNT],
}

impl Settler {
    /// Settles under these rules, in a currency of two decimals.
    pub fn new(rules: HouseRules) -> Self {
        let unlimited = Limit { minimum: Amount::ZERO, maximum: None };
        let mut limits = [unlimited; Spot::COUNT];
        for spot in &rules.spots {
            limits[spot.spot.index()] = spot.limit(DECIMALS);
        }
        Self { rules, limits }
    }

    /// Answers one line; true if it could be read.
    pub fn answer(&self, line: Result<&str, Unreadable>, reply: &mut Vec<u8>) -> bool {
        let line: RequestLine<'_> = match read(line) {
            Ok(line) => line,
            Err(bad) => {
                write_bad_line(reply, &bad);
                return false;
            }
        };
        match self.judge(&line) {
            Ok((coup, wagers)) => {
                write_settlement(reply, line.id, coup, &settle(&coup, &wagers, &self.rules));
            }
            Err(refusal) => write_json(reply, &object! { id: line.id, refusal }),
        }
        true
    }

    fn judge(&self, line: &RequestLine<'_>) -> Result<(Coup, Wagers), Refusal> {
        let texts = line.cards.iter().map(|card| plain_text(card));
        let coup = CoupRecord::read(texts, self.rules.decks)?;
        let slip = line.wagers.iter().map(|Object(w)| RawWager { spot: &w.spot, stake: stake(w.stake) });
        let limit = |spot: Spot| self.limits[spot.index()];
        Ok((coup, self.rules.judge(line.round_no, slip, &Wagers::new(), limit)?))
    }
}

/// The number of a round, from 1.
fn round_no<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    struct FromOne;
    impl Visitor<'_> for FromOne {
        type Value = u16;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "round_no to be a whole number from 1 to {}", u16::MAX)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<u16, E> {
            let round_no = u16::try_from(number).ok().filter(|&round_no| round_no > 0);
            round_no.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
    deserializer.deserialize_u16(FromOne)
}

/// The text of a JSON string; any other value as it is written, which no card matches.
fn plain_text(raw: &RawValue) -> Cow<'_, str> {
    let text = raw.get();
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(plain) if !plain.contains('\\') => plain.into(),
        Some(escaped) => serde_json::from_str(text).map_or(escaped.into(), Cow::Owned),
        None => text.into(),
    }
}

/// The stake, if this is a positive integer.
fn stake(raw: &RawValue) -> Result<Stake, AmountError> {
    let digits = raw.get();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(AmountError::Negative);
    }
    digits.parse().map_err(|_| AmountError::TooLarge).and_then(Stake::new)
}

fn write_settlement(reply: &mut Vec<u8>, id: Option<&RawValue>, coup: Coup, settlement: &Settlement) {
    let wager = |settled: &SettledWager| {
        object! {
            spot: settled.wager.spot.id(),
            stake: settled.wager.stake.minor(),
            resolution: settled.resolution.id(),
            payout: settled.payout.minor(),
        }
    };
    let answer = object! {
        id,
        outcome: coup.outcome().id(),
        player: hand(coup, Side::Player),
        banker: hand(coup, Side::Banker),
        wagers: settlement.wagers.iter().map(wager).collect::<ArrayVec<_, { Spot::COUNT }>>(),
        staked: settlement.staked.minor(),
        paid: settlement.paid.minor(),
        effective_turnover: settlement.effective_turnover.minor(),
    };
    write_json(reply, &answer);
}

/// A hand as JSON.
pub fn hand(coup: Coup, side: Side) -> impl Serialize {
    let hand = coup.hand(side);
    object! { cards: hand.cards().map(Card::text).collect::<ArrayVec<_, 3>>(), total: hand.total().get() }
}

/// A refusal as JSON: its code, its message and its facts.
#[derive(Serialize)]
struct Refusal {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    spot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
}

impl From<IllegalCoup> for Refusal {
    fn from(error: IllegalCoup) -> Self {
        Self {
            code: "illegal_coup",
            message: error.to_string(),
            spot: None,
            limit: None,
            reasons: error.reasons.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<SlipRefusal> for Refusal {
    fn from(refusal: SlipRefusal) -> Self {
        let spot = match &refusal {
            SlipRefusal::UnknownSpot { spot, .. } => Some(spot.clone()),
            _ => refusal.spot().map(|spot| spot.id().to_owned()),
        };
        let limit = match &refusal {
            SlipRefusal::BelowMinimum { minimum: bound, .. }
            | SlipRefusal::AboveMaximum { maximum: bound, .. } => Some(bound.minor()),
            SlipRefusal::SpotClosed { from_round, .. } => Some(u64::from(*from_round)),
            _ => None,
        };
        Self { code: refusal.code(), message: refusal.to_string(), spot, limit, reasons: Vec::new() }
    }
}
