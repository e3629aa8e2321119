//! What a card costs in time at live tables, from the sensor to the store and to a patron's socket.
//!
//! The real program serves twelve live tables from a new SQLite file. At each of them a simulated shoe is dealt over
//! its socket by a dealer over HTTP, and a patron watches on a socket. A record counts from the moment it is sent to
//! its ack, which comes when it is durable with the card that follows, and to the frame with that card. The control
//! is one fsync of a page beside the store, before and after. Then a device falls silent, another one is revoked,
//! records are verified, and a second server records the film of all tables. The run fails when a limit is not held.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench talks to the person who runs it")]

mod dealing;
mod filming;
mod floor;
mod report;
mod studio;
mod verifying;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use report::Report;
use studio::Studio;

/// How long a card takes at live tables, and how soon a lost or revoked device is noticed.
#[derive(Parser)]
#[command(name = "cargo xtask bench live", max_term_width = 100)]
struct Args {
    /// The program to serve with [default: that of the release build]
    #[arg(long, value_name = "FILE")]
    punto: Option<PathBuf>,
    /// How many live tables there are
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=40))]
    tables: u32,
    /// How long cards are dealt, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    seconds: u32,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// Measure two tables for a short time, and hold nothing to the limits
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
        (args.tables, args.seconds) = (2, 8);
    }
    match measure(&args) {
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

fn measure(args: &Args) -> Result<Report, String> {
    let punto = args.punto.clone().map_or_else(release_build, Ok)?;
    let mut studio = Studio::open(&punto, args.tables)?;
    let mut shoes = studio.enrol()?;
    let mut report = Report { tables: args.tables, ..Report::default() };
    report.control = studio.fsyncs()?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let span = Duration::from_secs(args.seconds.into());
    dealing::deal(&runtime, &studio, &mut shoes, span, &mut report)?;
    report.control.append(&mut studio.fsyncs()?);
    dealing::fall_silent(&runtime, &studio, &mut shoes, &mut report)?;
    dealing::revoke(&runtime, &mut studio, &mut shoes, &mut report)?;
    verifying::verify(&mut report)?;
    drop(studio);
    filming::film(&punto, args.tables, span, &mut report)?;
    Ok(report)
}

/// The program that `cargo build --release` puts into the folder above this one.
fn release_build() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.parent().and_then(std::path::Path::parent).ok_or("name the program with --punto")?;
    Ok(folder.join("punto"))
}
