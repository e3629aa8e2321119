//! The result of a run: its tally and its speed, or the command that repeats a failure. Simulates nothing.

use std::fmt::Write as _;
use std::time::Duration;

use auditor::{Deviation, listed};
use punto_faultsim::Tally;

use crate::options::Options;

/// The tally of a run without deviations.
pub(crate) struct Report {
    pub(crate) options: Options,
    pub(crate) tally: Tally,
    /// The same for the same seeds, on any machine.
    pub(crate) history: [u8; 32],
    pub(crate) took: Duration,
}

impl Report {
    /// Tenths of simulated table-hours a second of real time.
    fn pace(&self) -> u128 {
        let simulated = u128::from(self.tally.table_ms) * 10 * 1_000;
        simulated.checked_div(self.took.as_millis().max(1) * 3_600_000).unwrap_or_default()
    }

    /// The beginning of the digest: enough to see a difference.
    fn history(&self) -> String {
        self.history.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    /// For people, at most 80 columns wide.
    pub(crate) fn text(&self) -> String {
        let Self { tally, took, options: Options { seeds, from, store, .. }, .. } = self;
        let last = from.wrapping_add(seeds.saturating_sub(1));
        let pace = self.pace();
        let mut text = String::new();
        let mut line = |what: &str, value: String| {
            let _ = writeln!(text, "{what:<34} {value}");
        };
        line("seeds", format!("{seeds} ({from} to {last}), all clean, on {}", store.word()));
        line("table-hours", format!("{} in {:.1} s", tally.table_ms / 3_600_000, took.as_secs_f64()));
        line("table-hours a second", format!("{}.{}", pace / 10, pace % 10));
        line("rounds settled / void", format!("{} / {}", tally.settled, tally.voided));
        line("slips that count", tally.slips.to_string());
        line("audits", tally.audits.to_string());
        line("digest of all histories", self.history());
        for (what, counts) in [
            ("what went wrong", &tally.faults),
            ("corrections", &tally.corrections),
            ("answers", &tally.answers),
        ] {
            let _ = writeln!(text, "\n{what}");
            for (name, count) in &counts.0 {
                let _ = writeln!(text, "  {name:<32} {count}");
            }
        }
        text.trim_end().to_owned()
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        let Options { seeds, from, store, .. } = self.options;
        let Tally { table_ms, settled, voided, slips, audits, faults, answers, corrections } = &self.tally;
        serde_json::json!({
            "store": store.word(), "from": from, "seeds": seeds, "ms": self.took.as_millis(),
            "history": self.history(),
            "table_ms": table_ms, "rounds_settled": settled, "rounds_voided": voided, "slips": slips,
            "audits": audits, "faults": faults, "answers": answers, "corrections": corrections,
        })
        .to_string()
    }
}

/// A seed that broke a law.
pub(crate) struct Broken {
    pub(crate) seed: u64,
    /// How many seeds were looked at up to it, in their order.
    pub(crate) run: u64,
    pub(crate) options: Options,
    pub(crate) deviations: Vec<Deviation>,
}

impl Broken {
    /// The deviations, and the command that repeats them.
    pub(crate) fn text(&self) -> String {
        let Self { seed, run, options, deviations } = self;
        let mut lines = listed(deviations, 12);
        lines.push(format!("found by the seed number {run}; to see it again:"));
        lines.push(format!("  cargo xtask sim --seeds 1 --from {seed} {}\n", options.words()));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use punto_faultsim::StoreKind;

    use super::*;

    const OPTIONS: Options =
        Options { store: StoreKind::Memory, from: 7, seeds: 10_000, live: false, rounds: 40 };

    #[test]
    fn a_report_fits_a_terminal() {
        let mut tally = Tally { table_ms: 36_000_000, settled: 12, ..Tally::default() };
        tally.faults.add("crash before a commit", 1_234_567);
        let took = Duration::from_secs(4);
        let options = Options { store: StoreKind::Sqlite, ..OPTIONS };
        let report = Report { options, tally, history: [7; 32], took };
        let text = report.text();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("table-hours a second               2.5"), "{text}");
        assert!(text.contains("digest of all histories            0707070707070707\n"), "{text}");
        assert!(report.json().contains("\"crash before a commit\":1234567"));
    }

    #[test]
    fn a_failure_report_ends_with_the_command_that_shows_it_again() {
        let deviation = |n| Deviation::new("ledger", format!("number {n}"));
        let deviations = (1..=14).map(deviation).collect();
        let text = Broken { seed: 77, run: 3, options: OPTIONS, deviations }.text();
        assert!(
            text.starts_with("DEVIATION ledger: number 1\n") && text.contains("\nand 2 more\n"),
            "{text}"
        );
        assert!(text.ends_with("\n  cargo xtask sim --seeds 1 --from 77 --store memory\n"), "{text}");
    }
}
