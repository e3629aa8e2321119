//! Bots on real sockets play real rounds on a server and check their own money, for as long as they are told.
//!
//! The server is the real program, with a store of its own, or one that runs already. The bots know it by its JSON
//! alone. The run fails when anything differs, or when a limit is not held.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod options;
mod report;
mod rogues;
mod run;

use std::process::ExitCode;

use clap::Parser;

use crate::options::Options;

fn main() -> ExitCode {
    let options = Options::parse();
    match run::run(&options) {
        Ok(report) => {
            println!("{}", if options.json { report.json() } else { report.text() });
            if report.held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
