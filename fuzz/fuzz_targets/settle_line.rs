//! Law: every line is answered by one line of JSON, and what is answered adds up: a settlement's sums are those
//! of its wagers, no wager is paid below zero or above its longest odds, a refusal and an error have a code.
#![no_main]

mod answer;

use baccarat::HouseRules;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    let Some(line) = answer::line_of(text) else { return };
    for id in ["live-no-commission", "gold-card", "sixty-round"] {
        let rules = HouseRules::builtin(id).expect("built in");
        let (reply, good) = punto_cli::settle_line(rules, line);
        let Some(answer) = answer::read(&reply) else { return };
        assert_eq!(good, answer.get("error").is_none());
        match answer.get("refusal").or(answer.get("error")) {
            Some(no) => assert!(no["code"].is_string() && no["message"].is_string(), "{answer}"),
            None => check(&answer),
        }
    }
});

fn check(answer: &Value) {
    let number = |value: &Value| value.as_u64().expect("a whole number");
    let wagers = answer["wagers"].as_array().expect("wagers");
    let sum = |field: &str| wagers.iter().map(|wager| number(&wager[field])).sum::<u64>();
    assert_eq!(number(&answer["staked"]), sum("stake"));
    assert_eq!(number(&answer["paid"]), sum("payout"));
    for wager in wagers {
        let (stake, payout) = (number(&wager["stake"]), number(&wager["payout"]));
        match wager["resolution"].as_str().expect("a resolution") {
            "win" => assert!(payout >= stake && payout <= stake * 21),
            "push" => assert_eq!(payout, stake),
            other => assert_eq!((other, payout), ("lose", 0)),
        }
    }
}
