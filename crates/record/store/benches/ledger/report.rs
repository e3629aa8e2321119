//! The figures of a run, each with the limit it is held to: as a table of 80 columns, and as JSON. Measures nothing.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

/// A figure.
#[derive(Serialize)]
pub(crate) struct Line {
    what: String,
    value: u64,
    /// `/s` or `us`.
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<bool>,
    /// Why it is as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
}

/// What a figure is held to.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Limit {
    /// In the unit of the figure.
    of: u64,
    /// The least that is allowed, or else the most.
    least: bool,
    /// In hundredths of what.
    hundredths: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<&'static str>,
}

impl Limit {
    /// So many times another figure, or more.
    pub(crate) const fn at_least(times: u64, of: u64, what: &'static str) -> Self {
        Self { of, least: true, hundredths: 100 * times, times: Some(what) }
    }

    /// So many times another figure, or less.
    pub(crate) const fn at_most(times: u64, of: u64, what: &'static str) -> Self {
        Self { of, least: false, hundredths: 100 * times, times: Some(what) }
    }

    /// So many hundredths of another figure, or less.
    pub(crate) const fn at_most_hundredths(hundredths: u64, of: u64, what: &'static str) -> Self {
        Self { of, least: false, hundredths, times: Some(what) }
    }

    /// A tenth slower than another figure, or less.
    pub(crate) const fn no_slower(of: u64) -> Self {
        Self { of, least: true, hundredths: 91, times: Some("empty") }
    }

    /// A time.
    pub(crate) fn below(most: Duration) -> Self {
        Self { of: micros(most), least: false, hundredths: 100, times: None }
    }

    fn holds(self, value: u64) -> bool {
        let (value, limit) = (u128::from(value) * 100, u128::from(self.of) * u128::from(self.hundredths));
        if self.least { value >= limit } else { value <= limit }
    }

    /// The figure in terms of the other, and what it should be.
    fn shown(self, value: u64, unit: &str) -> [String; 2] {
        let word = if self.least { ">=" } else { "<=" };
        let Some(what) = self.times else {
            return [String::new(), format!("{word} {}", shown(self.of, unit))];
        };
        let hundredths = u128::from(value) * 100 / u128::from(self.of.max(1));
        let wanted = self.hundredths;
        let (whole, part) = (wanted / 100, wanted % 100);
        let wanted = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
        [format!("{}.{:02}", hundredths / 100, hundredths % 100), format!("{word} {wanted} x {what}")]
    }
}

impl Line {
    pub(crate) fn new(what: &str, value: u64, unit: &'static str) -> Self {
        Self { what: what.to_owned(), value, unit, limit: None, held: None, because: None }
    }

    pub(crate) fn held_to(self, limit: impl Into<Option<Limit>>) -> Self {
        let limit = limit.into();
        Self { held: limit.map(|limit| limit.holds(self.value)), limit, ..self }
    }

    pub(crate) fn explained(self, because: String) -> Self {
        Self { because: Some(because), ..self }
    }

    /// One line of 80 columns, and below it why it is so.
    fn text(&self) -> String {
        let [ratio, wanted] = self.limit.map(|limit| limit.shown(self.value, self.unit)).unwrap_or_default();
        let held = match self.held {
            Some(true) => "held",
            Some(false) => "MISSED",
            None => "",
        };
        let value = shown(self.value, self.unit);
        let row = format!("{:<38}{value:>12}{ratio:>6}  {wanted:<16}{held}", self.what);
        let mut text = format!("{}\n", row.trim_end());
        let mut column = 80;
        for word in self.because.iter().flat_map(|why| why.split(' ')) {
            if column + 1 + word.len() > 80 {
                text.push_str(if column == 80 { "   " } else { "\n   " });
                column = 3;
            }
            let _ = write!(text, " {word}");
            column += 1 + word.len();
        }
        if self.because.is_some() {
            text.push('\n');
        }
        text
    }
}

/// All figures in the order they were taken.
#[derive(Serialize)]
pub(crate) struct Report {
    #[serde(skip)]
    json: bool,
    figures: Vec<Line>,
}

impl Report {
    /// Nothing yet; as JSON it is printed at its end, and otherwise line by line as it comes.
    pub(crate) const fn new(json: bool) -> Self {
        Self { json, figures: Vec::new() }
    }

    pub(crate) fn add(&mut self, line: Line) {
        if !self.json {
            print!("{}", line.text());
        }
        self.figures.push(line);
    }

    pub(crate) fn held(&self) -> bool {
        self.figures.iter().all(|line| line.held != Some(false))
    }

    /// What is printed last.
    pub(crate) fn end(&self) -> String {
        if self.json {
            return serde_json::to_string(self).expect("figures are JSON");
        }
        let missed = self.figures.iter().filter(|line| line.held == Some(false)).count();
        let limits = self.figures.iter().filter(|line| line.held.is_some()).count();
        format!("{} of {limits} limits held", limits - missed)
    }
}

pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// A figure with its unit, times in milliseconds.
fn shown(value: u64, unit: &str) -> String {
    match unit {
        "us" => format!("{}.{:02} ms", grouped(value / 1_000), value % 1_000 / 10),
        _ => format!("{} {unit}", grouped(value)),
    }
}

/// A number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
