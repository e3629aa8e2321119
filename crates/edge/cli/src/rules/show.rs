//! House rules in words for people, 80 columns wide. Says what the document says, and where it is from.

use baccarat::rules::{BonusMoneyRule, InterruptedRound, Leaving, OddsShown, RoadWindow};
use baccarat::{Burn, Facts, HouseRules, Pays, ShoeEnd, Side, SpotRules};
use money::{Odds, Rounding};

use crate::wrap::wrapped;

/// The whole document.
pub(super) fn in_words(rules: &HouseRules) -> String {
    let document = match &rules.document {
        Some(document) => format!(", after vendor document {document}"),
        None => String::new(),
    };
    let spots: String = rules.spots.iter().map(|spot| spot_in_words(spot, rules.odds_shown)).collect();
    let sections = [
        ("Shoe", shoe(rules)),
        ("Stakes", stakes(rules)),
        ("Conduct", conduct(rules)),
        ("Money", money(rules)),
        ("Roads", roads(rules)),
        ("Sources", sources(rules)),
    ];
    let sections =
        sections.map(|(heading, prose)| format!("\n{heading}\n{}\n", wrapped(&prose, "  "))).concat();
    let HouseRules { title, id, version, .. } = rules;
    format!("{title}\n  {id}, version {version}{document}\n\nSpots\n{spots}{sections}")
}

/// Odds as these house rules show them: `0.95`, or `x1.95`.
pub(crate) fn shown(odds: Odds, odds_shown: OddsShown) -> String {
    match odds_shown {
        OddsShown::ToOne => odds.to_string(),
        OddsShown::WithStake => format!("x{}", odds.with_stake()),
    }
}

/// The same where there is room: `0.95 to one`.
pub(crate) fn odds_in_words(odds: Odds, odds_shown: OddsShown) -> String {
    match odds_shown {
        OddsShown::ToOne => format!("{odds} to one"),
        OddsShown::WithStake => shown(odds, odds_shown),
    }
}

const TITLE: usize = 16;
const ODDS: usize = 14;

/// A line for each of the odds it can pay, and what else is to be said of it after the last.
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
        let found = Side::ALL.into_iter().find_map(|side| {
            let what = fact.strip_prefix(side.id())?.strip_prefix('_')?;
            Some((side, what.replace('_', " ")))
        });
        let before = std::mem::replace(&mut named, found.as_ref().map(|(side, _)| *side));
        match found {
            Some((side, what)) if before == Some(side) => what,
            Some((side, what)) => format!("{side} {what}"),
            None => fact.replace('_', " "),
        }
    };
    facts.to_string().split(' ').map(&mut words).collect::<Vec<_>>().join(", ")
}

fn shoe(rules: &HouseRules) -> String {
    let burn = match rules.burn {
        Burn::None => "No card is burned.".to_owned(),
        Burn::Cards(count) => format!("{count} cards are burned face down before the first round."),
        Burn::FirstCard { zero_card } => format!(
            "Before the first round a card is turned over, and as many as it counts are burned face down, \
             {zero_card} for a ten or a picture."
        ),
    };
    let end = match rules.shoe_end {
        ShoeEnd::Rounds(rounds) => format!("The shoe ends after round {rounds}."),
        ShoeEnd::CutCard { from_end, more_rounds } => {
            let then = match more_rounds {
                0 => "the round in which it comes out is the last.".to_owned(),
                1 => "the round in which it comes out is finished, and one more is played.".to_owned(),
                more => format!("the round in which it comes out is finished, and {more} more are played."),
            };
            format!("The cut card lies in front of the last {from_end} cards; {then}")
        }
    };
    format!("{} decks. {burn} {end}", rules.decks)
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
    format!("{least} {most} A patron may stake what both the table's range and the patron's own allow.")
}

fn conduct(rules: &HouseRules) -> String {
    let sides = if rules.opposing_sides { "allowed" } else { "refused" };
    let leaving = match rules.leaving {
        Leaving::WagersStand => "stand",
        Leaving::WagersReleased => "are released",
    };
    let interrupted = match rules.interrupted_round {
        InterruptedRound::Finish => {
            "finished from the cards that were recorded, or voided where that cannot be"
        }
        InterruptedRound::Void => "voided",
    };
    let entry = if rules.entry_ante {
        "To enter, a patron's balance must reach the room's ante."
    } else {
        "Entering asks for no balance."
    };
    format!(
        "Wagers on Player and Banker in one round are {sides}. The wagers of a patron who leaves while betting \
         is open {leaving}; later they are settled, and paid if they win. A card that cannot be read, even \
         after rescans, voids the round and all stakes go back. A result that is found wrong later is settled \
         again. A round that a stop of the machinery interrupted is {interrupted}. {entry}"
    )
}

fn money(rules: &HouseRules) -> String {
    let rounding = match rules.rounding {
        Rounding::Down => "rounded down",
        Rounding::Up => "rounded up",
        Rounding::HalfUp => "rounded to the nearest, a half up",
    };
    let bonus = rules.bonus_money.map_or_else(String::new, |rule| {
        let BonusMoneyRule { stake_share: (share, of_share), win_chance: (chance, of_chance) } = rule;
        format!(
            " A slip is refused when more than {share}/{of_share} of the patron's stake in the round would be \
             bonus money and the chance that at least one wager pays more than its stake is above \
             {chance}/{of_chance}."
        )
    });
    format!("A profit that is not a whole minor unit is {rounding}.{bonus}")
}

fn roads(rules: &HouseRules) -> String {
    match rules.road_window {
        RoadWindow::Scroll => "A full road scrolls by whole columns.",
        RoadWindow::Clear => "A full road is cleared and starts again.",
    }
    .to_owned()
}

fn sources(rules: &HouseRules) -> String {
    let mut by_source: Vec<(&str, Vec<&str>)> = Vec::new();
    for (table, source) in &rules.sources {
        match by_source.iter_mut().find(|(known, _)| known == source) {
            Some((_, tables)) => tables.push(table),
            None => by_source.push((source, vec![table])),
        }
    }
    let own: Vec<String> =
        by_source.iter().map(|(source, tables)| format!("{}: {source}.", tables.join(", "))).collect();
    match (&rules.document, own.is_empty()) {
        (Some(document), true) => format!("All from vendor document {document}."),
        (Some(document), false) => format!("{} All else: vendor document {document}.", own.join(" ")),
        (None, true) => "The document names none.".to_owned(),
        (None, false) => own.join(" "),
    }
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
