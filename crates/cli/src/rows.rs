//! How many rows were read or written, on a terminal. Says nothing of a short run, or where nobody looks.

use std::io::{IsTerminal as _, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that ends before this is not drawn.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many rows count as one step.
const STEP: u64 = 1_024;

/// A count on standard error.
pub(crate) struct Rows {
    bar: ProgressBar,
    watched: bool,
    seen: u64,
}

impl Rows {
    /// A program that reads JSON looks at no count, even if its terminal could show one.
    pub(crate) fn new(json: bool) -> Self {
        let watched = stderr().is_terminal() && (!json || stdout().is_terminal());
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}");
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { bar, watched, seen: 0 }
    }

    /// One more was read or written.
    pub(crate) fn one_more(&mut self) {
        self.seen = self.seen.saturating_add(1);
        if self.watched && self.seen.is_multiple_of(STEP) {
            if self.bar.is_hidden() && self.bar.elapsed() > PATIENCE {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_position(self.seen);
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
