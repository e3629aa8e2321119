//! The head of the page, and every spot at a glance. Knows no line of a paytable.

use baccarat::words::counted;

use super::elements::{code, draws, legend, paragraph, section};
use super::table::{Row, bar, number, row, table};
use super::words::percent;
use crate::certificate::Certificate;
use crate::figures::grouped;
use crate::html::markup::{Markup, element};
use crate::json::VERSION;
use crate::spot::SpotFacts;
use crate::svg::{Part, Scale, parts};

/// What the page is, of which rules, and both digests.
pub(super) fn header(certificate: &Certificate) -> Markup {
    let rules = &certificate.rules;
    let after =
        rules.document.as_ref().map_or_else(String::new, |document| format!(", after document {document}"));
    let which = code(&rules.id).then(format!(", version {}{after}", rules.version));
    element("header").holding([
        element("p").class("kind").holding("Certificate of house rules"),
        element("h1").holding(&rules.title),
        element("p").class("which").holding(which),
        element("dl").class("digests").holding([
            element("dt").holding("This certificate (SHA-256)"),
            element("dd").holding(digest(&certificate.digest().to_string())),
            element("dt").holding("The document it is of (SHA-256)"),
            element("dd").holding(digest(&rules.sha256)),
        ]),
        element("p").class("made").holding(format!("Made by punto {VERSION}")),
    ])
}

/// A digest in groups of eight, which are easier to compare. Copied, it has no blanks.
fn digest(hex: &str) -> Markup {
    let starts = (0..hex.len()).step_by(8);
    let groups =
        starts.filter_map(|start| hex.get(start..start + 8)).map(|group| element("span").holding(group));
    element("code").class("digest").holding(groups.collect::<Markup>())
}

/// The counts, and a line for each spot.
pub(super) fn summary(certificate: &Certificate) -> Markup {
    let spots = &certificate.spots;
    let heads = ["Spot", "Pays", "House edge", "Return to patron", "Paid", "Standard deviation"];
    let glance = table("glance", "Every spot at a glance", &heads, spots.iter().map(glance));
    let charts = element("div").class("pair").holding([edges(spots), fates(certificate)]);
    section("summary", "Summary", [basis(certificate), glance, charts])
}

fn basis(certificate: &Certificate) -> Markup {
    let shoe = &certificate.shoe;
    paragraph(format!(
        "Six cards can come out of a fresh shoe of {} ({} cards) in {} orders. Every figure here is a count of these \
         orders, or follows from such counts in whole numbers and fractions: nothing is estimated, and nothing is \
         rounded but the last digit of a decimal. A coup that ends on four or five cards is counted with all that \
         could have come after it.",
        counted(shoe.decks.into(), "deck", "decks"),
        shoe.cards,
        grouped(&shoe.draws),
    ))
}

fn glance(spot: &SpotFacts) -> Row {
    let mut pays: Vec<&str> = Vec::new();
    for shown in spot.lines.iter().filter_map(|line| line.shown.as_deref()) {
        if !pays.contains(&shown) {
            pays.push(shown);
        }
    }
    row(
        spot.title,
        [
            number(pays.join(", ")),
            number(element("strong").holding(percent(&spot.house_edge.percent))),
            number(percent(&spot.return_to_patron.percent)),
            number(percent(&spot.hit.share.percent)),
            number(&spot.standard_deviation),
        ],
    )
}

fn edges(spots: &[SpotFacts]) -> Markup {
    let scale = Scale::over(spots.iter().map(hundred_thousandths));
    let rows = spots.iter().map(|spot| {
        let edge = percent(&spot.house_edge.percent);
        let drawn = scale.bar(
            spot.title,
            &format!("House edge of {}: {edge}", spot.title),
            hundred_thousandths(spot),
        );
        row(spot.title, [bar(drawn), number(edge)])
    });
    table("chart", "What the house keeps of a stake in the mean", &["Spot", "Bar", "House edge"], rows)
}

/// The edge in hundred-thousandths of a percent: its digits.
fn hundred_thousandths(spot: &SpotFacts) -> i128 {
    spot.house_edge.percent.replace('.', "").parse().unwrap_or_default()
}

fn fates(certificate: &Certificate) -> Markup {
    let whole = draws(&certificate.shoe.draws);
    let rows = certificate.spots.iter().map(|spot| {
        let share = [&spot.hit, &spot.push, &spot.loss].map(|chance| percent(&chance.share.percent));
        let [paid, back, lost] = &share;
        let description =
            format!("A wager on {} is paid in {paid}, returned in {back}, lost in {lost}", spot.title);
        let drawn = parts(spot.title, &description, &fate(spot), whole);
        row(spot.title, [bar(drawn), number(paid.as_str())])
    });
    let chart =
        table("chart", "What becomes of a wager, and how often it is paid", &["Spot", "Bar", "Paid"], rows);
    let legend = legend([("won", "paid"), ("back", "stake back"), ("lost", "lost")]);
    element("div").holding(chart.then(legend))
}

pub(super) fn fate(spot: &SpotFacts) -> [Part; 3] {
    [(draws(&spot.hit.count), "won"), (draws(&spot.push.count), "back"), (draws(&spot.loss.count), "lost")]
}
