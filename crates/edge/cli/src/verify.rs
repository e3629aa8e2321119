//! `punto verify`: runs every check over the proof files of shoes, and prints a line for each. The checks are in the
//! crate `verify`.

mod records;
mod sources;

use std::path::PathBuf;

use fair::shoe::BeaconValue;
use fair::{Bytes, HexError, PublicKey};
use verify::report::SCANNED_LIMIT;
use verify::written::{to_json, to_text};
use verify::{Known, Report, Verdict, WagerFile, check_all};

use crate::lines::{Input, Problem, print};
use crate::verify::records::RecordsFound;

const HELP: &str = "\
Every check prints one line: ok, FAILED or not checked, with place and reason.
No check stops another one. Give the files of several shoes of a table together,
so that a missing shoe and two versions of one record are found as well.

Give the house's key from a place where the house cannot change it for you
alone: without it, the files only prove that one key signed them.

The proof file of a shoe that a device dealt at a live table says which record
each card came from. Give the records of the shoe with it.

A folder stands for its files whose names end in .json. An address that begins
with http:// is fetched; nothing else is. The exit status is 1 if a check FAILED
(with --strict, also if one was not checked), and 2 for bad arguments.

Examples:
  punto verify shoe-41.json
  punto verify shoe-41.json shoe-42.json --key \\
      d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
  punto verify shoes/ --strict
  punto verify http://127.0.0.1:7777/api/v1/proofs/tables/1/shoes/41
  punto verify shoe-41.json --wagers my-round-3.json --json
  punto verify shoe-4.json --records shoe-4.jsonl --device \\
      03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";

/// The arguments of `verify`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The proof files: files, folders, or addresses; - reads standard input.
    #[arg(value_name = "FILE", required_unless_present = "records")]
    files: Vec<String>,
    /// The records of a shoe that a device dealt at a live table: a file, or an address. May be given several times,
    /// with the proof files of the shoes or alone.
    #[arg(long, value_name = "FILE")]
    records: Vec<String>,
    /// The public key of the device of a live table, as 64 hex digits. May be given several times.
    #[arg(long, value_name = "PUBLIC", value_parser = read_hex, requires = "records")]
    device: Vec<PublicKey>,
    /// The house's public key, as 64 hex digits.
    #[arg(long, value_name = "PUBLIC", value_parser = read_hex)]
    key: Option<PublicKey>,
    /// A file with your own wagers of one round.
    #[arg(long, value_name = "FILE")]
    wagers: Option<PathBuf>,
    /// The nonce that your page sent, as 64 hex digits.
    #[arg(long, value_name = "HEX", value_parser = read_hex)]
    nonce: Option<Bytes<32>>,
    /// Fail also if something was not checked.
    #[arg(long)]
    strict: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn read_hex(text: &str) -> Result<Bytes<32>, HexError> {
    text.parse()
}

/// Verifies the files; true if no check failed.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let sources = sources::read(&args.files)?;
    let texts: Vec<&str> = sources.iter().map(|source| source.text.as_str()).collect();
    let wagers = args.wagers.as_ref().map(|path| read_wagers(&Input::at(path))).transpose()?;
    let pairing = |round: u64, value: &BeaconValue| beacon::verify(round, &value.0).is_ok();
    let records = sources::read(&args.records)?;
    let signed: Vec<&str> = records.iter().map(|source| source.text.as_str()).collect();
    let known = Known {
        key: args.key,
        nonce: args.nonce,
        wagers: wagers.as_ref(),
        pairing: Some(&pairing),
        records: &signed,
        devices: &args.device,
    };
    let reports = check_all(&texts, &known);
    let named: Vec<(String, &Report)> = sources.into_iter().map(|source| source.name).zip(&reports).collect();
    let read = |source: sources::Source| records::check(source.name, &source.text, &args.device);
    let records: Vec<RecordsFound> = records.into_iter().map(read).collect();
    print(&if args.json { json_line(&named, &records) } else { text(&named, &records) })?;
    let failed = |report: &Report| report.has_failed() || (args.strict && report.has(Verdict::NotChecked));
    let records_failed =
        |it: &RecordsFound| it.has(Verdict::Failed) || (args.strict && it.has(Verdict::NotChecked));
    Ok(!reports.iter().any(failed) && !records.iter().any(records_failed))
}

/// The lines of all that was checked, and what neither proof files nor records can show.
fn text(reports: &[(String, &Report)], records: &[RecordsFound]) -> String {
    let mut text = if reports.is_empty() { String::new() } else { to_text(reports) };
    text.extend(records.iter().map(RecordsFound::to_text));
    if !records.is_empty() && !text.contains(SCANNED_LIMIT) {
        text.push_str(SCANNED_LIMIT);
        text.push('\n');
    }
    text
}

fn read_wagers(input: &Input) -> Result<WagerFile, Problem> {
    let text = input.read_text()?;
    WagerFile::read(&text).map_err(|error| Problem::Input(format!("{}: {error}", input.name())))
}

fn json_line(reports: &[(String, &Report)], records: &[RecordsFound]) -> String {
    let written = json::write(|to| {
        to.record(|it| {
            to_json(reports, it.field("files"));
            if !records.is_empty() {
                it.field("records").list(records, |to, found| to.record(|it| found.write(it)));
            }
        });
    });
    written + "\n"
}
