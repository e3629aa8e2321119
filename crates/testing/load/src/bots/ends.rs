//! How the rounds of a table ended for everybody: their cards, and what these pay by the odds of their shoe.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::book::{Outcome, Round};
use super::settlement::{Hands, Odds, Verdicts};

/// How many rounds of a table are remembered.
const ROUNDS: usize = 64;
/// How many shoes of a table are remembered.
const SHOES: usize = 8;

/// The ends of a table's rounds.
#[derive(Debug, Default)]
pub struct Ends {
    /// The odds of each shoe.
    odds: BTreeMap<u32, Odds>,
    /// The cards of each round so far.
    dealt: BTreeMap<Round, Hands>,
    ended: BTreeMap<Round, End>,
}

/// The end of a round.
#[derive(Debug)]
struct End {
    /// The number of its frame; none when only a snapshot showed it.
    seq: Option<u64>,
    /// What the server says of it: `ResultView` of the protocol.
    result: Value,
    /// What follows from its cards, once they and the odds are known.
    outcome: Option<Outcome>,
}

impl Ends {
    /// Whether the odds of a shoe are known.
    pub fn knows(&self, shoe_no: u32) -> bool {
        self.odds.contains_key(&shoe_no)
    }

    /// Whether a round has ended.
    pub fn has(&self, round: Round) -> bool {
        self.ended.contains_key(&round)
    }

    /// How a round ended, once that is known.
    pub fn outcome(&self, round: Round) -> Option<&Outcome> {
        self.ended.get(&round)?.outcome.as_ref()
    }

    /// The number of the frame that ended a round, once it was seen.
    pub fn seq(&self, round: Round) -> Option<u64> {
        self.ended.get(&round)?.seq
    }

    /// These are the house rules of a shoe.
    ///
    /// # Errors
    /// When they are not what the protocol says, or a round that has ended does not follow from them.
    pub fn rules(&mut self, shoe_no: u32, rules: &Value) -> Result<(), String> {
        let odds = serde_json::from_value(rules.clone()).map_err(|error| format!("{error} in {rules}"))?;
        self.odds.insert(shoe_no, odds);
        if self.odds.len() > SHOES {
            self.odds.pop_first();
        }
        let open = self.ended.iter().filter(|(round, end)| round.shoe_no == shoe_no && end.outcome.is_none());
        let open: Vec<_> = open.map(|(round, _)| *round).collect();
        open.into_iter().try_for_each(|round| self.settle(round))
    }

    /// These cards lie on the table: `CardsView` of the protocol.
    pub fn cards(&mut self, round: Round, cards: &Value) {
        let hand = |side: &str| -> Vec<String> {
            let cards = cards[side]["cards"].as_array().into_iter().flatten();
            cards.filter_map(|card| card.as_str().map(str::to_owned)).collect()
        };
        let hands = Hands { player: hand("player"), banker: hand("banker") };
        let known = self.dealt.entry(round).or_default();
        // Somebody who lags shows fewer of them.
        if hands.count() > known.count() {
            *known = hands;
        }
        if self.dealt.len() > ROUNDS {
            self.dealt.pop_first();
        }
    }

    /// A round ended with that result, in the frame of that number.
    ///
    /// # Errors
    /// When it does not follow from the cards and the odds.
    pub fn ended(&mut self, round: Round, seq: Option<u64>, result: &Value) -> Result<(), String> {
        let end =
            self.ended.entry(round).or_insert_with(|| End { seq, result: result.clone(), outcome: None });
        end.seq = end.seq.or(seq);
        if self.ended.len() > ROUNDS {
            self.ended.pop_first();
        }
        self.settle(round)
    }

    /// The server has these cards of a round on record, in deal order; none of a round that was voided.
    ///
    /// # Errors
    /// When everybody saw other cards, or the result does not follow from these.
    pub fn recorded(&mut self, round: Round, cards: Option<&[String]>) -> Result<(), String> {
        let Some(cards) = cards else {
            let voided = serde_json::json!({ "name": "voided" });
            return self.ended(round, None, &voided);
        };
        let hands = Hands::dealt(cards).ok_or_else(|| format!("{round:?} has {cards:?} on record"))?;
        if let Some(seen) =
            self.dealt.get(&round).filter(|seen| self.ended.contains_key(&round) && **seen != hands)
        {
            return Err(format!("{round:?} has {cards:?} on record; everybody saw {seen:?}"));
        }
        self.dealt.insert(round, hands);
        self.ended(round, None, &Value::Null)
    }

