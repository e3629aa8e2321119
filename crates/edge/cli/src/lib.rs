//! The `punto` program: reads arguments, calls a command, turns what came of it into an exit status.
//!
//! Status 0: done. 1: something in the input was bad or could not be done. 2: bad arguments. It is a library
//! so that [`settle_line`], [`roads_line`] and [`odds_line`] can be held to their laws without starting a process.

mod audit;
mod audit_key;
mod backup;
mod certificate;
mod columns;
mod draw;
mod export;
mod figures;
mod import;
mod lines;
mod manual;
mod new_file;
mod odds;
mod progress;
mod rebuild;
mod replay;
mod reply;
mod report;
mod roads;
mod rules;
mod rules_arg;
mod serve;
mod settle;
mod simulate;
mod statement;
mod supervisor;
mod wrap;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

const HELP: &str = "\
Status 0: all was done. 1: something in the input was bad. 2: the arguments
were. punto help COMMAND tells all of a command.

Examples:
  punto rules show live-commission
  punto replay corpora/example.shoe
  echo '{\"id\":1,\"rounds\":[\"P\",\"Bb\",\"T\",\"B\"]}' | punto roads --format text";

/// A complete baccarat (punto banco) system: its rules, its road maps and its tables.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 80, after_help = HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Walk all that a house has on record, and do everything again: play, money, ledger.
    Audit(audit::Args),
    /// Copy the file of a house while it is served.
    Backup(backup::Args),
    /// Certify house rules: every figure exactly, as a page to print and as JSON, with a digest.
    Certificate(certificate::Args),
    /// Write all that happened into one file that either store takes in.
    Export(export::Args),
    /// Bring what was exported into an empty store.
    Import(import::Args),
    /// Count what every spot is worth, exactly: from a full shoe, one that cards have left, or in mid-coup.
    Odds(odds::Args),
    /// Make balances and all else that follows from history anew, or check that it is stored so.
    Rebuild(rebuild::Args),
    /// Tell what was staked and paid, day by day, table by table, spot by spot.
    Report(report::Args),
    /// Retell a .shoe file: every coup, its draws and totals in words, the roads at the end.
    Replay(replay::Args),
    /// Fold rounds into the five road maps: one JSON object a line in, one answer a line out.
    Roads(roads::Args),
    /// List, show and check house rules.
    Rules(rules::Args),
    /// Run the tables, over HTTP, with play money for guests.
    Serve(serve::Args),
    /// Settle wagers on coups: one JSON object a line in, one a line out.
    Settle(settle::Args),
    /// Deal coups or whole shoes by chance, against the exact law, and play betting schemes on them.
    Simulate(simulate::Args),
    /// Keep the file of those who may void and correct rounds.
    Supervisor(supervisor::Args),
    /// Tell what each movement of a patron's money was for.
    Statement(statement::Args),
    /// Write what a shell needs to complete this program's arguments.
    Completions(manual::CompletionsArgs),
    /// Write the manual: its first page, or all pages into a folder.
    Man(manual::ManArgs),
}

/// Does what the arguments of this process ask for.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Audit(args) => audit::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Certificate(args) => certificate::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Rebuild(args) => rebuild::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Roads(args) => roads::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Settle(args) => settle::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Supervisor(args) => supervisor::run(&args),
        Command::Statement(args) => statement::run(&args),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => problem.report(),
    }
}

/// What `punto settle` answers to one line under these house rules, and whether the line could be read.
pub fn settle_line(rules: &baccarat::HouseRules, line: &str) -> (Vec<u8>, bool) {
    let mut reply = Vec::new();
    let good = settle::Settler::new(rules.clone()).answer(Ok(line), &mut reply);
    (reply, good)
}

/// What `punto roads` answers to one line, and whether it could be read.
pub fn roads_line(line: &str) -> (Vec<u8>, bool) {
    let mut reply = Vec::new();
    let good = roads::Format::Json.answer(Ok(line), &mut reply);
    (reply, good)
}

/// What `punto odds --lines` answers to one line under these house rules, and whether the line was good.
pub fn odds_line(rules: &baccarat::HouseRules, line: &str) -> (Vec<u8>, bool) {
    let (mut answerer, mut reply) = (odds::Answerer::new(rules.clone(), None), Vec::new());
    let good = answerer.take(Ok(line), &mut reply);
    answerer.answer_kept(&mut reply);
    reply.truncate(reply.trim_ascii_end().len());
    (reply, good)
}
