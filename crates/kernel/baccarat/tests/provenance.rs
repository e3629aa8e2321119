//! Every fact of the built-in house rules against a list of where the vendor documents say it.
//!
//! `provenance/NAME.txt` was made from the unedited documents: a line for each fact with its value, and then its place
//! in the vendor document, or another source in parentheses.

use punto_baccarat::HouseRules;
use toml::de::{DeTable, DeValue};

const LISTS: [(&str, &str); 6] = [
    ("live-commission", include_str!("provenance/live-commission.txt")),
    ("live-no-commission", include_str!("provenance/live-no-commission.txt")),
    ("live-pairs", include_str!("provenance/live-pairs.txt")),
    ("gold-card", include_str!("provenance/gold-card.txt")),
    ("sixty-round", include_str!("provenance/sixty-round.txt")),
    ("three-bet", include_str!("provenance/three-bet.txt")),
];

/// Adds the facts of a table and of the tables within it: path and value, without the crate's own reader.
fn add_facts(table: &DeTable<'_>, path: &str, facts: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let key =
            if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
        match value.get_ref().as_table() {
            _ if key.ends_with(".source") => {}
            Some(inner) => add_facts(inner, &key, facts),
            None if path.is_empty() => {}
            None => facts.push((key, in_words(value.get_ref()))),
        }
    }
}

fn in_words(value: &DeValue<'_>) -> String {
    let field =
        |line: &DeTable<'_>, key: &str| line.get(key).map_or_else(String::new, |v| in_words(v.get_ref()));
    match value {
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Array(items) => {
            items.iter().map(|item| in_words(item.get_ref())).collect::<Vec<_>>().join(", ")
        }
        DeValue::Table(line) => format!("{}={}", field(line, "when"), field(line, "odds")),
        other => other.as_str().expect("facts are numbers, texts and lists").to_owned(),
    }
}

#[test]
fn every_fact_is_in_the_vendor_document_or_carries_its_source() {
    for (id, list) in LISTS {
        let document = DeTable::parse(HouseRules::builtin_text(id).expect(id)).expect(id);
        let rules = HouseRules::builtin(id).expect(id);
        let mut facts = Vec::new();
        add_facts(document.get_ref(), "", &mut facts);
        let mut listed = list.lines().filter(|line| !line.starts_with('#'));
        for (fact, value) in &facts {
            let line = listed.next().unwrap_or_default();
            let parts: Vec<&str> = line.split(" | ").collect();
            let [name, expected, place] = parts[..] else { panic!("{id}: {fact} is not listed: {line:?}") };
            assert_eq!((name, expected), (fact.as_str(), value.as_str()), "{id}");
            let vendor = rules.document.as_deref();
            let source = place.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).or(vendor);
            assert_eq!(rules.source(fact), source, "{id}: {fact}");
            assert!(!place.is_empty(), "{id}: {fact} has no place in the document");
        }
        assert_eq!(listed.next(), None, "{id}: the list has facts that the document lacks");
        let read: Vec<&str> = rules.facts.iter().map(String::as_str).collect();
        let mut written: Vec<&str> = facts.iter().map(|(fact, _)| fact.as_str()).collect();
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        written.sort_unstable();
        assert_eq!(sorted(read), written, "{id}: the reader knows every fact");
    }
}

#[test]
fn sources_are_few_and_known() {
    for (id, _) in LISTS {
        for (fact, source) in &HouseRules::builtin(id).expect(id).sources {
            let known = [HouseRules::TRADE_PRACTICE, HouseRules::PUNTO];
            assert!(known.contains(&source.as_str()), "{id}: {fact}: {source}");
        }
    }
}

#[test]
fn a_fact_has_its_own_source_or_that_of_its_table_or_the_document() {
    let rules = HouseRules::builtin("gold-card").expect("built in");
    for (fact, source) in [
        ("odds.rounding", "Punto"),
        ("odds.shown", "002"),
        ("odds", "002"),
        ("spots.lucky_6.pays", "trade practice"),
        ("spots.lucky_6", "trade practice"),
        ("spots.banker.push", "002"),
        ("conduct.unreadable_card", "trade practice"),
        ("conduct.leaving_later", "002"),
        ("bonus_money.stake_share", "Punto"),
    ] {
        assert_eq!(rules.source(fact), Some(source), "{fact}");
    }
}

#[test]
fn a_source_must_be_text_and_name_a_fact_of_its_table() {
    let text = HouseRules::builtin_text("gold-card").expect("built in");
    let line = "source = { rounding = \"Punto\" }";
    for (written, expected) in [
        ("source = 7", "odds.source: expected where the facts are from"),
        ("source = { rounding = 7 }", "odds.source: expected the source of rounding as text"),
        ("source = { window = \"Punto\" }", "odds.source: window is no fact of this table"),
        ("source = { source = \"Punto\" }", "odds.source: source is no fact of this table"),
    ] {
        let errors = text.replace(line, written).parse::<HouseRules>().expect_err(written).to_string();
        assert!(errors.contains(expected), "{written}: {errors}");
    }
    let unmarked: HouseRules = text.replace(line, "").parse().expect("sound");
    assert_eq!(unmarked.source("odds.rounding"), Some("002"), "an unmarked fact is the vendor document's");
}
