//! What a slip costs, from its socket to the answer, the commit and the patron's other messages included.
//!
//! The real program serves from a new SQLite file, one start after the other. At a table with a thousand patrons, each
//! on its own socket, it is measured with no slips (the floor), with one slip a patron one after the other at two
//! paces, and with one and with four slips a patron all at once. Every slip must be accepted once, and every wallet be
//! as in the patron's own book. Patrons and server share the processors, so figures of one run are compared with each
//! other only. The run fails when a limit is not held.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench talks to the person who runs it")]

mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use load::serve::{Server, Serving};
use load::slips::{Load, Span, Stage, Terms};

use report::{Contender, Figures, Report};

/// How long after betting opened a span begins, so that everybody has the frame.
const PAUSE: Duration = Duration::from_millis(300);
/// How much longer than both betting is.
const MARGIN: Duration = Duration::from_millis(700);
/// How often the spans that are compared with each other are measured at each start: the floor, one and four at once.
/// One span alone is off by a third at times, by how many slips happen to share a commit.
const TAKES: u32 = 5;

/// What a slip costs the server, and how long thousands of slips at once wait for their answers.
#[derive(Parser)]
#[command(name = "cargo xtask bench slips", max_term_width = 100)]
struct Args {
    /// The program to serve with [default: that of the release build]
    #[arg(long, value_name = "FILE")]
    punto: Option<PathBuf>,
    /// The program of another revision, to be measured in the same run
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    /// How many patrons there are
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    patrons: u32,
    /// How many tables the patrons spread over
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tables: u32,
    /// How often each program is started and measured
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,
    /// How long each load is measured, in milliseconds
    #[arg(long, default_value_t = 4_000, value_name = "MS", value_parser = clap::value_parser!(u32).range(500..=600_000))]
    span: u32,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// Measure once with few patrons, and hold nothing to the limits
    #[arg(long)]
    test: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let mut args = Args::parse();
    if !args.bench && !args.test {
        // Built as a test: there is nothing to be measured.
        return ExitCode::SUCCESS;
    }
    if args.test {
        (args.patrons, args.times, args.span) = (20, 1, 1_000);
    }
    match compare(&args) {
        Ok(report) => {
            println!("{}", if args.json { report.json() } else { report.text() });
            if args.test || report.held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn compare(args: &Args) -> Result<Report, String> {
    let ours = (Contender::Punto, args.punto.clone().map_or_else(release_build, Ok)?);
    let before = args.before.clone().map(|program| (Contender::Before, program));
    let mut contenders: Vec<_> = std::iter::once(ours).chain(before).collect();
    let mut report = Report::new(args.patrons, args.tables, args.span);
    let starts = u64::from(args.times).saturating_mul(u64::try_from(contenders.len()).unwrap_or(1));
    let progress = progress(starts.saturating_mul(spans(args)));
    for _ in 0..args.times {
        for (contender, program) in &contenders {
            progress.set_message(contender.name());
            let figures = measure(args, program, &progress);
            report.add(*contender, figures.map_err(|failure| format!("{}: {failure}", contender.name()))?);
        }
        // Neither is always the first.
        contenders.reverse();
    }
    progress.finish_and_clear();
    Ok(report)
}

/// Starts a program and measures it once.
fn measure(args: &Args, program: &Path, progress: &ProgressBar) -> Result<Figures, String> {
    let span = Duration::from_millis(u64::from(args.span));
    let betting = u32::try_from((PAUSE + span + MARGIN).as_millis()).map_err(|_| "too long")?;
    let server = Server::start(&Serving {
        punto: program.to_owned(),
        database: None,
        tables: args.tables,
        betting_ms: betting,
        card_ms: 10,
        result_ms: 200,
    })?;
    let terms = Terms { tables: (1..=args.tables).collect(), patrons: args.patrons, span, pause: PAUSE };
    let mut stage = Stage::open(server.address, server.process(), terms)?;
    let mut next = |load| {
        let span = stage.measure(load)?;
        progress.inc(1);
        Ok::<_, String>(span)
    };
    next(Load::AtOnce(4))?;
    // In turns: patrons who place nothing for several rounds lose their seats.
    let (mut nothing, mut four, mut one) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..takes(args) {
        nothing.push(next(Load::Nothing)?);
        four.push(next(Load::AtOnce(4))?);
        one.push(next(Load::AtOnce(1))?);
    }
    let (nothing, four, one) = (median(nothing)?, median(four)?, median(one)?);
    let (slow, brisk) = (next(Load::Single(slow(span)))?, next(Load::Single(brisk(span)))?);
    let figures = Figures { nothing, slow, brisk, four, one };
    stage.finish()?;
    match server.complaints().first() {
        Some(complaint) => Err(format!("the server's log has: {complaint}")),
        None => Ok(figures),
    }
}

/// The span with the median cost.
fn median(mut spans: Vec<Span>) -> Result<Span, String> {
    spans.sort_by_key(|span| span.cpu);
    let middle = spans.len() / 2;
    spans.into_iter().nth(middle).ok_or_else(|| "no span was measured".to_owned())
}

/// How often the spans that are compared are measured.
const fn takes(args: &Args) -> u32 {
    if args.test { 1 } else { TAKES }
}

/// How many spans a measurement has: one to warm up, three that are repeated, and those of the two paces.
fn spans(args: &Args) -> u64 {
    u64::from(takes(args)) * 3 + 3
}

/// How long single slips take at a slow pace: the rest of the span is for the last answers.
fn slow(span: Duration) -> Duration {
    span * 9 / 10
}

/// How long single slips take at a brisk pace.
fn brisk(span: Duration) -> Duration {
    span / 10
}

/// The program that `cargo build --release` puts into the folder above this one.
fn release_build() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.parent().and_then(Path::parent).ok_or("name the program with --punto")?;
    Ok(folder.join("punto"))
}

/// A progress bar, which draws nothing outside a terminal.
fn progress(spans: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} spans, {msg}");
    let bar = ProgressBar::new(spans);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
