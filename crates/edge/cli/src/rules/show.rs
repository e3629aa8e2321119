//! House rules in words for people, 80 columns wide. Says what the document says, and where it is from.

use baccarat::rules::conduct::Matter;
use baccarat::rules::{BonusMoneyRule, OddsShown};
use baccarat::{Facts, HouseRules, Pays, Side, SpotRules};
use money::Odds;

use crate::wrap::wrapped;

/// The whole document.
pub(super) fn in_words(rules: &HouseRules) -> String {
    let document = match &rules.document {
        Some(document) => format!(", after vendor document {document}"),
        None => String::new(),
    };
    let spots: String = rules.spots.iter().map(|spot| spot_in_words(spot, rules.odds_shown)).collect();
    let sections = [
        ("Stakes", paragraph(&stakes(rules))),
        ("Conduct", conduct(rules)),
        ("Bonus money", paragraph(&bonus_money(rules))),
        ("Sources", sources(rules)),
    ];
    let filled = sections.into_iter().filter(|(_, text)| !text.trim().is_empty());
    let sections: Vec<String> = filled.map(|(heading, text)| format!("\n{heading}\n{text}")).collect();
    let sections = sections.concat();
    let HouseRules { title, id, version, .. } = rules;
    format!("{title}\n  {id}, version {version}{document}\n\nSpots\n{spots}{sections}")
}

/// Odds as house rules show them, where there is room: `0.95 to one`, or `x1.95`.
pub(crate) fn odds_in_words(odds: Odds, odds_shown: OddsShown) -> String {
    match odds_shown {
        OddsShown::ToOne => format!("{odds} to one"),
        OddsShown::WithStake => odds_shown.text(odds),
    }
}

const TITLE: usize = 16;
const ODDS: usize = 14;

/// A line for each of the odds that the spot can pay; the last one ends with its other rules.
fn spot_in_words(spot: &SpotRules, odds_shown: OddsShown) -> String {
    let groups: Vec<&[Pays]> = spot.paytable.pays.chunk_by(|a, b| a.odds == b.odds).collect();
    let line = |(idx, group): (usize, &&[Pays])| {
        let whens = any_in_words(group.iter().map(|line| line.when));
        let notes = if idx + 1 == groups.len() { notes(spot) } else { String::new() };
        let odds = group.first().map_or_else(String::new, |line| odds_in_words(line.odds, odds_shown));
        let title = if idx == 0 { spot.spot.title() } else { "" };
        let words = wrapped(&format!("{whens}{notes}"), &" ".repeat(2 + TITLE + ODDS));
        format!("  {title:<TITLE$}{odds:<ODDS$}{}\n", words.trim_start())
    };
    groups.iter().enumerate().map(line).collect()
}

fn notes(spot: &SpotRules) -> String {
    let pushes = any_in_words(spot.paytable.push.iter().copied());
    let push = (!pushes.is_empty()).then(|| format!("; stake back on {pushes}"));
    let closed = spot.closed_from_round.map(|round| format!("; closed from round {round}"));
    push.into_iter().chain(closed).collect()
}

/// "Player pair or Banker pair"; "Player wins, natural; or Player wins, margin 4".
pub(crate) fn any_in_words(whens: impl Iterator<Item = Facts>) -> String {
    let whens: Vec<String> = whens.map(facts_in_words).collect();
    let or = if whens.iter().any(|when| when.contains(',')) { "; or " } else { " or " };
    whens.join(or)
}

/// `banker_wins banker_total_6 five_cards` as "Banker wins, total 6, five cards": a side is named once for what it
/// did, and again after what another did.
fn facts_in_words(facts: Facts) -> String {
    let mut named = None;
    let mut words = |fact: &str| {
        let of_side = Side::ALL.into_iter().find_map(|side| {
            let what = fact.strip_prefix(side.id())?.strip_prefix('_')?;
            Some((side, what.replace('_', " ")))
        });
        let before = std::mem::replace(&mut named, of_side.as_ref().map(|(side, _)| *side));
        match of_side {
            Some((side, what)) if before == Some(side) => what,
            Some((side, what)) => format!("{side} {what}"),
            None => fact.replace('_', " "),
        }
    };
    facts.to_string().split(' ').map(&mut words).collect::<Vec<_>>().join(", ")
}