    /// Finds what a round paid, if its cards and its odds are known.
    fn settle(&mut self, round: Round) -> Result<(), String> {
        let Some(end) = self.ended.get_mut(&round).filter(|end| end.outcome.is_none()) else { return Ok(()) };
        if end.result["name"] == "voided" {
            end.outcome = Some(Outcome::Voided);
            return Ok(());
        }
        let (Some(odds), Some(hands)) = (self.odds.get(&round.shoe_no), self.dealt.get(&round)) else {
            return Ok(());
        };
        let verdicts = odds.judge(hands)?;
        let differs = differs(&end.result, hands, &verdicts);
        end.outcome = Some(Outcome::Settled(verdicts));
        differs.map_or(Ok(()), |what| Err(format!("{round:?} ended with {hands:?}: {what}")))
    }
}

/// What of a public result does not follow from the cards and the odds, if anything. A record has no such result.
fn differs(result: &Value, hands: &Hands, verdicts: &Verdicts) -> Option<String> {
    if result.is_null() {
        return None;
    }
    let (player, banker) = hands.totals();
    let outcome = match player.cmp(&banker) {
        std::cmp::Ordering::Greater => "player",
        std::cmp::Ordering::Less => "banker",
        std::cmp::Ordering::Equal => "tie",
    };
    let winners = result["winning_spots"].as_array().into_iter().flatten();
    let winners: BTreeSet<&str> = winners.filter_map(Value::as_str).collect();
    let is_so = result["outcome"] == outcome
        && result["player_total"] == player
        && result["banker_total"] == banker
        && winners == verdicts.winners();
    (!is_so).then(|| format!("{result}; its cards and odds say {outcome}, and {:?} win", verdicts.winners()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ROUND: Round = Round { shoe_no: 2, round_no: 5 };

    fn rules() -> Value {
        json!({ "rounding": "down", "spots": [
            { "spot": "banker", "push": [["tie"]], "pays": [{ "when": ["banker_wins"], "odds": [19, 20] }] },
        ] })
    }

    fn banker_won() -> Value {
        json!({ "name": "settled", "outcome": "banker", "player_total": 2, "banker_total": 9, "winning_spots": ["banker"] })
    }

    fn cards() -> Value {
        json!({ "player": { "cards": ["2c", "Kc"], "total": 2 }, "banker": { "cards": ["9d", "Kd"], "total": 9 } })
    }

    const RECORD: [&str; 4] = ["2c", "9d", "Kc", "Kd"];

    fn record(cards: [&str; 4]) -> Vec<String> {
        cards.map(str::to_owned).to_vec()
    }

    /// How much a stake of 100 on Banker is paid, if that is known.
    fn paid(ends: &Ends) -> Option<u64> {
        match ends.outcome(ROUND)? {
            Outcome::Settled(verdicts) => verdicts.settle("banker", 100).map(|(_, payout)| payout),
            Outcome::Voided => Some(100),
        }
    }

    #[test]
    fn a_round_pays_once_its_cards_and_its_odds_are_known() {
        let mut ends = Ends::default();
        ends.cards(ROUND, &cards());
        ends.ended(ROUND, Some(7), &banker_won()).unwrap();
        assert_eq!((paid(&ends), ends.seq(ROUND), ends.knows(2)), (None, Some(7), false));
        ends.rules(2, &rules()).unwrap();
        assert_eq!((paid(&ends), ends.knows(2)), (Some(195), true));

        let mut away = Ends::default();
        away.rules(2, &rules()).unwrap();
        away.ended(ROUND, None, &banker_won()).unwrap();
        assert_eq!(paid(&away), None, "a snapshot without the cards");
        away.recorded(ROUND, Some(&record(RECORD))).unwrap();
        assert_eq!(paid(&away), Some(195));

        let mut voided = Ends::default();
        voided.recorded(ROUND, None).unwrap();
        assert_eq!(paid(&voided), Some(100));
    }

    #[test]
    fn a_result_that_its_cards_do_not_have_is_found() {
        for (field, wrong) in [
            ("outcome", json!("player")),
            ("banker_total", json!(8)),
            ("player_total", json!(3)),
            ("winning_spots", json!([])),
        ] {
            let (mut ends, mut result) = (Ends::default(), banker_won());
            ends.rules(2, &rules()).unwrap();
            ends.cards(ROUND, &cards());
            result[field] = wrong;
            assert!(ends.ended(ROUND, Some(7), &result).is_err(), "{field}");
        }
        let mut ends = Ends::default();
        ends.rules(2, &rules()).unwrap();
        ends.cards(ROUND, &cards());
        ends.ended(ROUND, Some(7), &banker_won()).unwrap();
        ends.recorded(ROUND, Some(&record(RECORD))).unwrap();
        assert!(
            ends.recorded(ROUND, Some(&record(["2c", "8d", "Kc", "Kd"]))).is_err(),
            "the record has others"
        );
        assert!(ends.rules(3, &json!({ "rounding": "down" })).is_err(), "no spots");
    }
}
