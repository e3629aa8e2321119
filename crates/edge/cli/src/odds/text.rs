//! Odds as a table of 80 columns. Computes nothing but decimals.

use answers::odds::OddsQuery;
use baccarat::rules::OddsShown;
use baccarat::{Card, HouseRules, Points, Side, SpotRules};
use certificate::figures::grouped;
use odds::{Ratio, SpotLaw, Win};

use crate::rules::any_in_words;
use crate::wrap::{WIDTH, wrapped};

/// The shoe, the table of odds, and how to read it.
pub(super) fn to_text(rules: &HouseRules, query: &OddsQuery, laws: &[SpotLaw]) -> String {
    let reading = wrapped(&reading(rules, query, laws), "");
    format!("{}\n{}\n{reading}\n", heading(rules, query), table(rules, laws))
}

fn heading(rules: &HouseRules, query: &OddsQuery) -> String {
    let decks = match query.decks.unwrap_or(rules.decks) {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    };
    let instead = match rules.decks {
        ruled if query.decks.is_some_and(|decks| decks != ruled) => format!(" instead of {ruled}"),
        _ => String::new(),
    };
    let cards = match query.shoe.cards() {
        1 => "1 card".to_owned(),
        cards => format!("{cards} cards"),
    };
    let left = wrapped(&format!("{cards} left; {}.", seen(query)), "");
    let mut heading = format!("{} ({}), {decks}{instead}\n{left}\n", rules.title, rules.id);
    if !query.deal.cards().is_empty() {
        heading += &wrapped(&dealt(query), "");
        heading.push('\n');
    }
    heading
}

fn seen(query: &OddsQuery) -> String {
    match query.seen.as_slice() {
        [] if query.deal.cards().is_empty() => "none seen".to_owned(),
        [] => "none seen before this coup".to_owned(),
        cards => format!("{} seen: {}", cards.len(), listed(cards)),
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// "Coup in progress: Player 9h 4s (3), Banker Kd (0); Banker's second card is next."
fn dealt(query: &OddsQuery) -> String {
    let hands = Side::ALL.map(|side| {
        let hand = query.deal.hand(side);
        let total = hand.iter().fold(Points::default(), |sum, card| sum.plus(card.points()));
        if hand.is_empty() { format!("{side} none") } else { format!("{side} {} ({total})", listed(&hand)) }
    });
    let next = query.deal.next_side();
    let nth = ["first", "second", "third"][query.deal.hand(next).len().min(2)];
    format!("Coup in progress: {}; {next}'s {nth} card is next.", hands.join(", "))
}

fn reading(rules: &HouseRules, query: &OddsQuery, laws: &[SpotLaw]) -> String {
    let come = match query.to_come() {
        1 => "the last card".to_owned(),
        cards => format!("the next {cards} cards"),
    };
    let odds = match rules.odds_shown {
        OddsShown::ToOne => "are to one",
        OddsShown::WithStake => "include the stake",
    };
    let for_patrons = laws.iter().any(|law| law.house_edge().is_negative());
    let negative = if for_patrons { " A negative edge favours the patron." } else { "" };
    format!(
        "Counted over {} orders of {come}. Odds {odds}. Return, edge and standard deviation are per unit staked; \
         a push counts as staked.{negative}",
        grouped(query.draws())
    )
}

const COLUMNS: usize = 8;
const HEADINGS: [&str; COLUMNS] =
    ["Spot", "Pays", "Win %", "Push %", "Lose %", "Return %", "Edge %", "Deviation"];
const GAP: &str = "  ";
/// The number of columns that a line of a paytable shares with its spot: name, pays, wins.
const SHARED: usize = 3;

/// A line of the table.
#[derive(Clone)]
struct Row {
    cells: [String; COLUMNS],
    /// The condition beside the shared cells.
    when: String,
}

/// Formats the table with as many decimals as fit in 80 columns, from two to five.
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

/// A line for the spot and, if it pays at several odds, one for each of them.
fn rows(rules: &HouseRules, spot: &SpotRules, law: &SpotLaw, places: u16) -> Vec<Row> {
    let pays = |win: &Win| rules.odds_shown.text(win.odds);
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
