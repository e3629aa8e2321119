//! Every line of `corpora/settlements.jsonl`: the rows and examples of the vendor documents, settled.

use money::{AmountError, Stake};
use punto_baccarat::{Coup, CoupRecord, HouseRules, RawWager, Settlement, Side, Wagers, settle};
use serde_json::{Value, json};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpora/settlements.jsonl");

#[test]
fn the_corpus_settles_as_expected() {
    let text = std::fs::read_to_string(CORPUS).unwrap();
    let mut documents = std::collections::BTreeSet::new();
    for (line_no, line) in (1..).zip(text.lines()) {
        let case: Value = serde_json::from_str(line).unwrap();
        let expected = &case["expect"];
        let got = answer(&case);
        let same = match expected.get("refusal") {
            Some(refusal) => refusal["code"] == got["refusal"],
            None => *expected == got,
        };
        assert!(same, "line {line_no} ({}): expected {expected}, got {got}", case["what"]);
        documents.insert(case["document"].as_str().unwrap().to_owned());
    }
    assert_eq!(documents.into_iter().collect::<Vec<_>>(), ["000", "001", "002", "003", "004"]);
}

fn answer(case: &Value) -> Value {
    let rules = case["rules"].as_str().and_then(HouseRules::builtin).expect("built-in rules");
    let line = &case["line"];
    let cards = line["cards"].as_array().expect("cards").iter().filter_map(Value::as_str);
    let Ok(coup) = CoupRecord::read(cards, rules.decks) else {
        return json!({"refusal": "illegal_coup"});
    };
    let slip = line["wagers"].as_array().expect("wagers").iter().map(|wager| RawWager {
        spot: wager["spot"].as_str().expect("a spot"),
        stake: wager["stake"].as_u64().ok_or(AmountError::Negative).and_then(Stake::new),
    });
    let round_no = line["round_no"].as_u64().and_then(|n| u16::try_from(n).ok()).expect("a round");
    let limit = |spot| rules.spot(spot).expect("a spot of the rules").limit(2);
    match rules.judge(round_no, slip, &Wagers::new(), limit) {
        Ok(wagers) => settled(coup, &settle(&coup, &wagers, rules)),
        Err(refusal) => json!({"refusal": refusal.code()}),
    }
}

fn settled(coup: Coup, settlement: &Settlement) -> Value {
    let hand = |side| {
        let hand = coup.hand(side);
        let cards: Vec<_> = hand.cards().map(|card| card.to_string()).collect();
        json!({"cards": cards, "total": hand.total().get()})
    };
    let wagers: Vec<_> = settlement
        .wagers
        .iter()
        .map(|s| {
            json!({"spot": s.wager.spot.id(), "stake": s.wager.stake.minor(),
                   "resolution": s.resolution.id(), "payout": s.payout.minor()})
        })
        .collect();
    json!({
        "outcome": coup.outcome().id(),
        "player": hand(Side::Player),
        "banker": hand(Side::Banker),
        "wagers": wagers,
        "staked": settlement.staked.minor(),
        "paid": settlement.paid.minor(),
        "effective_turnover": settlement.effective_turnover.minor(),
    })
}
