//! The results of betting schemes as one self-contained, printable SVG document: one panel per scheme, one scale for
//! all. Its title and description serve screen readers. Computes nothing.

use std::fmt::{self, Write as _};

use certificate::figures::grouped;
use montecarlo::figures::{Histogram, Scale, SchemeFigures, real, share};

use super::betting_text::CONCLUSION;
use super::report::{Betting, Dealt, Report, Whole};
use crate::figures::{decimal, percent, play_money};

/// The drawing of a report; empty if the report has no betting schemes.
pub(super) struct Drawing<'a>(pub(super) &'a Report<'a>);

const INK: &str = "#1f2933";
const FAINT: &str = "#5b6773";
const LINES: &str = "#d9dfe5";
const BEHIND: &str = "#c2571a";
const AHEAD: &str = "#1b6f94";

const WIDTH: u32 = 940;
const MARGIN: u32 = 24;
/// The left edge of the panels; their texts are left of it.
const LEFT: u32 = 276;
/// The top of the first panel.
const TOP: u32 = 118;
/// The height of a panel, and the gap between panels.
const PANEL: u32 = 84;
const GAP: u32 = 22;
/// The explanation of the bars.
const LEGEND: &str = "Bar height: number of sessions, scaled per panel. The last bar holds all higher \
    results. The arrow marks the mean.";
const BINS: usize = 80;
const TICKS: usize = 8;

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dealt::Whole(whole) = &self.0.deal else { return Ok(()) };
        let Some(betting) = &whole.betting else { return Ok(()) };
        Sheet { report: self.0, whole, betting, axis: Axis::of(whole.scale(BINS)) }.draw(f)
    }
}

struct Sheet<'a> {
    report: &'a Report<'a>,
    whole: &'a Whole<'a>,
    betting: &'a Betting<'a>,
    axis: Axis,
}

/// The horizontal axis of results.
struct Axis {
    scale: Scale,
    /// The width of a bin. There is one bin more than in the scale, for results above it.
    bin: f64,
}

impl Axis {
    fn of(scale: Scale) -> Self {
        let bins = u32::try_from(scale.bins + 1).unwrap_or(u32::MAX);
        Self { scale, bin: f64::from(WIDTH - MARGIN - LEFT) / f64::from(bins) }
    }

    /// The position of a result in minor units.
    fn x(&self, result: f64) -> f64 {
        f64::from(LEFT) + self.bin * (result - real(self.scale.low)) / real(self.scale.width)
    }

    /// A few round results as ticks.
    fn ticks(&self) -> Vec<i64> {
        let (low, high) = (self.scale.low, self.scale.edge(self.scale.bins));
        let ticks = Scale::covering(low, high, TICKS);
        let results = (0..=ticks.bins).map(|tick| ticks.edge(tick));
        results.filter(|it| (low..=high).contains(it)).collect()
    }
}

