//! The program behind `cargo xtask randomness`: measures many shoes on all processors, shows its progress, and prints a
//! line for each test. Knows no statistics.
#![expect(clippy::print_stdout, reason = "a command line program speaks by printing")]

use std::process::ExitCode;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use indicatif::{ProgressBar, ProgressStyle};
use punto_randomness::{Finding, Source, TABLES, WRONG, findings, measure};
use serde::Serialize;

/// Measure the shuffle of tables against chance; fail if a test is outside of its range.
#[derive(Parser)]
#[command(name = "punto-randomness", max_term_width = 100)]
struct Args {
    /// The number of shoes of eight decks
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(50_000..))]
    shoes: u64,
    /// The shuffle: that of tables, or one with a mistake, which the tests find
    #[arg(long, default_value = "tables", value_parser = sources())]
    shuffle: Source,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

fn sources() -> impl clap::builder::TypedValueParser<Value = Source> {
    let all = || WRONG.into_iter().chain([TABLES]);
    let names = PossibleValuesParser::new(all().map(|source| source.name));
    names.map(move |name| all().find(|source| source.name == name).unwrap_or(TABLES))
}

#[derive(Serialize)]
struct Report<'a> {
    shuffle: &'a str,
    shoes: u64,
    accepted: bool,
    findings: &'a [Finding],
}

fn main() -> ExitCode {
    let Args { shoes, shuffle, json } = Args::parse();
    let bar = progress(shoes);
    let tally = measure(shuffle, &(0..shoes), |more| bar.inc(more));
    bar.finish_and_clear();
    let findings = findings(&tally);
    let accepted = findings.iter().all(Finding::is_accepted);
    if json {
        let report = Report { shuffle: shuffle.name, shoes, accepted, findings: &findings };
        println!("{}", serde_json::json!(report));
    } else {
        print!("{}", text(&findings));
        let outside = findings.iter().filter(|finding| !finding.is_accepted()).count();
        println!(
            "{shoes} shoes, shuffle: {}; {} tests, {outside} outside of their range",
            shuffle.name,
            findings.len()
        );
    }
    if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn text(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let Finding { test, value, from, to } = finding;
        let verdict = if finding.is_accepted() { "ok" } else { "OUTSIDE" };
        format!("{test:<42} {value:>12.3}  {from:>9.3} to {to:>9.3}  {verdict}\n")
    };
    findings.iter().map(line).collect()
}

/// On a terminal only; elsewhere it draws nothing.
fn progress(shoes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} shoes, {eta} left");
    let bar = ProgressBar::new(shoes);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Args::command().debug_assert();
    }
}
