//! The spots on the page, one after the other: their lines and their figures. Works nothing out.

use super::coup::orders;
use super::elements::{code, draws, fraction, paragraph, section, span};
use super::table::{Row, bar, number, row, table};
use super::words::{self, percent};
use crate::certificate::Certificate;
use crate::figures::{Share, grouped};
use crate::html::markup::{Markup, element};
use crate::spot::{Line, SpotFacts};
use crate::svg::parts;

/// The section.
pub(super) fn spots(certificate: &Certificate) -> Markup {
    let whole = draws(&certificate.shoe.draws);
    let spots = certificate.spots.iter().map(|spot| article(spot, whole));
    let how = paragraph(
        "A wager is held against the lines of its spot from the top, and the first that holds decides. The house edge \
         is the mean loss of a stake of one, where a stake that comes back counts as staked; on effective turnover, it \
         does not. Variance and standard deviation are those of the profit on a stake of one.",
    );
    section("spots", "The spots", how.then(spots.collect::<Markup>()))
}

fn article(spot: &SpotFacts, whole: u128) -> Markup {
    let heading = element("h3").holding(Markup::from(spot.title).then(" ").then(code(spot.spot)));
    let lines = spot.lines.iter().map(|line| in_row(line, whole));
    let heads = ["When", "Pays", "Bar", "Probability", "Orders", "In lowest terms"];
    let caption = span("heard").holding(format!("The lines of {}, in the order they are judged", spot.title));
    let limits = element("p").class("aside").holding(limits(spot));
    element("article").holding([heading, table("lines", caption, &heads, lines), figures(spot), limits])
}

fn in_row(line: &Line, whole: u128) -> Row {
    let chance = &line.chance;
    let class = match line.resolution {
        "win" => "won",
        "push" => "back",
        _ => "lost",
    };
    let (when, likely) = (words::when(line), percent(&chance.share.percent));
    let drawn = parts(&when, &format!("{when}: {likely}"), &[(draws(&chance.count), class)], whole);
    let [orders, exact] = orders(chance);
    row(when, [number(words::pays(line)), bar(drawn), number(likely), orders, exact])
}

fn figures(spot: &SpotFacts) -> Markup {
    let share = |name: &str, share: &Share| {
        let [in_percent, decimal] = [percent(&share.percent), share.decimal.clone()].map(number);
        row(name, [in_percent, decimal, number(fraction(&share.exact))])
    };
    let variance = &spot.variance;
    let root = span("x").holding("root of the variance, last digit rounded");
    let rows = [
        share("House edge", &spot.house_edge),
        share("House edge on effective turnover", &spot.house_edge_without_pushes),
        share("Return to patron", &spot.return_to_patron),
        share("Paid (hit frequency)", &spot.hit.share),
        share("Stake back (push frequency)", &spot.push.share),
        row("Variance", [number(""), number(&variance.decimal), number(fraction(&variance.exact))]),
        row("Standard deviation", [number(""), number(&spot.standard_deviation), number(root)]),
    ];
    let heads = ["Figure", "Percent", "Decimal", "In lowest terms"];
    table("figures", span("heard").holding(format!("What {} is worth", spot.title)), &heads, rows)
}

fn limits(spot: &SpotFacts) -> String {
    let least = format!("A patron stakes at least {}", grouped(&spot.minimum.major));
    let most = spot.maximum.as_ref().map_or_else(
        || " and at most what the table allows".to_owned(),
        |maximum| format!(" and at most {}", grouped(&maximum.major)),
    );
    let closed = spot.closed_from_round.map_or_else(
        || "; open in every round of a shoe.".to_owned(),
        |round| format!("; closed from round {round} of a shoe."),
    );
    format!("{least}{most}{closed}")
}
