//! What a delivery costs: one table fans its frames out to thousands of sockets, against a plain broadcast server on
//! Node's `ws` with the same bytes at the same pace.
//!
//! Each server runs in a process of its own, one after the other and several times. Rounds are played by the real
//! server; a permit for each commit sets their pace. The control repeats the recorded frames. The figures of one run
//! are compared with each other only. The run fails when a limit is not held.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench talks to the person who runs it")]

mod audience;
mod contender;
mod house_server;
mod recording;
mod report;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use contender::{Contender, Kind};
use report::Report;
use run::{Pace, measure};

/// What a delivery to one of thousands of sockets costs.
#[derive(Parser)]
#[command(name = "cargo xtask bench fanout", max_term_width = 100)]
struct Args {
    /// How many sockets watch the table, in one measurement after the other
    #[arg(long, value_delimiter = ',', default_value = "2500,5000,10000", value_name = "SOCKETS",
          value_parser = clap::value_parser!(u32).range(1..=18_000))]
    sockets: Vec<u32>,
    /// How often each server is measured with each number of sockets
    #[arg(long, default_value_t = 5, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,
    /// How many seconds the frames come at the pace, and how many as fast as they can
    #[arg(long, default_value_t = 8, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How many commits of the table there are in a second at the pace
    #[arg(long, default_value_t = 4, value_name = "COMMITS", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pace: u32,
    /// How many commits may be under way as fast as they can
    #[arg(long, default_value_t = 4, value_name = "COMMITS", value_parser = clap::value_parser!(u32).range(1..=64))]
    ahead: u32,
    /// This benchmark built from another revision, to be measured in the same run
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,
    /// The folder of the control with its installed packages; none leaves the control out
    #[arg(long, value_name = "DIR")]
    control: Option<PathBuf>,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// Run the server
    #[arg(long, hide = true)]
    serve: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.serve {
        return house_server::run();
    }
    if !args.bench {
        // Built as a test: there is nothing to be measured.
        return ExitCode::SUCCESS;
    }
    match compare(&args) {
        Ok(report) => {
            println!("{}", if args.json { report.json() } else { report.text() });
            if report.held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn compare(args: &Args) -> Result<Report, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("recording.json");
    let pace = Pace {
        length: Duration::from_secs(args.seconds),
        gap: Duration::from_secs(1) / args.pace,
        ahead: args.ahead,
    };
    let mut report = Report::new(&args.sockets);
    for sockets in &args.sockets {
        for time in 1..=args.times {
            eprintln!("... {sockets} sockets, {time} of {}", args.times);
            let (ours, recording) = measure(Contender::start(&Kind::Punto)?, *sockets, pace, None)?;
            report.add(*sockets, Kind::PUNTO, ours);
            if let Some(program) = &args.before {
                let before = Kind::Before { program: program.clone() };
                let (before, _) = measure(Contender::start(&before)?, *sockets, pace, None)?;
                report.add(*sockets, Kind::BEFORE, before);
            }
            if let Some(control) = &args.control {
                recording.write(&file)?;
                let control = Kind::Control { folder: control.clone(), recording: file.clone() };
                let server = Contender::start(&control)?;
                let (control, _) = measure(server, *sockets, pace, Some(&recording))?;
                report.add(*sockets, Kind::CONTROL, control);
            }
        }
    }
    Ok(report)
}
