//! Shows the progress of long runs on a terminal. Short runs and runs without a terminal show nothing.

use std::io::{IsTerminal as _, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Progress appears after this time.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// The number of rows in one step.
const STEP: u64 = 1_024;

/// A progress bar or a counter on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    watched: bool,
}

impl Progress {
    /// The progress of a run over `all` shoes, coups, entries or pages; `unit` names them.
    pub(crate) fn new(unit: &str, all: u64, json: bool) -> Self {
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
        Self::with_template(&template, Some(all), json)
    }

    /// Hides the bar if a program reads the output as JSON.
    fn with_template(template: &str, all: Option<u64>, json: bool) -> Self {
        let watched = stderr().is_terminal() && (!json || stdout().is_terminal());
        // The bar counts from the beginning, hidden or not, to estimate the time left.
        let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::hidden());
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { bar, watched }
    }

    /// Adds to the number done.
    pub(crate) fn add(&mut self, more: u64) {
        self.draw();
        self.bar.inc(more);
    }

    /// Sets the number done and the total.
    pub(crate) fn reach(&mut self, done: u64, all: u64) {
        self.draw();
        self.bar.set_length(all);
        self.bar.set_position(done);
    }

    fn draw(&self) {
        if self.watched && self.bar.is_hidden() && self.bar.elapsed() > SHOW_AFTER {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of a run over an unknown number of rows.
pub(crate) struct Rows {
    progress: Progress,
    seen: u64,
}

impl Rows {
    /// Starts the count; `json` says whether the command prints JSON.
    pub(crate) fn new(json: bool) -> Self {
        let progress = Progress::with_template("{spinner} {human_pos} rows, {per_sec}", None, json);
        Self { progress, seen: 0 }
    }

    /// Counts one row read or written.
    pub(crate) fn one_more(&mut self) {
        self.seen = self.seen.saturating_add(1);
        if self.seen.is_multiple_of(STEP) {
            self.progress.add(STEP);
        }
    }
}
