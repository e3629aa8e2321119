//! How far a long run has come, on a terminal. Says nothing of a short one, or where nobody looks.

use std::io::{IsTerminal as _, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that ends before this is not drawn.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    watched: bool,
}

impl Progress {
    /// Of a run of `all` shoes or coups. A program that reads JSON looks at no bar, even if its terminal could show one.
    pub(super) fn new(what: &str, all: u64, json: bool) -> Self {
        let watched = stderr().is_terminal() && (!json || stdout().is_terminal());
        // It keeps count from the beginning, seen or not, to know how long the rest will take.
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden());
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, about {{eta}} more");
        let bar = match ProgressStyle::with_template(&template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { bar, watched }
    }

    /// So many more are done.
    pub(super) fn add(&mut self, more: u64) {
        if self.watched && self.bar.is_hidden() && self.bar.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(more);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