impl Sheet<'_> {
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let panels = u32::try_from(self.betting.schemes.len()).unwrap_or_default();
        let bottom = TOP + panels * (PANEL + GAP);
        let height = bottom + 78;
        let title = escaped(&self.title());
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif" font-size="13" fill="{INK}">"#
        )?;
        write!(f, "<title>{title}</title><desc>{}</desc>", escaped(&self.description()))?;
        write!(f, r##"<rect width="{WIDTH}" height="{height}" fill="#fff"/>"##)?;
        text(f, (MARGIN, 36), r#" font-size="20" font-weight="600""#, &title)?;
        for (idx, line) in (0..).zip([&self.terms(), LEGEND]) {
            text(f, (MARGIN, 60 + 19 * idx), &format!(r#" fill="{FAINT}""#), &escaped(line))?;
        }
        self.draw_axis(f, bottom)?;
        let schemes = self.betting.schemes.iter().zip(&self.whole.tally.schemes);
        for (idx, (figures, tally)) in (0..).zip(schemes) {
            let top = TOP + idx * (PANEL + GAP);
            words(f, figures, top)?;
            self.draw_bars(f, &self.axis.scale.histogram(&tally.results), figures, top)?;
        }
        for (idx, line) in (0..).zip(CONCLUSION) {
            text(f, (MARGIN, bottom + 42 + 18 * idx), "", line)?;
        }
        f.write_str("</svg>\n")
    }

    fn title(&self) -> String {
        let sessions = self.betting.schemes.first().map_or(0, |scheme| scheme.sessions);
        format!("Betting schemes, {}: {} sessions each", self.report.rules.title, grouped(sessions))
    }

    fn terms(&self) -> String {
        let bet = self.betting.terms.bet();
        let shoes = match self.betting.session_shoes {
            1 => "one shoe".to_owned(),
            shoes => format!("{shoes} shoes"),
        };
        format!(
            "Result of a session of {shoes}, bankroll {}, base stake {} on {}. Rules {}, seed {}.",
            play_money(bet.bankroll.signed()),
            play_money(bet.base.amount().signed()),
            bet.spot,
            self.report.rules.id,
            self.report.seed
        )
    }

    fn description(&self) -> String {
        let mut words = self.terms();
        for figures in &self.betting.schemes {
            let [ahead, ruined, cost] = summary(figures);
            let mean = decimal(figures.mean.map(|mean| mean / 100.0), 2);
            let title = figures.scheme.title;
            // Writing to a text does not fail.
            let _ = write!(words, " {title}: mean {mean}, {ahead}, {ruined}, {cost}.");
        }
        format!("{words} {}", CONCLUSION.join(" "))
    }

    fn draw_axis(&self, f: &mut fmt::Formatter<'_>, bottom: u32) -> fmt::Result {
        let (begin, end) = (TOP - 14, bottom - GAP + 12);
        for tick in self.axis.ticks() {
            let (x, label) = (self.axis.x(real(tick)), play_money(tick));
            let label = label.strip_suffix(".00").unwrap_or(&label);
            let colour = if tick == 0 { INK } else { LINES };
            write!(f, r#"<path d="M{x:.1} {begin}V{end}" stroke="{colour}"/>"#)?;
            let at = end + 14;
            write!(f, r#"<text x="{x:.1}" y="{at}" text-anchor="middle" font-size="12">{label}</text>"#)?;
        }
        Ok(())
    }

    /// Draws the bars of losses and of wins as one path each, and the mean as an arrow below.
    fn draw_bars(
        &self,
        f: &mut fmt::Formatter<'_>,
        histogram: &Histogram,
        figures: &SchemeFigures,
        top: u32,
    ) -> fmt::Result {
        let (mut behind, mut ahead) = (String::new(), String::new());
        let counts = histogram.counts.iter().chain([&histogram.above]);
        for (bin, count) in counts.enumerate().filter(|(_, count)| **count > 0) {
            let edge = histogram.scale.edge(bin);
            let height = share(*count, histogram.tallest()).unwrap_or_default() * f64::from(PANEL);
            let (x, width) = (self.axis.x(real(edge)) + 0.3, self.axis.bin - 0.6);
            let (height, base) = (height.max(0.8), top + PANEL);
            let bars = if edge < 0 { &mut behind } else { &mut ahead };
            let _ = write!(bars, "M{x:.1} {base}v-{height:.1}h{width:.1}v{height:.1}z");
        }
        let (base, end) = (top + PANEL, WIDTH - MARGIN);
        write!(f, r#"<path d="M{LEFT} {base}H{end}" stroke="{FAINT}"/>"#)?;
        write!(f, r#"<path fill="{BEHIND}" d="{behind}"/><path fill="{AHEAD}" d="{ahead}"/>"#)?;
        let Some(mean) = figures.mean else { return Ok(()) };
        let x = self.axis.x(mean);
        write!(f, r#"<path fill="{INK}" d="M{x:.1} {base}l-5 9h10z"/>"#)
    }
}

/// The texts beside a panel.
fn words(f: &mut fmt::Formatter<'_>, figures: &SchemeFigures, top: u32) -> fmt::Result {
    text(f, (MARGIN, top + 14), r#" font-size="15" font-weight="600""#, figures.scheme.title)?;
    for (idx, line) in (0..).zip(summary(figures)) {
        text(f, (MARGIN, top + 36 + 18 * idx), "", &line)?;
    }
    Ok(())
}

fn summary(figures: &SchemeFigures) -> [String; 3] {
    let of_all = |count| percent(share(count, figures.sessions), 2);
    let verb = if figures.lost < 0 { "won" } else { "lost" };
    let of_stakes = percent(share(figures.lost.abs(), figures.staked), 2);
    [
        format!("{} of sessions ahead", of_all(figures.ahead)),
        format!("{} ruined", of_all(figures.ruined)),
        format!("{verb} {of_stakes} of stakes (edge {})", percent(figures.exact_edge, 2)),
    ]
}

fn text(f: &mut fmt::Formatter<'_>, (x, y): (u32, u32), how: &str, what: &str) -> fmt::Result {
    write!(f, r#"<text x="{x}" y="{y}"{how}>{what}</text>"#)
}

/// Escapes text for an SVG document.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
