//! How far a long run has come, on a terminal. Says nothing of a short one, or where nobody looks.

use std::io::{IsTerminal as _, stderr, stdout};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// What is drawn once a run takes longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Draws a bar on standard error.
pub(super) struct Progress {
    begun: Instant,
    watched: bool,
    what: &'static str,
    all: u64,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of a run of `all` shoes or coups. A program that reads JSON looks at no bar, even if its terminal could show one.
    pub(super) fn new(what: &'static str, all: u64, json: bool) -> Self {
        let watched = stderr().is_terminal() && (!json || stdout().is_terminal());
        Self { begun: Instant::now(), watched, what, all, done: 0, bar: None }
    }

    /// So many more are done.
    pub(super) fn add(&mut self, more: u64) {
        self.done += more;
        if self.watched && self.bar.is_none() && self.begun.elapsed() > PATIENCE {
            self.bar = Some(bar(self.what, self.all));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }
}

fn bar(what: &str, all: u64) -> ProgressBar {
    let bar = ProgressBar::new(all);
    let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, about {{eta}} more");
    ProgressStyle::with_template(&template).map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
