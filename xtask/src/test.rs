//! `cargo xtask test`: everything that must hold before a change is taken, one step after the other, each
//! with a heading and its time. What a step does stands in `steps`; this file runs them and counts.

mod steps;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::project::Project;
use crate::shell::Result;

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
pub(crate) fn run(project: &Project, args: &Args) -> ExitCode {
    let steps: Vec<Step> = match args.steps.as_slice() {
        [] => Step::value_variants().iter().copied().filter(|step| !args.quick || step.is_quick()).collect(),
        chosen => chosen.to_vec(),
    };
    let tasks: Vec<Task<'_>> = steps
        .into_iter()
        .map(|step| Task {
            name: step.name(),
            about: step.about(),
            work: Box::new(move || step.run(project)),
        })
        .collect();
    let report = run_all(&tasks, args.keep_going);
    println!("\n{}", report.text());
    if report.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One step with its work.
struct Task<'a> {
    name: String,
    about: String,
    work: Box<dyn Fn() -> Result<Done> + 'a>,
}

/// The result of each step that was begun, and the number of those that were not.
struct Report {
    begun: Vec<(String, Result<Done>, Duration)>,
    not_begun: usize,
}

/// Runs the steps in order, up to the first failure or to the end.
fn run_all(tasks: &[Task<'_>], keep_going: bool) -> Report {
    let mut begun = Vec::new();
    for task in tasks {
        println!("\n=== {}: {} ===", task.name, task.about);
        let start = Instant::now();
        let result = (task.work)();
        let failed = result.is_err();
        begun.push((task.name.clone(), result, start.elapsed()));
        if let Some(last) = begun.last() {
            println!("{}", line(last));
        }
        if failed && !keep_going {
            break;
        }
    }
    Report { not_begun: tasks.len() - begun.len(), begun }
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
        Err(failure) => format!("FAILED: {failure}"),
    };
    format!("{name:<8} {:>6.1} s  {outcome}", time.as_secs_f32())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Failure;

    fn task(name: &str, work: impl Fn() -> Result<Done> + 'static) -> Task<'static> {
        Task { name: name.to_owned(), about: String::new(), work: Box::new(work) }
    }

    fn mixed() -> Vec<Task<'static>> {
        vec![
            task("fmt", || Ok(Done::Passed)),
            task("web", || Ok(Done::Skipped("no web/ here".to_owned()))),
            task("deny", || Ok(Done::PassedBut("nobody answered".to_owned()))),
            task("clippy", || Err(Failure::new("a warning"))),
            task("unit", || Ok(Done::Passed)),
        ]
    }

    #[test]
    fn the_first_failure_stops_the_run() {
        let report = run_all(&mixed(), false);
        assert_eq!((report.passed(), report.failed(), report.not_begun), (2, 1, 1));
        let text = report.text();
        assert!(text.contains("not begun: 1 "), "{text}");
        assert!(text.contains("FAILED: a warning"), "{text}");
        assert_eq!(text.lines().last(), Some("2 passed, 1 failed"));
    }

    #[test]
    fn keep_going_begins_every_step() {
        let report = run_all(&mixed(), true);
        assert_eq!((report.passed(), report.failed(), report.not_begun), (3, 1, 0));
    }

    #[test]
    fn a_skipped_step_counts_as_neither() {
        let report = run_all(&[task("web", || Ok(Done::Skipped("no web/ here".to_owned())))], false);
        assert_eq!(report.text().lines().last(), Some("0 passed, 0 failed"));
    }
}
