//! Odds as a table for people, 80 columns wide. Shows what was counted, and works out nothing but decimals.

use baccarat::rules::OddsShown;
use baccarat::{Card, HouseRules, Points, Side, SpotRules};
use odds::{Ratio, SpotLaw, Win};

use super::ask::Ask;
use crate::rules::{facts_in_words, shown};
use crate::wrap::{WIDTH, wrapped};

/// The shoe, the table, and how it is to be read.
pub(super) fn in_words(rules: &HouseRules, ask: &Ask, laws: &[SpotLaw]) -> String {
    let paragraphs = [wrapped(&reading(rules, ask), "")];
    format!("{}\n{}\n{}\n", heading(rules, ask), table(rules, laws), paragraphs.concat())
}

fn heading(rules: &HouseRules, ask: &Ask) -> String {
    let decks = ask.decks.unwrap_or(rules.decks);
    let ruled = if decks == rules.decks {
        String::new()
    } else {
        format!(" These house rules play with {}.", decks_in_words(rules.decks))
    };
    let left = format!("{} left; {}.{ruled}", cards_in_words(ask.shoe.cards().into()), seen(ask));
    let mut heading =
        format!("{} ({}), {}\n{}\n", rules.title, rules.id, decks_in_words(decks), wrapped(&left, ""));
    if !ask.deal.cards().is_empty() {
        heading += &wrapped(&dealt(ask), "");
        heading.push('\n');
    }
    heading
}

fn decks_in_words(decks: u8) -> String {
    format!("{decks} deck{}", if decks == 1 { "" } else { "s" })
}

fn cards_in_words(cards: usize) -> String {
    format!("{cards} card{}", if cards == 1 { "" } else { "s" })
}

fn seen(ask: &Ask) -> String {
    match ask.seen.as_slice() {
        [] if ask.deal.cards().is_empty() => "none was seen".to_owned(),
        [] => "none was seen before this coup".to_owned(),
        cards => format!("{} seen: {}", cards.len(), listed(cards)),
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// "The coup under way: Player 9h 4s (3), Banker Kd (0); Banker's second card is next."
fn dealt(ask: &Ask) -> String {
    let hands = Side::ALL.map(|side| {
        let hand = ask.deal.hand(side);
        let total = hand.iter().fold(Points::default(), |sum, card| sum.plus(card.points()));
        if hand.is_empty() { format!("{side} none") } else { format!("{side} {} ({total})", listed(&hand)) }
    });
    let next = ask.deal.next_side();
    let nth = ["first", "second", "third"][ask.deal.hand(next).len().min(2)];
    format!("The coup under way: {}; {next}'s {nth} card is next.", hands.join(", "))
}

fn reading(rules: &HouseRules, ask: &Ask) -> String {
    let come = match ask.to_come() {
        1 => "the last card".to_owned(),
        cards => format!("the next {cards} cards"),
    };
    let odds = match rules.odds_shown {
        OddsShown::ToOne => "to one",
        OddsShown::WithStake => "with the stake",
    };
    format!(
        "Counted over {} orders of {come}. Odds are {odds}; return, edge and deviation are of a stake of one, \
         and a stake that is pushed counts as staked.",
        grouped(ask.draws())
    )
}

/// A number with its digits in threes.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let group = |(idx, digit): (usize, char)| {
        let comma = (idx > 0 && (digits.len() - idx).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

const COLUMNS: usize = 8;
const HEADINGS: [&str; COLUMNS] =
    ["Spot", "Pays", "Win %", "Push %", "Lose %", "Return %", "Edge %", "Deviation"];
const GAP: &str = "  ";
/// The columns a line of a paytable shares with its spot: name, pays, wins.
const SHARED: usize = 3;

/// A line of the table.
struct Row {
    cells: [String; COLUMNS],
    /// What stands beside the cells that are shared.
    when: String,
}

/// With as many decimals as 80 columns hold.
fn table(rules: &HouseRules, laws: &[SpotLaw]) -> String {
    let mut places = 5;
    loop {
        let rows: Vec<Row> =
            rules.spots.iter().zip(laws).flat_map(|(spot, law)| rows(rules, spot, law, places)).collect();
        let headings = HEADINGS.map(str::to_owned);
        let width = |column: usize| {
            let cells = rows.iter().map(|row| &row.cells).chain([&headings]);
            cells.map(|cells| cells[column].chars().count()).max().unwrap_or_default()
        };
        let widths: [usize; COLUMNS] = std::array::from_fn(width);
        if widths.iter().sum::<usize>() + GAP.len() * (COLUMNS - 1) <= WIDTH || places == 2 {
            let rows = rows.iter().map(|row| line(&row.cells, &row.when, &widths));
            return std::iter::once(line(&headings, "", &widths)).chain(rows).collect();
        }
        places -= 1;
    }
}

fn line(cells: &[String; COLUMNS], when: &str, widths: &[usize; COLUMNS]) -> String {
    let cell = |(column, (cell, width)): (usize, (&String, &usize))| {
        if column == 0 { format!("{cell:<width$}") } else { format!("{GAP}{cell:>width$}") }
    };
    if when.is_empty() {
        let cells: String = cells.iter().zip(widths).enumerate().map(cell).collect();
        return format!("{}\n", cells.trim_end());
    }
    let shared: String = cells.iter().zip(widths).enumerate().take(SHARED).map(cell).collect();
    let margin = " ".repeat(shared.chars().count() + GAP.len());
    format!("{shared}{GAP}{}\n", wrapped(when, &margin).trim_start())
}

/// A line for the spot, and where it pays at several odds one for each.
fn rows(rules: &HouseRules, spot: &SpotRules, law: &SpotLaw, places: u16) -> Vec<Row> {
    let pays = |win: &Win| shown(win.odds, rules.odds_shown);
    let share = |count| Ratio::share(count, law.draws()).percent(places);
    let single = if let [win] = law.wins.as_slice() { pays(win) } else { String::new() };
    let whole = Row {
        cells: [
            spot.spot.title().to_owned(),
            single,
            share(law.won()),
            share(law.push),
            share(law.lose),
            law.return_to_patron().percent(places),
            law.house_edge().percent(places),
            law.variance().root_decimal(places),
        ],
        when: String::new(),
    };
    let part = |win: &Win| {
        let mut cells = [const { String::new() }; COLUMNS];
        (cells[1], cells[2]) = (pays(win), share(win.count));
        let lines = spot.paytable.pays.iter().filter(|line| line.odds == win.odds);
        let when = lines.map(|line| facts_in_words(line.when)).collect::<Vec<_>>().join("; or ");
        Row { cells, when }
    };
    let parts = law.wins.iter().filter(|_| law.wins.len() > 1).map(part);
    std::iter::once(whole).chain(parts).collect()
}