fn stakes(rules: &HouseRules) -> String {
    let limits = |limit: fn(&SpotRules) -> Option<String>| {
        let named = rules.spots.iter().filter_map(|spot| Some(format!("{} {}", spot.spot, limit(spot)?)));
        named.collect::<Vec<_>>().join(", ")
    };
    let least = limits(|spot| spot.minimum.map(|units| units.to_string()));
    let most = limits(|spot| spot.maximum.map(|units| units.to_string()));
    let least = match least.as_str() {
        "" => "The least stake is one minor unit, if the table asks for no more.".to_owned(),
        least => format!("The least stake of a patron on a spot, in major units: {least}."),
    };
    let most = match most.as_str() {
        "" => "The largest stake on a spot is the table's own.".to_owned(),
        most => format!("The largest stake of a patron on a spot, in major units: {most}."),
    };
    format!("{least} {most}")
}

fn paragraph(text: &str) -> String {
    wrapped(text, "  ") + "\n"
}

/// A line for each matter.
fn conduct(rules: &HouseRules) -> String {
    let line = |(matter, words): (Matter, String)| hanging(&format!("{}: {words}", matter.title()));
    rules.conduct().into_iter().map(line).collect()
}

/// A paragraph whose lines after the first stand further in.
fn hanging(text: &str) -> String {
    format!("  {}\n", wrapped(text, "    ").trim_start())
}

fn bonus_money(rules: &HouseRules) -> String {
    rules.bonus_money.map_or_else(String::new, |rule| {
        let BonusMoneyRule { stake_share: (share, of_share), win_chance: (chance, of_chance) } = rule;
        format!(
            "A slip is refused when more than {share}/{of_share} of the patron's stake in the round would be \
             bonus money and the chance that at least one wager pays more than its stake is above \
             {chance}/{of_chance}."
        )
    })
}

/// A paragraph for each source with its facts, the vendor document first.
fn sources(rules: &HouseRules) -> String {
    let mut by_source: Vec<(&str, Vec<&str>)> =
        rules.document.iter().map(|own| (own.as_str(), vec![])).collect();
    for (name, source) in named_facts(rules) {
        let source = source.unwrap_or("no source");
        match by_source.iter_mut().find(|(known, _)| *known == source) {
            Some((_, names)) => names.push(name),
            None => by_source.push((source, vec![name])),
        }
    }
    let line = |(source, names): &(&str, Vec<&str>)| {
        let vendor = if rules.document.as_deref() == Some(source) { "vendor document " } else { "" };
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        hanging(&format!("{vendor}{source}: {names}."))
    };
    by_source.iter().map(line).collect()
}

/// Every fact with its source. A table whose facts have one source is named once.
fn named_facts(rules: &HouseRules) -> Vec<(&str, Option<&str>)> {
    let table = |fact: &'_ str| fact.rsplit_once('.').map_or(fact.len(), |(table, _)| table.len());
    let facts: Vec<&str> = rules.facts.iter().map(String::as_str).collect();
    let tables = facts.chunk_by(|a, b| a.get(..table(a)) == b.get(..table(b)));
    let named = tables.flat_map(|facts| {
        let whole = facts.first().and_then(|first| Some((first.get(..table(first))?, rules.source(first))));
        match whole {
            Some((table, source)) if facts.iter().all(|fact| rules.source(fact) == source) => {
                vec![(table, source)]
            }
            _ => facts.iter().map(|fact| (*fact, rules.source(fact))).collect(),
        }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_named_once_for_facts_in_a_row() {
        for (facts, words) in [
            ("tie", "tie"),
            ("banker_wins banker_total_6 banker_two_cards", "Banker wins, total 6, two cards"),
            (
                "player_wins player_total_7 banker_total_6 six_cards",
                "Player wins, total 7, Banker total 6, six cards",
            ),
            ("tie banker_total_6", "tie, Banker total 6"),
            ("player_pair banker_pair", "Player pair, Banker pair"),
            ("player_wins margin_9 player_natural", "Player wins, margin 9, Player natural"),
        ] {
            assert_eq!(facts_in_words(facts.parse().unwrap()), words);
        }
    }

    #[test]
    fn alternatives_of_several_facts_are_kept_apart() {
        let any = |whens: &[&str]| any_in_words(whens.iter().map(|when| when.parse().unwrap()));
        assert_eq!(any(&["five_cards", "six_cards"]), "five cards or six cards");
        assert_eq!(any(&["tie margin_0", "player_pair"]), "tie, margin 0; or Player pair");
        assert_eq!(any(&[]), "");
    }
}
