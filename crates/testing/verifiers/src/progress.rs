//! The bar that shows how far a run is.

use indicatif::{ProgressBar, ProgressStyle};

/// On a terminal only; elsewhere it draws nothing.
pub(crate) fn progress(what: &str, all: u64) -> ProgressBar {
    let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
    let bar = ProgressBar::new(all);
    ProgressStyle::with_template(&template).map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
