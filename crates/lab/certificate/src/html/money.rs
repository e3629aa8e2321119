//! Money on the page: what rounding does, the most a slip can be paid, what the bonus-money rule forbids.

use baccarat::words::list;

use super::coup::orders;
use super::elements::{below, code, paragraph, section};
use super::table::{self, Row, number, row, table};
use super::words::{self, percent};
use crate::certificate::Certificate;
use crate::figures::{Money, grouped};
use crate::html::markup::{Markup, element};
use crate::slip::{Peak, Worst};
use crate::spot::SpotFacts;

/// What rounding does to the smallest stake.
pub(super) fn rounding(certificate: &Certificate) -> Markup {
    let rule = match certificate.conduct.rounding {
        "up" => "up, in the patron\u{2019}s favour",
        "half_up" => "to the nearest, a half in the patron\u{2019}s favour",
        _ => "down, in favour of the house",
    };
    let about = paragraph(
        Markup::from("A profit that is no whole minor unit is rounded ")
            .then(rule)
            .then(" (")
            .then(code(certificate.conduct.rounding))
            .then(
                "). That weighs most on the smallest stake. On stakes that are multiples of the last column nothing is \
                 rounded and the edge is the exact one; on others a profit is off by less than one minor unit.",
            ),
    );
    let rows = certificate.spots.iter().map(rounding_row);
    let heads = [
        "Spot",
        "Smallest stake",
        "House edge on it",
        "More than the exact edge",
        "Never rounded: multiples of",
    ];
    let caption = "The effect of rounding at the smallest stake";
    section("rounding", "Rounding", about.then(table("plain", caption, &heads, rows)))
}

fn rounding_row(spot: &SpotFacts) -> Row {
    let rounding = &spot.rounding;
    let multiple =
        rounding.exact_multiple.as_ref().map_or_else(|| "none".to_owned(), |stake| grouped(&stake.major));
    let first = match (&rounding.exact_from, &rounding.exact_multiple) {
        (Some(first), Some(multiple)) if first != multiple => format!("first {}", grouped(&first.major)),
        (None, Some(_)) => "above the maximum".to_owned(),
        _ => String::new(),
    };
    row(
        spot.title,
        [
            number(grouped(&rounding.stake.major)),
            number(percent(&rounding.house_edge.percent)),
            number(percent(&rounding.difference.percent)),
            number(Markup::from(multiple).then(below(first))),
        ],
    )
}

/// The most a wager and a slip can cost.
pub(super) fn worst_case(certificate: &Certificate) -> Markup {
    let about = paragraph(
        "The most a patron can lose on a wager is its stake. The most the house can lose is the longest odds that are \
         ever paid. Payouts include the stake; amounts are given where the rules name a maximum.",
    );
    let rows = certificate.spots.iter().map(worst_row);
    let heads = ["Spot", "Largest loss", "Longest odds", "Largest payout", "How often"];
    let one = table("plain", "The worst case of one wager", &heads, rows);
    section("worst-case", "The worst case", [about, one, slips(certificate)])
}

fn worst_row(spot: &SpotFacts) -> Row {
    let worst = &spot.worst_case;
    let odds = worst.odds.as_ref().map_or_else(|| "never paid".to_owned(), |odds| format!("{odds} to one"));
    let in_money =
        |money: &Option<Money>| below(money.as_ref().map_or_else(String::new, |money| grouped(&money.major)));
    row(
        spot.title,
        [
            number(Markup::from("1 stake").then(in_money(&worst.loss))),
            number(odds),
            number(Markup::from(stakes(&worst.payout_stakes)).then(in_money(&worst.payout))),
            number(percent(&worst.chance.share.percent)),
        ],
    )
}

fn stakes(number: &str) -> String {
    if number == "1" { "1 stake".to_owned() } else { format!("{number} stakes") }
}

fn slips(certificate: &Certificate) -> Markup {
    let slip = &certificate.slip;
    let mut rows =
        Vec::from(peaks(&slip.equal_stakes, "with one stake on every spot", |amount| stakes(amount)));
    if let Some(worst) = &slip.maximum_stakes {
        rows.extend(peaks(worst, "with the maximum on every spot", |amount| grouped(&amount.major)));
    }
    let sides = match certificate.conduct.player_and_banker {
        "refused" => {
            " Player and Banker in one round are refused, so the slip leaves out the one that is worth less."
        }
        _ => "",
    };
    let about = format!(
        "All wagers of a slip are settled on the same coup. The largest profit is that of a slip which holds only what \
         wins.{sides}"
    );
    let heads = ["One slip", "Amount", "What wins", "How often", "Orders", "In lowest terms"];
    paragraph(about).then(table("stack", "The most one slip can be paid", &heads, rows))
}

fn peaks<A>(worst: &Worst<A>, which: &str, amount: impl Fn(&A) -> String) -> [Row; 2] {
    let peak = |name: &str, peak: &Peak<A>| {
        let wins: Vec<String> =
            peak.wins.iter().map(|paid| format!("{} at {}", words::spot(paid.spot), paid.odds)).collect();
        let [orders, exact] = orders(&peak.chance);
        row(
            Markup::from(name).then(below(which)),
            [
                number(amount(&peak.amount)),
                table::words(list(&wins)),
                number(percent(&peak.chance.share.percent)),
                orders,
                exact,
            ],
        )
    };
    [peak("Largest payout", &worst.payout), peak("Largest profit", &worst.profit)]
}

/// What the bonus-money rule forbids; that there is none, where there is none.
pub(super) fn bonus(certificate: &Certificate) -> Markup {
    let Some(bonus) = &certificate.bonus_money else {
        return section("bonus", "Bonus money", paragraph("These rules say nothing of bonus money."));
    };
    let about = format!(
        "A slip is refused when more than {} of the patron\u{2019}s stake in the round would be bonus money, and the \
         probability that at least one wager pays more than its stake is above {}. It is judged on the counts of a \
         fresh shoe, all wagers of the round together.",
        bonus.stake_share.exact, bonus.win_chance.exact
    );
    if bonus.breaching_sets.is_empty() {
        return section(
            "bonus",
            "Bonus money",
            [paragraph(about), paragraph("No slip on this layout breaches the rule.")],
        );
    }
    let rows = bonus.breaching_sets.iter().map(|set| {
        let spots: Vec<String> = set.spots.iter().map(|spot| words::spot(spot)).collect();
        let [orders, exact] = orders(&set.chance);
        row(list(&spots), [number(percent(&set.chance.share.percent)), orders, exact])
    });
    let heads = ["Wagers on", "Probability", "Orders", "In lowest terms"];
    let all = if bonus.complete {
        "Every slip that breaches holds one of these sets; none of their wagers can be spared."
    } else {
        "There are more sets than are listed here."
    };
    let smallest = table("stack", "The smallest slips that breach it", &heads, rows);
    section("bonus", "Bonus money", [paragraph(about), smallest, element("p").class("aside").holding(all)])
}
