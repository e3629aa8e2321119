//! Reads a paytable written out in a document: which facts push, and which pay at what odds.

use core::ops::Range;

use money::Odds;
use toml::Spanned;
use toml::de::DeValue;

use super::toml_table::{Section, integer};
use crate::paytable::{Facts, Pays, Paytable};

/// Reads `push` and `pays` of one spot.
pub(super) fn read_paytable(section: &Section<'_, '_>) -> Option<Paytable> {
    let push = section.optional("push", "a list of facts that return the stake", DeValue::as_array);
    let pays = section.required("pays", "a list of { when, odds }", DeValue::as_array);
    let push: Vec<Option<Facts>> = push
        .into_iter()
        .flat_map(|lines| lines.iter())
        .map(|line| facts(section, "push", &line.span(), line.get_ref().as_str()))
        .collect();
    let pays: Vec<Option<Pays>> = pays?.iter().map(|line| read_pays(section, line)).collect();
    if pays.is_empty() {
        section.report_at("pays", "is empty: a spot must be able to pay");
    }
    Some(Paytable {
        push: push.into_iter().collect::<Option<_>>()?,
        pays: pays.into_iter().collect::<Option<_>>()?,
    })
}

fn read_pays(section: &Section<'_, '_>, line: &Spanned<DeValue<'_>>) -> Option<Pays> {
    let report = |message: String| section.report_within("pays", &line.span(), message);
    let Some(table) = line.get_ref().as_table() else {
        report("expected lines such as { when = \"banker_wins\", odds = \"0.95\" }".to_owned());
        return None;
    };
    for (key, _) in table {
        if !["when", "odds"].contains(&key.get_ref().as_ref()) {
            section
                .report_at("pays", format!("unknown field {:?}; here may stand when, odds", key.get_ref()));
        }
    }
    let text = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str());
    let when = facts(section, "pays", &line.span(), text("when"));
    let whole = table.get("odds").and_then(|value| integer(value.get_ref())).map(|n| n.to_string());
    let odds = match text("odds").or(whole.as_deref()).map(str::parse::<Odds>) {
        Some(Ok(odds)) => Some(odds),
        Some(Err(error)) => {
            report(format!("odds: {error}"));
            None
        }
        None => {
            report("each line needs odds, as text: \"0.95\"".to_owned());
            None
        }
    };
    Some(Pays { when: when?, odds: odds? })
}

fn facts(section: &Section<'_, '_>, key: &str, at: &Range<usize>, text: Option<&str>) -> Option<Facts> {
    let Some(text) = text else {
        let message = "facts are written as text, such as \"banker_wins banker_total_6\"";
        section.report_within(key, at, message);
        return None;
    };
    match text.parse() {
        Ok(facts) => Some(facts),
        Err(error) => {
            section.report_within(key, at, format!("{error}; the facts are {}", Facts::names().join(", ")));
            None
        }
    }
}
