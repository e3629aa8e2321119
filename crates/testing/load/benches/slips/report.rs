//! The figures of a run, each with its range and the limit it is held to: as a table, and as JSON. Measures nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use load::series::Series;
use load::slips::Span;
use serde::Serialize;

/// Which program it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Contender {
    /// Ours.
    Punto,
    /// Ours, of another revision.
    Before,
}

impl Contender {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Punto => "punto",
            Self::Before => "before",
        }
    }
}

/// The spans of one measurement. Those of the floor, of one and of four at once are the ones with the median processor
/// time of several.
pub(crate) struct Figures {
    /// No slips: the floor.
    pub(crate) nothing: Span,
    /// One slip a patron, one after the other over nearly the whole span: a commit for nearly every slip.
    pub(crate) slow: Span,
    /// One slip a patron, one after the other over a tenth of the span.
    pub(crate) brisk: Span,
    /// Four slips a patron, all at once.
    pub(crate) four: Span,
    /// One slip a patron, all at once.
    pub(crate) one: Span,
}

/// A figure: what it is called, and how it is taken from a measurement.
type Column = (&'static str, fn(&Figures) -> u64);

const COLUMNS: [Column; 20] = [
    ("CPU of a slip, four less one at once, ns", Figures::by_difference),
    ("CPU of a slip, four at once, ns", |it| above(&it.four, &it.nothing)),
    ("CPU of a slip, one at once, ns", Figures::of_single),
    ("CPU of a slip, single at a brisk pace, ns", |it| above(&it.brisk, &it.nothing)),
    ("CPU of a slip, single at a slow pace, ns", |it| above(&it.slow, &it.nothing)),
    ("CPU of the floor, us", |it| nanos(&it.nothing) / 1_000),
    ("answers, four at once: p50, us", |it| it.four.answers.median()),
    ("answers, four at once: p99, us", Figures::p99),
    ("answers, four at once: slowest, us", |it| it.four.answers.most()),
    ("answers, one at once: p50, us", |it| it.one.answers.median()),
    ("answers, one at once: p99, us", |it| it.one.answers.quantile(990)),
    ("answers, one at once: slowest, us", |it| it.one.answers.most()),
    ("answers, single at a brisk pace: p50, us", |it| it.brisk.answers.median()),
    ("answers, single at a brisk pace: p99, us", |it| it.brisk.answers.quantile(990)),
    ("answers, single at a slow pace: p50, us", |it| it.slow.answers.median()),
    ("answers, single at a slow pace: p99, us", |it| it.slow.answers.quantile(990)),
    ("private messages for 100 slips, four at once", |it| private(&it.four, &it.nothing)),
    ("private messages for 100 slips, one at once", |it| private(&it.one, &it.nothing)),
    ("public messages, four at once", |it| it.four.public),
    ("public messages, floor", |it| it.nothing.public),
];

/// The most processor time of a slip, by the difference of four and one slips a patron, in nanoseconds.
const DIFFERENCE: u64 = 45_000;
/// What it is to come to some day.
const STRETCH: u64 = 35_000;
/// The most processor time of a single slip, in nanoseconds.
const SINGLE: u64 = 60_000;
/// The longest 99th percentile of the answers to four slips a patron at once, in thousandths of the one before.
const P99: u64 = 700;

impl Figures {
    /// What each of three slips more in the same packet costs.
    fn by_difference(&self) -> u64 {
        above(&self.four, &self.one)
    }

    /// What a slip costs that comes alone in its packet.
    fn of_single(&self) -> u64 {
        above(&self.one, &self.nothing)
    }

    fn p99(&self) -> u64 {
        self.four.answers.quantile(990)
    }
}

/// All measurements.
pub(crate) struct Report {
    patrons: u32,
    tables: u32,
    span_ms: u32,
    measured: BTreeMap<Contender, Vec<Figures>>,
}

/// A figure that is held to a limit.
#[derive(Serialize)]
struct Verdict {
    what: &'static str,
    value: u64,
    limit: u64,
    held: bool,
}

#[derive(Serialize)]
struct Row {
    figure: &'static str,
    program: &'static str,
    least: u64,
    median: u64,
    most: u64,
    /// The median in thousandths of that of the program before.
    of_before: Option<u64>,
}

#[derive(Serialize)]
struct Document {
    patrons: u32,
    tables: u32,
    span_ms: u32,
    rows: Vec<Row>,
    verdicts: Vec<Verdict>,
    /// What the first verdict is to come to some day.
    stretch: Verdict,
}

impl Report {
    pub(crate) const fn new(patrons: u32, tables: u32, span_ms: u32) -> Self {
        Self { patrons, tables, span_ms, measured: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, contender: Contender, figures: Figures) {
        self.measured.entry(contender).or_default().push(figures);
    }

    /// Whether every limit is held.
    pub(crate) fn held(&self) -> bool {
        self.verdicts().iter().all(|verdict| verdict.held)
    }

    pub(crate) fn json(&self) -> String {
        let Self { patrons, tables, span_ms, .. } = *self;
        let (rows, verdicts, stretch) = (self.rows(), self.verdicts(), self.stretch());
        serde_json::to_string(&Document { patrons, tables, span_ms, rows, verdicts, stretch })
            .unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let (patrons, tables, span) = (self.patrons, self.tables, self.span_ms);
        let mut text = format!("patrons: {patrons}, tables: {tables}, time for each load: {span} ms\n");
        // Writing into a string does not fail.
        let mut heading = "";
        for Row { figure, program, least, median, most, of_before } in self.rows() {
            if heading != figure {
                let _ = writeln!(text, "{figure}");
                heading = figure;
            }
            let ratio = of_before.map(|it| format!("  {}.{:03} of before", it / 1_000, it % 1_000));
            let range = format!("({least} to {most})");
            let _ = writeln!(text, "    {program:<8}{median:>10}  {range:<24}{}", ratio.unwrap_or_default());
        }
        for Verdict { what, value, limit, held } in self.verdicts() {
            let held = if held { "held" } else { "MISSED" };
            let _ = writeln!(text, "{what:<50}{value:>8}  limit {limit:>6}  {held}");
        }
        let Verdict { what, value, limit, held } = self.stretch();
        let held = if held { "reached" } else { "not yet" };
        let _ = write!(text, "{what:<50}{value:>8}   aim  {limit:>5}  {held}");
        text
    }

    fn series(&self, contender: Contender, value: fn(&Figures) -> u64) -> Option<Series> {
        Some(self.measured.get(&contender)?.iter().map(value).collect())
    }

    fn median(&self, contender: Contender, value: fn(&Figures) -> u64) -> Option<u64> {
        self.series(contender, value).map(|series| series.median())
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (figure, value) in COLUMNS {
            for contender in self.measured.keys() {
                let Some(series) = self.series(*contender, value) else { continue };
                let (least, median, most) = (series.least(), series.median(), series.most());
                let of_before = self.of_before(value).filter(|_| *contender == Contender::Punto);
                rows.push(Row { figure, program: contender.name(), least, median, most, of_before });
            }
        }
        rows
    }

    /// The figures of our server, held to the limits and to the server before.
    fn verdicts(&self) -> Vec<Verdict> {
        let ours = |value| self.median(Contender::Punto, value).unwrap_or_default();
        let mut verdicts = vec![
            most("CPU of a slip, four less one at once, ns", ours(Figures::by_difference), DIFFERENCE),
            most("CPU of a slip, one at once, ns", ours(Figures::of_single), SINGLE),
        ];
        let p99 = self.of_before(Figures::p99);
        verdicts.extend(p99.map(|it| most("answers, four at once: p99, thousandths of before", it, P99)));
        verdicts
    }

    /// Our median in thousandths of that of the program before.
    fn of_before(&self, value: fn(&Figures) -> u64) -> Option<u64> {
        let (ours, before) = (self.median(Contender::Punto, value)?, self.median(Contender::Before, value)?);
        Some(ours.saturating_mul(1_000) / before.max(1))
    }

    fn stretch(&self) -> Verdict {
        let value = self.median(Contender::Punto, Figures::by_difference).unwrap_or_default();
        most("CPU of a slip, four less one at once, ns", value, STRETCH)
    }
}

fn most(what: &'static str, value: u64, limit: u64) -> Verdict {
    Verdict { what, value, limit, held: value <= limit }
}

/// How many private messages came with 100 slips.
fn private(slips: &Span, nothing: &Span) -> u64 {
    slips.private.saturating_sub(nothing.private).saturating_mul(100) / slips.slips.max(1)
}

/// What each slip of `more` costs that `less` has not, in nanoseconds.
fn above(more: &Span, less: &Span) -> u64 {
    let slips = more.slips.saturating_sub(less.slips).max(1);
    nanos(more).saturating_sub(nanos(less)) / slips
}

fn nanos(span: &Span) -> u64 {
    u64::try_from(span.cpu.as_nanos()).unwrap_or(u64::MAX)
}
