//! Reads a house-rules document from TOML and reports everything that is wrong with its line and field.

use core::str::FromStr;
use std::sync::LazyLock;

use money::Rounding;
use toml::de::{DeTable, DeValue};

use super::errors::RulesErrors;
use super::house_rules::{BonusMoneyRule, HouseRules, InterruptedRound, Leaving, OddsShown, SpotRules};
use super::read_spots::read_spots;
use super::toml_table::{Errors, Provenance, Section, with_source};
use crate::shoe::{Burn, COUP_CARDS, ShoeEnd};

const BUILTIN: [&str; 6] = [
    include_str!("../../rules/live-commission.toml"),
    include_str!("../../rules/live-no-commission.toml"),
    include_str!("../../rules/live-pairs.toml"),
    include_str!("../../rules/gold-card.toml"),
    include_str!("../../rules/sixty-round.toml"),
    include_str!("../../rules/three-bet.toml"),
];

static PARSED: LazyLock<Vec<HouseRules>> = LazyLock::new(|| {
    BUILTIN
        .iter()
        .map(|text| text.parse().expect("the built-in house rules are tested to be sound"))
        .collect()
});

impl HouseRules {
    /// The built-in house rules of that id; see [`HouseRules::BUILTIN`].
    pub fn builtin(id: &str) -> Option<&'static Self> {
        PARSED.iter().find(|rules| rules.id == id)
    }

    /// The document of built-in house rules as it was written.
    pub fn builtin_text(id: &str) -> Option<&'static str> {
        let place = Self::BUILTIN.iter().position(|name| *name == id)?;
        BUILTIN.get(place).copied()
    }
}

impl FromStr for HouseRules {
    type Err = RulesErrors;

    fn from_str(text: &str) -> Result<Self, RulesErrors> {
        let errors = Errors::new(text);
        let (document, syntax) = DeTable::parse_recoverable(text);
        for error in &syntax {
            errors.add(&error.span().unwrap_or_default(), "", error.message());
        }
        if !syntax.is_empty() {
            return Err(RulesErrors(errors.into_sorted()));
        }
        let root = Section::new(&errors, String::new(), document.get_ref(), 0..0);
        let rules = read_document(&root, text);
        let errors = errors.into_sorted();
        match rules {
            Some(rules) if errors.is_empty() => Ok(rules),
            _ => Err(RulesErrors(errors)),
        }
    }
}

fn read_document(root: &Section<'_, '_>, text: &str) -> Option<HouseRules> {
    let mut provenance = Provenance::default();
    let head = read_head(root);
    let decks = with_source(root.section("decks"), &mut provenance, |s| s.integer("count", 1..=32));
    with_source(root.optional_section("drawing"), &mut provenance, read_drawing);
    let burn = with_source(root.section("burn"), &mut provenance, read_burn);
    let shoe_end = with_source(root.section("shoe_end"), &mut provenance, read_shoe_end);
    let conduct = with_source(root.section("conduct"), &mut provenance, read_conduct);
    let entry_ante = with_source(root.section("entry"), &mut provenance, |s| {
        s.choice("ante", &[("none", false), ("room", true)])
    });
    let bonus_money = root.optional_section("bonus_money");
    let has_bonus_rule = bonus_money.is_some();
    let bonus_money = with_source(bonus_money, &mut provenance, read_bonus_money);
    let odds = with_source(root.section("odds"), &mut provenance, read_odds);
    let road_window = with_source(root.section("roads"), &mut provenance, |s| s.word("window"));
    let spots = root.section("spots").and_then(|section| read_spots(&section, &mut provenance));
    root.finish();
    let (rounding, odds_shown) = odds?;
    let (opposing_sides, leaving, interrupted_round) = conduct?;
    let (id, title, version, document) = head?;
    let rules = HouseRules {
        id,
        title,
        version,
        document,
        decks: decks?,
        burn: burn?,
        shoe_end: shoe_end?,
        opposing_sides,
        leaving,
        interrupted_round,
        entry_ante: entry_ante?,
        bonus_money: if has_bonus_rule { Some(bonus_money?) } else { None },
        rounding,
        odds_shown,
        road_window: road_window?,
        spots: spots?,
        facts: provenance.facts,
        sources: provenance.sources,
        text: text.to_owned(),
    };
    check_shoe(root, &rules);
    check_payouts(root, &rules);
    Some(rules)
}

fn read_head(root: &Section<'_, '_>) -> Option<(String, String, u32, Option<String>)> {
    let id = root.required("id", "1 to 40 of a-z, 0-9 and -", |value| {
        let id = value.as_str()?;
        let fits = (1..=40).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        fits.then(|| id.to_owned())
    });
    let title = root.required("title", "1 to 80 characters", |value| {
        value.as_str().filter(|t| (1..=80).contains(&t.chars().count())).map(str::to_owned)
    });
    let version = root.integer("version", 1..=1_000_000);
    let document = root.optional("document", "the vendor document's name", |v| v.as_str().map(str::to_owned));
    Some((id?, title?, version?, document))
}

