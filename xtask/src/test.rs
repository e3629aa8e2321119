//! `cargo xtask test`: everything that must hold before a change is taken, one step after the other, each
//! with a heading and its time. `steps` says what a step does; this file runs them and counts.

mod steps;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;
use xshell::Shell;

use steps::{Done, Step};

/// Run all tests, or the steps named; stop at the first that fails.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The steps to run [default: all, in this order]
    steps: Vec<Step>,
    /// Only the steps that need neither a browser nor a network
    #[arg(long, conflicts_with = "steps")]
    quick: bool,
    /// Run the remaining steps even after one has failed
    #[arg(long)]
    keep_going: bool,
}

/// Runs the steps. The tally is printed last, also after a failure.
pub(crate) fn run(sh: &Shell, args: &Args) -> ExitCode {
    let steps: Vec<Step> = match args.steps.as_slice() {
        [] => Step::value_variants().iter().copied().filter(|step| !args.quick || step.is_quick()).collect(),
        chosen => chosen.to_vec(),
    };
    let report = run_all(&steps, args.keep_going, |step| step.run(sh));
    println!("\n{}", report.text());
    if report.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The result of each step that was begun, and the number of those that were not.
struct Report {
    begun: Vec<(String, Result<Done>, Duration)>,
    not_begun: usize,
}

/// Runs the steps in order, up to the first failure or to the end.
fn run_all(steps: &[Step], keep_going: bool, run: impl Fn(Step) -> Result<Done>) -> Report {
    let mut begun = Vec::new();
    for step in steps {
        println!("\n=== {}: {} ===", step.name(), step.about());
        let start = Instant::now();
        let result = run(*step);
        let failed = result.is_err();
        let end = (step.name(), result, start.elapsed());
        println!("{}", line(&end));
        begun.push(end);
        if failed && !keep_going {
            break;
        }
    }
    Report { not_begun: steps.len() - begun.len(), begun }
}

impl Report {
    fn failed(&self) -> usize {
        self.begun.iter().filter(|(_, result, _)| result.is_err()).count()
    }

    fn passed(&self) -> usize {
        let passed = |result: &Result<Done>| matches!(result, Ok(Done::Passed | Done::PassedBut(_)));
        self.begun.iter().filter(|(_, result, _)| passed(result)).count()
    }

    /// A line for each step, and the tally alone on the last line, where programs look for it.
    fn text(&self) -> String {
        let mut lines: Vec<String> = self.begun.iter().map(line).collect();
        if self.not_begun > 0 {
            lines.push(format!("not begun: {} (--keep-going begins them all)", self.not_begun));
        }
        lines.push(format!("{} passed, {} failed", self.passed(), self.failed()));
        lines.join("\n")
    }
}

fn line((name, result, time): &(String, Result<Done>, Duration)) -> String {
    let outcome = match result {
        Ok(Done::Passed) => "passed".to_owned(),
        Ok(Done::PassedBut(notice)) => format!("passed, but {notice}"),
        Ok(Done::Skipped(why)) => format!("skipped: {why}"),
        Err(failure) => format!("FAILED: {failure:#}"),
    };
    format!("{name:<8} {:>6.1} s  {outcome}", time.as_secs_f32())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One step of each result, and one after them.
    fn report(keep_going: bool) -> Report {
        let steps = [Step::Fmt, Step::Web, Step::Deny, Step::Clippy, Step::Unit];
        run_all(&steps, keep_going, |step| match step {
            Step::Web => Ok(Done::Skipped("no web/ here".to_owned())),
            Step::Deny => Ok(Done::PassedBut("nobody answered".to_owned())),
            Step::Clippy => Err(anyhow::anyhow!("a warning")),
            _ => Ok(Done::Passed),
        })
    }

    #[test]
    fn the_first_failure_stops_the_run() {
        let text = report(false).text();
        assert!(text.contains("not begun: 1 "), "{text}");
        assert!(text.contains("FAILED: a warning"), "{text}");
        assert_eq!(text.lines().last(), Some("2 passed, 1 failed"), "a skipped step counts as neither");
    }

    #[test]
    fn keep_going_begins_every_step() {
        let report = report(true);
        assert_eq!((report.passed(), report.failed(), report.not_begun), (3, 1, 0));
    }
}
