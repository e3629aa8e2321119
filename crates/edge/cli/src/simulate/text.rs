//! The report of a run as text of 80 columns. Computes nothing.

use std::fmt;

use baccarat::Resolution;
use baccarat::rules::OddsShown;
use certificate::figures::grouped;
use montecarlo::figures::{Comparison, SpotFigures, share};
use roads::DerivedRoad;

use super::betting_text;
use super::report::{Dealt, Report, Whole};
use crate::draw::road_title;
use crate::figures::{decimal, percent};
use crate::rules::odds_in_words;
use crate::wrap::write_paragraph;

/// Displays the whole report.
pub(super) struct ReportText<'a>(pub(super) &'a Report<'a>);

impl fmt::Display for ReportText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        heading(f, report)?;
        coups(f, report)?;
        resolutions(f, &report.spots, report.rules.odds_shown)?;
        means(f, report)?;
        if let Dealt::Whole(whole) = &report.deal {
            streaks(f, whole)?;
            marks(f, whole)?;
            if let Some(betting) = &whole.betting {
                betting_text::write_betting(f, whole, betting)?;
            }
        }
        Ok(())
    }
}

fn heading(f: &mut fmt::Formatter<'_>, report: &Report<'_>) -> fmt::Result {
    let Report { rules, seed, shoes, coups, .. } = report;
    let (coups, shoes) = (grouped(coups), grouped(shoes));
    let what = match &report.deal {
        Dealt::Whole(_) => format!("{shoes} whole shoes, {coups} coups"),
        Dealt::Fixed { coups_per_shoe } => format!("{coups} coups, {coups_per_shoe} per shoe"),
    };
    let algorithm = report.deal.algorithm();
    writeln!(f, "{} ({}), {} decks", rules.title, rules.id, rules.decks)?;
    writeln!(f, "{what}; seed {seed}, {algorithm}")
}

fn coups(f: &mut fmt::Formatter<'_>, report: &Report<'_>) -> fmt::Result {
    writeln!(f, "\nCoups                     times      share      exact")?;
    let outcomes = ["Player wins", "Banker wins", "Tie"].into_iter().zip(report.outcomes);
    let cards = [("Four cards", 4), ("Five cards", 5), ("Six cards", 6)];
    let cards = cards.into_iter().map(|(words, cards)| (words, report.cards.of(cards)));
    let chances = report.chances.outcomes.into_iter().chain(report.chances.cards);
    for ((words, count), exact) in outcomes.chain(cards).zip(chances) {
        let [of_all, exact] = [share(count, report.coups), Some(exact)].map(|share| percent(share, 3));
        writeln!(f, "  {words:<14}{:>15} {of_all:>10} {exact:>10}", grouped(count))?;
    }
    let [mean, exact] = [report.cards.mean(), Some(report.chances.mean_cards())].map(|it| decimal(it, 4));
    writeln!(f, "  {:<29} {mean:>10} {exact:>10}", "Mean number of cards")?;
    let Dealt::Whole(whole) = &report.deal else { return Ok(()) };
    let rounds = &whole.tally.rounds;
    let (least, most) = (rounds.least().unwrap_or_default(), rounds.most().unwrap_or_default());
    let mean = decimal(rounds.mean(), 2);
    writeln!(f, "  {:<29} {mean:>10}, from {least} to {most}", "Mean rounds per shoe")
}

fn resolutions(f: &mut fmt::Formatter<'_>, spots: &[SpotFigures], odds: OddsShown) -> fmt::Result {
    writeln!(f, "\nResolution of wagers                           times      share      exact")?;
    for figures in spots {
        for (idx, line) in figures.resolutions.iter().enumerate() {
            let spot = if idx == 0 { figures.spot.title() } else { "" };
            let words = match line.resolution {
                Resolution::Win(won) => odds_in_words(won, odds),
                Resolution::Push => "push".to_owned(),
                Resolution::Lose => "lose".to_owned(),
            };
            let (times, share, exact) =
                (grouped(line.count), percent(line.share, 3), percent(Some(line.exact), 3));
            writeln!(f, "  {spot:<16}{words:<16}{times:>18} {share:>10} {exact:>10}")?;
        }
    }
    Ok(())
}

fn means(f: &mut fmt::Formatter<'_>, report: &Report<'_>) -> fmt::Result {
    writeln!(f, "\nMean profit per unit staked")?;
    writeln!(f, "  Spot                mean   95 % +/-       exact  difference  std error      z")?;
    for figures in &report.spots {
        let [mean, half, difference, error, z] = match &figures.mean {
            Some(mean) => [
                decimal(Some(mean.mean), 6),
                decimal(Some(mean.interval()[1] - mean.mean), 6),
                decimal(Some(mean.mean - figures.exact_mean), 6),
                decimal(Some(mean.std_error), 6),
                decimal(mean.z(figures.exact_mean), 2),
            ],
            None => std::array::from_fn(|_| "-".to_owned()),
        };
        let (spot, exact) = (figures.spot.title(), decimal(Some(figures.exact_mean), 6));
        let star = if figures.comparison == Comparison::Shifted { "*" } else { "" };
        writeln!(
            f,
            "  {spot:<14}{mean:>10} {half:>10} {exact:>11} {difference:>11} {error:>10} {z:>6}{star}"
        )?;
    }
    write_paragraph(
        f,
        "z is the difference in standard errors. In a correct run it exceeds 4 once in 16,000 runs.",
    )?;
    if report.spots.iter().any(|figures| figures.comparison == Comparison::Shifted) {
        write_paragraph(f, SHIFTED)?;
    }
    Ok(())
}

const SHIFTED: &str = "* For information only. Here the cards decide which round is the last: long coups reach the \
    cut card more easily than short ones, so the last rounds contain more of them than a fresh shoe. Four-card \
    coups are rarer by about 5.5 in 100,000. If the number of rounds is fixed in advance (--rounds, or spots that \
    close early), the exact odds hold for every coup.";

fn streaks(f: &mut fmt::Formatter<'_>, whole: &Whole<'_>) -> fmt::Result {
    writeln!(f, "\nStreaks, ties ignored            Player    expected        Banker    expected")?;
    for line in &whole.streaks {
        let more = if line.or_more { " or more" } else { "" };
        let length = format!("{}{more}", line.length);
        let [player, banker] =
            [(line.count.player, line.expected.player), (line.count.banker, line.expected.banker)]
                .map(|(count, expected)| format!("{:>14}{:>12}", grouped(count), decimal(Some(expected), 1)));
        writeln!(f, "  {length:<23}{player}{banker}")?;
    }
    write_paragraph(
        f,
        "Expected counts assume independent coups with the odds of a fresh shoe. A streak does not make the next \
         win likelier.",
    )
}

fn marks(f: &mut fmt::Formatter<'_>, whole: &Whole<'_>) -> fmt::Result {
    writeln!(f, "\nMarks of the derived roads          red          blue     red share")?;
    for road in DerivedRoad::ALL {
        let marks = whole.tally.marks.get(road);
        let (red, blue) = (grouped(marks.red), grouped(marks.blue));
        let of_all = percent(share(marks.red, marks.red + marks.blue), 2);
        writeln!(f, "  {:<21}{red:>16}{blue:>14}{of_all:>14}", road_title(road))?;
    }
    write_paragraph(f, "Red means \"repeats\", blue \"differs\". Both are about equally frequent.")
}
