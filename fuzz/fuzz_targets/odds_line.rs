//! Law: every line is answered by one line of JSON, and what is answered adds up: the counts of each spot are those of
//! all draws, the draws are those of the cards that are left, the edge follows from the counts, an error has a code.
#![no_main]

mod answer;

use std::sync::LazyLock;

use baccarat::HouseRules;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Rules that ask for every kind of law.
static RULES: LazyLock<HouseRules> =
    LazyLock::new(|| HouseRules::builtin("gold-card").expect("built in").clone());

fuzz_target!(|text: &str| {
    let Some(line) = answer::line_of(text) else { return };
    let (reply, good) = punto_cli::odds_line(&RULES, line);
    let Some(answer) = answer::read(&reply) else { return };
    match answer.get("error") {
        Some(no) => assert!(!good && no["code"].is_string() && no["message"].is_string(), "{answer}"),
        None => {
            assert!(good);
            check(&answer);
        }
    }
});

fn check(answer: &Value) {
    let draws = number(&answer["draws"]);
    let cards = u128::from(answer["cards"].as_u64().expect("a count"));
    let to_come = (1..=6)
        .find(|to_come| (0..*to_come).map(|taken| cards.saturating_sub(taken)).product::<u128>() == draws);
    assert!(to_come.is_some(), "{answer}");
    let spots = answer["spots"].as_object().expect("spots");
    assert_eq!(spots.len(), RULES.spots.len());
    for spot in spots.values() {
        let (push, lose) = (number(&spot["push"]), number(&spot["lose"]));
        let wins: Vec<(f64, u128)> = spot["win"]
            .as_array()
            .expect("wins")
            .iter()
            .map(|win| (decimal(&win["odds"]), number(&win["count"])))
            .collect();
        assert_eq!(wins.iter().map(|(_, count)| count).sum::<u128>() + push + lose, draws, "{answer}");
        let won: f64 = wins.iter().map(|(odds, count)| odds * *count as f64).sum();
        let edge = (lose as f64 - won) / draws as f64;
        assert!((decimal(&spot["house_edge"]) - edge).abs() < 1e-9, "{answer}");
    }
}

fn number(text: &Value) -> u128 {
    text.as_str().and_then(|text| text.parse().ok()).expect("a decimal string")
}

fn decimal(text: &Value) -> f64 {
    text.as_str().and_then(|text| text.parse().ok()).expect("a decimal")
}
