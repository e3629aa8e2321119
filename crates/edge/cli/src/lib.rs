//! The `punto` program: parses arguments, runs a command and turns its result into an exit status.
//!
//! Status 0: success. 1: bad input, or the command failed. 2: bad arguments. It is a library so that tests can call
//! [`settle_line`], [`roads_line`], [`odds_line`] and [`dialect_records`] without starting a process.

mod audit;
mod audit_key;
mod backup;
mod certificate;
mod certificate_check;
mod columns;
mod config;
mod data_folder;
mod demonstration;
mod draw;
mod export;
mod figures;
mod import;
mod init;
mod lines;
mod manual;
mod new_file;
mod odds;
mod progress;
mod rebuild;
mod remote;
mod replay;
mod report;
mod rng;
mod roads;
mod rules;
mod rules_arg;
mod scanner;
mod secret_input;
mod serve;
mod settle;
mod simulate;
mod staff;
mod statement;
mod table;
mod verify;
mod witness;
mod wrap;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

const HELP: &str = "\
Exit status: 0 success, 1 bad input or failure, 2 bad arguments.
Run punto help COMMAND for the full help of a command.

Examples:
  punto rules show live-commission
  punto replay corpora/example.shoe
  echo '{\"id\":1,\"rounds\":[\"P\",\"Bb\",\"T\",\"B\"]}' | punto roads --format text";

/// Run and audit baccarat (punto banco) tables: rules, road maps, odds, wallets and ledger.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 80, after_help = HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Audit a store: verify the hash chain, replay every table, recompute the ledger.
    Audit(audit::Args),
    /// Back up a SQLite store while the server runs.
    Backup(backup::Args),
    /// Certify house rules: print a PAR sheet with exact figures, as HTML or JSON, with a digest.
    Certificate(certificate::Args),
    /// Export the history of a store as one file that either kind of store can import.
    Export(export::Args),
    /// Import an exported history into an empty store.
    Import(import::Args),
    /// Write a commented configuration to start from.
    Init(init::Args),
    /// Compute the exact odds of every spot: for a full shoe, a depleted shoe, or in mid-coup.
    Odds(odds::Args),
    /// Rebuild derived tables from history, or verify them with `--check`.
    Rebuild(rebuild::Args),
    /// Report turnover and house result by day, table and spot.
    Report(report::Args),
    /// Replay a .shoe file: explain every coup in words, and draw the roads at the end.
    Replay(replay::Args),
    /// Write shoes or raw random bytes for test laboratories, by the code that tables use.
    Rng(rng::Args),
    /// Compute the five road maps of shoes: one JSON object per line in, one answer per line out.
    Roads(roads::Args),
    /// List, show and check house rules.
    Rules(rules::Args),
    /// Make keys of card-reading shoes, enrol them, and connect those on a serial line.
    Scanner(scanner::Args),
    /// Run the server: baccarat tables over HTTP and WebSocket, with play money for guests.
    Serve(serve::Args),
    /// Settle wagers on coups: one JSON object per line in, one answer per line out.
    Settle(settle::Args),
    /// Simulate coups or whole shoes, compare them with the exact odds, and play betting schemes.
    Simulate(simulate::Args),
    /// Manage members of staff and the tokens of their programs.
    Staff(staff::Args),
    /// List, create, change, halt and close the tables of a house.
    Table(table::Args),
    /// Print a patron's account statement.
    Statement(statement::Args),
    /// Verify the proof files of shoes: every check a line.
    Verify(verify::Args),
    /// Keep signed copies of where the bulletins of a house stand, and check that they go on.
    Witness(witness::Args),
    /// Print the completion script of a shell.
    Completions(manual::CompletionsArgs),
    /// Print the manual page of the program, or write all manual pages to a folder.
    Man(manual::ManArgs),
}

/// Parses the arguments of this process and runs their command.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Audit(args) => audit::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Certificate(args) => certificate::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Rebuild(args) => rebuild::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Rng(args) => rng::run(&args),
        Command::Roads(args) => roads::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Scanner(args) => scanner::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Settle(args) => settle::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Staff(args) => staff::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Statement(args) => statement::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Witness(args) => witness::run(&args),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => problem.report(),
    }
}

/// Answers one line as `punto settle` does; the flag says whether the line could be read.
pub fn settle_line(rules: &baccarat::HouseRules, line: &str) -> (Vec<u8>, bool) {
    let mut reply = Vec::new();
    let good = answers::settle::Settler::new(rules.clone()).answer(Ok(line), &mut reply);
    (reply, good)
}

/// Answers one line as `punto roads` does; the flag says whether the line could be read.
pub fn roads_line(line: &str) -> (Vec<u8>, bool) {
    let mut reply = Vec::new();
    let good = roads::Format::Json.answer(Ok(line), &mut reply);
    (reply, good)
}

/// Answers one line as `punto odds --lines` does; the flag says whether the line was good.
pub fn odds_line(rules: &baccarat::HouseRules, line: &str) -> (Vec<u8>, bool) {
    let (mut answerer, mut reply) = (answers::odds::Answerer::new(rules.clone(), None), Vec::new());
    let good = answerer.receive(Ok(line), &mut reply);
    answerer.flush(&mut reply);
    reply.truncate(reply.trim_ascii_end().len());
    (reply, good)
}

/// What the bridge of a shoe on a serial line records, in the dialect `angel-eye`, when these bytes come in these
/// pieces.
pub fn dialect_records(pieces: &[&[u8]]) -> Vec<::scanner::What> {
    scanner::dialect_records(pieces)
}
