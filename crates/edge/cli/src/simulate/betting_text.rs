//! Betting schemes as text of 80 columns: session results, cost of stakes, and histograms.

use std::fmt;

use certificate::figures::grouped;
use montecarlo::figures::{Histogram, SchemeFigures, share};

use super::report::{Betting, Whole};
use crate::figures::{decimal, percent, play_money};
use crate::wrap::{wrapped, write_paragraph};

/// The greatest number of lines of a histogram.
const BINS: usize = 24;
/// The length of the longest bar.
const BAR: u128 = 44;

/// Writes the results of all schemes.
pub(super) fn write_betting(
    f: &mut fmt::Formatter<'_>,
    whole: &Whole<'_>,
    betting: &Betting<'_>,
) -> fmt::Result {
    terms(f, betting)?;
    results(f, &betting.schemes)?;
    costs(f, &betting.schemes)?;
    let scale = whole.scale(BINS);
    for (figures, tally) in betting.schemes.iter().zip(&whole.tally.schemes) {
        histogram(f, figures, &scale.histogram(&tally.results))?;
    }
    Ok(())
}

fn terms(f: &mut fmt::Formatter<'_>, betting: &Betting<'_>) -> fmt::Result {
    let sessions = betting.schemes.first().map_or(0, |scheme| scheme.sessions);
    let length = match betting.session_shoes {
        1 => "one shoe each".to_owned(),
        shoes => format!("{shoes} shoes each"),
    };
    writeln!(f, "\nBetting schemes: {} sessions of {length}", grouped(sessions))?;
    let bet = betting.terms.bet();
    let largest = match bet.maximum {
        Some(most) => format!("the table maximum is {}", play_money(most.signed())),
        None => "the only limits are those of the house rules".to_owned(),
    };
    write_paragraph(
        f,
        &format!(
            "Every session begins with {}. The base stake is {}, on {} unless the scheme chooses the spot; \
             {largest}. A stake is cut to the table maximum and to the money left. A session with less than a base \
             stake left is ruined and stops wagering.",
            play_money(bet.bankroll.signed()),
            play_money(bet.base.amount().signed()),
            bet.spot,
        ),
    )?;
    for figures in &betting.schemes {
        let what = wrapped(figures.scheme.what, &" ".repeat(22));
        writeln!(f, "    {:<18}{}", figures.scheme.title, what.trim_start())?;
    }
    Ok(())
}

fn results(f: &mut fmt::Formatter<'_>, schemes: &[SchemeFigures]) -> fmt::Result {
    writeln!(f, "\nSession results         mean    median   ahead  ruined      worst         best")?;
    for figures in schemes {
        let [worst, _, median, _, best] = figures.quantiles.unwrap_or_default().map(play_money);
        let mean = decimal(figures.mean.map(|mean| mean / 100.0), 2);
        let of_all = |count| percent(share(count, figures.sessions), 2);
        let (ahead, ruined) = (of_all(figures.ahead), of_all(figures.ruined));
        let title = figures.scheme.title;
        writeln!(f, "  {title:<17} {mean:>8} {median:>9} {ahead:>7} {ruined:>7} {worst:>10} {best:>12}")?;
    }
    Ok(())
}

fn costs(f: &mut fmt::Formatter<'_>, schemes: &[SchemeFigures]) -> fmt::Result {
    writeln!(f, "\nCost of stakes           staked         lost       lost")?;
    writeln!(f, "                      a session    a session  of stakes  95 % +/-     edge     z")?;
    for figures in schemes {
        let each = |sum: i128| decimal(share(sum, i128::from(figures.sessions) * 100), 2);
        let half = figures.loss.map(|loss| loss.interval()[1] - loss.mean);
        let z = figures.loss.zip(figures.exact_edge).and_then(|(loss, edge)| loss.z(edge));
        let [of_stakes, half, edge] =
            [share(figures.lost, figures.staked), half, figures.exact_edge].map(|figure| percent(figure, 3));
        let (staked, lost, z) = (each(figures.staked), each(figures.lost), decimal(z, 2));
        let title = figures.scheme.title;
        writeln!(f, "  {title:<17} {staked:>11} {lost:>12} {of_stakes:>10} {half:>9} {edge:>8} {z:>5}")?;
    }
    write_paragraph(f, &CONCLUSION.join(" "))
}

/// The conclusion that a report on betting schemes must state.
pub(super) const CONCLUSION: [&str; 2] = [
    "No scheme changes the cost of a stake: on average, each loses the house edge on all it stakes.",
    "A scheme only chooses how the loss is spread, such as many small wins against rare ruin.",
];

fn histogram(f: &mut fmt::Formatter<'_>, figures: &SchemeFigures, histogram: &Histogram) -> fmt::Result {
    writeln!(f, "\n{}: sessions by result", figures.scheme.title)?;
    let first = histogram.counts.iter().position(|count| *count > 0).unwrap_or_default();
    let last = histogram.counts.iter().rposition(|count| *count > 0).unwrap_or_default();
    let tallest = histogram.tallest().max(1);
    let bars = histogram.counts.iter().enumerate().take(last + 1).skip(first);
    for (bin, count) in bars {
        line(f, &format!("from {:>12}", play_money(histogram.scale.edge(bin))), *count, tallest)?;
    }
    if histogram.above > 0 {
        let edge = histogram.scale.edge(histogram.scale.bins);
        line(f, &format!("from {:>12} on", play_money(edge)), histogram.above, tallest)?;
    }
    Ok(())
}

/// Writes a bar in proportion to its count; a count above zero gets at least one mark.
fn line(f: &mut fmt::Formatter<'_>, label: &str, count: u64, tallest: u64) -> fmt::Result {
    let length = u128::from(count) * BAR / u128::from(tallest);
    let bar = "#".repeat(usize::try_from(length).unwrap_or_default().max(usize::from(count > 0)));
    writeln!(f, "{}", format!("  {label:<20} {:>11}  {bar}", grouped(count)).trim_end())
}
