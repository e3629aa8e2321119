//! Odds as a table for people, 80 columns wide. Shows what was counted, and works out nothing but decimals.

use baccarat::rules::OddsShown;
use baccarat::{Card, HouseRules, Points, Side, SpotRules};
use odds::{Ratio, SpotLaw, Win};

use super::ask::Ask;
use crate::rules::{any_in_words, shown};
use crate::wrap::{WIDTH, wrapped};

/// The shoe, the table, and how it is to be read.
pub(super) fn in_words(rules: &HouseRules, ask: &Ask, laws: &[SpotLaw]) -> String {
    let reading = wrapped(&reading(rules, ask, laws), "");
    format!("{}\n{}\n{reading}\n", heading(rules, ask), table(rules, laws))
}

fn heading(rules: &HouseRules, ask: &Ask) -> String {
    let decks = match ask.decks.unwrap_or(rules.decks) {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    };
    let instead = match rules.decks {
        ruled if ask.decks.is_some_and(|decks| decks != ruled) => format!(" instead of {ruled}"),
        _ => String::new(),
    };
    let cards = match ask.shoe.cards() {
        1 => "1 card".to_owned(),
        cards => format!("{cards} cards"),
    };
    let left = wrapped(&format!("{cards} left; {}.", seen(ask)), "");
    let mut heading = format!("{} ({}), {decks}{instead}\n{left}\n", rules.title, rules.id);
    if !ask.deal.cards().is_empty() {
        heading += &wrapped(&dealt(ask), "");
        heading.push('\n');
    }
    heading
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

fn reading(rules: &HouseRules, ask: &Ask, laws: &[SpotLaw]) -> String {
    let come = match ask.to_come() {
        1 => "the last card".to_owned(),
        cards => format!("the next {cards} cards"),
    };
    let odds = match rules.odds_shown {
        OddsShown::ToOne => "to one",
        OddsShown::WithStake => "with the stake",
    };
    let for_patrons = laws.iter().any(|law| law.house_edge().is_negative());
    let negative = if for_patrons { " Where the edge is negative, the patron has it." } else { "" };
    format!(
        "Counted over {} orders of {come}. Odds are {odds}; return, edge and deviation are of a stake of one, \
         and a stake that is pushed counts as staked.{negative}",
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
#[derive(Clone)]
struct Row {
    cells: [String; COLUMNS],
    /// What stands beside the cells that are shared.
    when: String,
}

/// With as many decimals as 80 columns hold, from two to five.
fn table(rules: &HouseRules, laws: &[SpotLaw]) -> String {
    let headings = Row { cells: HEADINGS.map(str::to_owned), when: String::new() };
    let mut places = 5;
    loop {
        let spots = rules.spots.iter().zip(laws).flat_map(|(spot, law)| rows(rules, spot, law, places));
        let rows: Vec<Row> = std::iter::once(headings.clone()).chain(spots).collect();
        let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
            rows.iter().map(|row| row.cells[column].chars().count()).max().unwrap_or_default()
        });
        if widths.iter().sum::<usize>() + GAP.len() * (COLUMNS - 1) <= WIDTH || places == 2 {
            return rows.iter().map(|row| line(row, &widths)).collect();
        }
        places -= 1;
    }
}

fn line(Row { cells, when }: &Row, widths: &[usize; COLUMNS]) -> String {
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
        Row { cells, when: any_in_words(lines.map(|line| line.when)) }
    };
    let parts = law.wins.iter().filter(|_| law.wins.len() > 1).map(part);
    std::iter::once(whole).chain(parts).collect()
}
