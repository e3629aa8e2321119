//! The coup on the page: who wins, how many cards, naturals, pairs and totals. Knows no wager.

use super::elements::{draws, fraction, legend, paragraph, section};
use super::table::{Cell, Row, bar, grouped_table, number, row, shaded, table};
use super::words::percent;
use crate::certificate::Certificate;
use crate::coup::{CoupFacts, Event};
use crate::figures::{Chance, grouped};
use crate::html::markup::{Markup, element};
use crate::svg::{Columns, parts};

/// The section.
pub(super) fn coup(certificate: &Certificate) -> Markup {
    let facts = &certificate.coup;
    let whole = draws(&certificate.shoe.draws);
    let kinds = [
        ("Outcome", &facts.outcomes, &["Player wins", "Banker wins", "Tie"][..]),
        ("Cards dealt", &facts.cards, &["Four cards", "Five cards", "Six cards"]),
        ("Naturals", &facts.naturals, &["Player natural", "Banker natural", "Either side", "Both sides"]),
        ("Pairs", &facts.pairs, &["Player pair", "Banker pair", "Either side", "Both sides"]),
    ];
    let kinds = kinds.map(|(kind, events, names)| {
        (Some(kind), events.iter().zip(names).map(|(event, name)| line(name, event, whole)).collect())
    });
    let heads = ["Event", "Bar", "Probability", "Orders", "In lowest terms"];
    section(
        "coup",
        "The coup",
        [
            paragraph(
                "What a coup comes to, whatever is wagered. Pairs are of the first two cards of a side, by rank.",
            ),
            grouped_table("events", "How often things happen in a coup", &heads, kinds),
            columns(facts, whole),
            totals(facts),
        ],
    )
}

fn line(name: &str, event: &Event, whole: u128) -> Row {
    let chance = &event.chance;
    let description = format!("{name}: {}", percent(&chance.share.percent));
    let class = match event.event {
        "player" | "banker" | "tie" => event.event,
        _ => "won",
    };
    let drawn = parts(name, &description, &[(draws(&chance.count), class)], whole);
    let [orders, exact] = orders(chance);
    row(name, [bar(drawn), number(percent(&chance.share.percent)), orders, exact])
}

/// A number of orders, and its share in lowest terms.
pub(super) fn orders(chance: &Chance) -> [Cell; 2] {
    [number(grouped(&chance.count)), number(fraction(&chance.share.exact))]
}

fn columns(facts: &CoupFacts, whole: u128) -> Markup {
    let counts = [&facts.totals.player, &facts.totals.banker]
        .map(|totals| totals.iter().map(|chance| draws(&chance.count)).collect());
    let drawn = Columns {
        title: "Totals of each hand",
        description: "How often Player and Banker end on each total from 0 to 9; the \
                      table beside it holds the figures.",
        classes: ["player", "banker"],
        counts,
        draws: whole,
    };
    let figure = element("figure").holding([
        element("figcaption").holding("The total each hand ends on"),
        drawn.drawn(),
        legend([("player", "Player"), ("banker", "Banker")]),
    ]);
    let rows =
        (0..).zip(facts.totals.player.iter().zip(&facts.totals.banker)).map(|(total, (player, banker))| {
            let cells = [player, banker].map(|chance| number(percent(&chance.share.percent)));
            row(total.to_string(), cells)
        });
    let figures = table("each", "The same in figures", &["Total", "Player", "Banker"], rows);
    element("div").class("pair").holding([figure, figures])
}

/// Ten by ten. The darker a cell, the likelier.
fn totals(facts: &CoupFacts) -> Markup {
    let totals = &facts.totals;
    let most = totals.counts.iter().flatten().map(|count| draws(count)).max().unwrap_or_default();
    let rows = (0..).zip(totals.counts.iter().zip(&totals.percents)).map(|(total, (counts, percents))| {
        let cells = counts.iter().zip(percents).map(|(count, percent)| shade(draws(count), most, percent));
        row(total.to_string(), cells)
    });
    let heads: Vec<String> = (0..10).map(|total| total.to_string()).collect();
    let heads: Vec<&str> =
        ["Player\u{2019}s total"].into_iter().chain(heads.iter().map(String::as_str)).collect();
    let caption = "Both totals together, in percent: Player by row, Banker by column";
    let exact = "The exact count of every cell is in the JSON of this certificate.";
    table("totals", caption, &heads, rows).then(element("p").class("aside").holding(exact))
}

fn shade(count: u128, most: u128, percent: &str) -> Cell {
    shaded(percent, &format!("s{}", (count * 9).div_ceil(most.max(1))))
}
