//! How far a long run has come, on a terminal. Says nothing of a short one, or where nobody looks.

use std::io::{IsTerminal as _, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that ends before this is not drawn.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many rows count as one step.
const STEP: u64 = 1_024;

/// A bar or a count on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    watched: bool,
}

impl Progress {
    /// Of a run of `all` shoes, coups, entries or pages.
    pub(crate) fn new(what: &str, all: u64, json: bool) -> Self {
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, about {{eta}} more");
        Self::drawn_as(&template, Some(all), json)
    }

    /// A program that reads JSON looks at no bar, even if its terminal could show one.
    fn drawn_as(template: &str, all: Option<u64>, json: bool) -> Self {
        let watched = stderr().is_terminal() && (!json || stdout().is_terminal());
        // It keeps count from the beginning, seen or not, to know how long the rest will take.
        let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::hidden());
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { bar, watched }
    }

    /// So many more are done.
    pub(crate) fn add(&mut self, more: u64) {
        self.draw();
        self.bar.inc(more);
    }

    /// So many are done, of so many.
    pub(crate) fn reach(&mut self, done: u64, all: u64) {
        self.draw();
        self.bar.set_length(all);
        self.bar.set_position(done);
    }

    fn draw(&self) {
        if self.watched && self.bar.is_hidden() && self.bar.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A count of rows, however many there will be.
pub(crate) struct Rows {
    progress: Progress,
    seen: u64,
}

impl Rows {
    /// Of a command that answers in JSON or not.
    pub(crate) fn new(json: bool) -> Self {
        let progress = Progress::drawn_as("{spinner} {human_pos} rows, {per_sec}", None, json);
        Self { progress, seen: 0 }
    }

    /// One more was read or written.
    pub(crate) fn one_more(&mut self) {
        self.seen = self.seen.saturating_add(1);
        if self.seen.is_multiple_of(STEP) {
            self.progress.add(STEP);
        }
    }
}