/// All documents agree on when cards are drawn: each field has one word, and nothing depends on it.
fn read_drawing(section: &Section<'_, '_>) -> Option<()> {
    let natural = section.choice("natural", &[("ends_the_coup", ())]);
    let third_cards = section.choice("third_cards", &[("standard_tableau", ())]);
    let player_stands = section.choice("player_stands", &[("banker_draws_to_5", ())]);
    natural.and(third_cards).and(player_stands)
}

fn read_burn(section: &Section<'_, '_>) -> Option<Burn> {
    match section.choice("kind", &[("none", 0), ("cards", 1), ("first_card", 2)])? {
        0 => Some(Burn::None),
        1 => section.integer("count", 1..=100).map(Burn::Cards),
        _ => section.integer("zero_card", 0..=100).map(|zero_card| Burn::FirstCard { zero_card }),
    }
}

fn read_shoe_end(section: &Section<'_, '_>) -> Option<ShoeEnd> {
    if section.choice("kind", &[("cut_card", true), ("rounds", false)])? {
        let from_end = section.integer("from_end", 1..=1664);
        let more_rounds = section.integer("more_rounds", 0..=10);
        Some(ShoeEnd::CutCard { from_end: from_end?, more_rounds: more_rounds? })
    } else {
        section.integer("rounds", 1..=1000).map(ShoeEnd::Rounds)
    }
}

fn read_conduct(section: &Section<'_, '_>) -> Option<(bool, Leaving, InterruptedRound)> {
    // Where all documents agree there is one word, and nothing depends on it.
    let agreed = |key, word| section.choice(key, &[(word, ())]);
    let opposing_sides = section.choice("player_and_banker", &[("allowed", true), ("refused", false)]);
    let leaving = section.word("leaving_while_betting");
    let leaving_later = agreed("leaving_later", "settled_and_paid");
    let unreadable_card = agreed("unreadable_card", "round_voided");
    let wrong_result = agreed("wrong_result", "resettled");
    let interrupted_round = section.word_or("interrupted_round", InterruptedRound::Finish);
    let stake_range = agreed("stake_range", "intersection");
    leaving_later.and(unreadable_card).and(wrong_result).and(stake_range)?;
    Some((opposing_sides?, leaving?, interrupted_round?))
}

fn read_bonus_money(section: &Section<'_, '_>) -> Option<BonusMoneyRule> {
    let fraction = |value: &DeValue<'_>| {
        let (num, den) = value.as_str()?.split_once('/')?;
        let (num, den) = (num.parse::<u32>().ok()?, den.parse::<u32>().ok()?);
        (num <= den && den > 0).then_some((num, den))
    };
    let stake_share = section.required("stake_share", "a fraction such as \"1/2\"", fraction);
    let win_chance = section.required("win_chance", "a fraction such as \"9/10\"", fraction);
    Some(BonusMoneyRule { stake_share: stake_share?, win_chance: win_chance? })
}

fn read_odds(section: &Section<'_, '_>) -> Option<(Rounding, OddsShown)> {
    let (rounding, shown) = (section.word("rounding"), section.word("shown"));
    Some((rounding?, shown?))
}

/// The burn, the cut card and one coup must fit into the shoe.
fn check_shoe(root: &Section<'_, '_>, rules: &HouseRules) {
    let behind_cut = match rules.shoe_end {
        ShoeEnd::CutCard { from_end, .. } => from_end,
        ShoeEnd::Rounds(_) => 0,
    };
    let needed = u16::from(rules.burn.at_most()).saturating_add(behind_cut).saturating_add(COUP_CARDS);
    let size = rules.new_shoe().size();
    if needed > size {
        let message = format!(
            "burning up to {}, keeping {behind_cut} behind the cut card and dealing one coup takes {needed} \
             cards, but {} deck(s) hold {size}",
            rules.burn.at_most(),
            rules.decks
        );
        root.report_at("shoe_end", message);
    }
}

/// The longest odds of all spots, each with its stake, must keep payouts within an amount.
fn check_payouts(root: &Section<'_, '_>, rules: &HouseRules) {
    let together = rules.spots.iter().map(SpotRules::longest_payout).fold(0, u64::saturating_add);
    let most = HouseRules::MAX_LAYOUT_PAYOUT;
    if together > most {
        let message = format!("pay up to {together} times the stake together; a layout may pay {most} times");
        root.report_at("spots", message);
    }
}
