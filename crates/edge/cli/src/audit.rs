//! `punto audit`: everything a store holds, done again from its beginning. Reads the rows and tells what came of it;
//! what must be true is not its business.

mod export;
mod report;

use std::fs;
use std::path::{Path, PathBuf};

use audit::{Deviation, Trust, Walk};
use house::ports::StoreFailure;
use journal::{Signed, Verifier};

use crate::lines::{Problem, print};
use crate::progress::Rows;
use crate::serve::{Where, settings};
use export::Export;
use report::Report;

const HELP: &str = "\
Every log is walked from its first entry: numbers without a gap, time that does
not run back, a digest that covers the entry, the money it moved and all before
it. Every table is played again under its house rules: cards in the order of the
shoe that its seed makes, every settlement, void and correction recomputed,
every transfer what the events ask for. Then the whole ledger is posted again,
and balances, holds and all that is kept beside the events must be what comes
out. The first thing that is not as it should be is reported. Remarks name what is
valid and unusual: corrections of a shuffled shoe by cards that it did not deal,
which can no longer be made.

It reads as of one moment and changes nothing; a server may run meanwhile.

The house rules are those on record: every shoe names them, and their whole text
stands in the house's log. Only shoes from before that was kept want the rules
that punto serve would take: the built-in tables, or a file of tables, those
that were closed since among them.

Digests show changes, unless all of them are computed anew: whoever can write to
a store can do that. The checkpoints that punto serve signed must fit what is
walked. Give the public key that it says at its start: without it, all that is
known is that one key signed them all. And export a checkpoint now and then,
keep it where they cannot write, and hand it in at the next audit: it shows what
is missing at the end.

Examples:
  punto audit
  punto audit --json \\
      --key 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c
  punto audit --database postgres://punto@db.example/house --tables tables.toml
  punto audit --export-checkpoint today.txt --audit-key /media/stick/key
  punto audit --checkpoint yesterday.txt";

/// What `audit` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// The TOML file with the tables that were run, instead of the two built-in ones, for shoes without rules on
    /// record.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// The record of certificates that were agreed on, instead of certificates.txt beside each rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// The public key that checkpoints must be signed with, as 64 hex digits; once more for each that ever was.
    #[arg(long, value_name = "PUBLIC")]
    key: Vec<String>,
    /// A checkpoint that was kept elsewhere.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where to write a checkpoint of this audit, signed, when all is as it should be.
    #[arg(long, value_name = "FILE", requires = "audit_key")]
    export_checkpoint: Option<PathBuf>,
    /// The file with the secret key that signs it; it is made if there is none.
    #[arg(long, value_name = "FILE")]
    audit_key: Option<PathBuf>,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

/// Walks everything; true when all is as it should be.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let tables = settings(args.tables.as_deref(), args.certificates.as_deref())?;
    let keys = args.key.iter().map(|key| Verifier::from_hex(key)).collect::<Result<Vec<_>, _>>();
    let mut trust = Trust::new(keys.map_err(|error| Problem::Usage(format!("--key: {error}")))?);
    let copy = args.checkpoint.as_deref().map(read_checkpoint).transpose()?;
    // Before the walk, which may take hours.
    let export = match (&args.export_checkpoint, &args.audit_key) {
        (Some(output), Some(key)) => Some(Export::begin(output, key)?),
        _ => None,
    };
    let report = match copy.as_ref().map_or(Ok(()), |copy| trust.copy(copy)) {
        Ok(()) => walk(args, Walk::new(tables, trust))?,
        Err(deviation) => Report::Deviation(deviation.into()),
    };
    let given = !args.key.is_empty();
    print(&if args.json { report.in_json(given) } else { report.in_words(given) })?;
    if let (Report::Clean(walked), Some(export)) = (&report, export) {
        export.finish(walked, copy.as_ref())?;
    }
    Ok(report.is_clean())
}

fn read_checkpoint(path: &Path) -> Result<Signed, Problem> {
    let text = fs::read_to_string(path).map_err(|error| {
        Problem::Usage(format!("cannot read a checkpoint from {}: {error}", path.display()))
    })?;
    text.parse().map_err(|error| Problem::Input(format!("{}: {error}", path.display())))
}

fn walk(args: &Args, mut walk: Walk) -> Result<Report, Problem> {
    let (mut rows, mut found) = (Rows::new(args.json), None::<Deviation>);
    let read = args.place.records(&mut |record| {
        rows.one_more();
        found = walk.take(record).err();
        found.is_none()
    });
    drop(rows);
    Ok(match (found, read) {
        (Some(deviation), _) => Report::Deviation(deviation.into()),
        (None, Err(StoreFailure::Corrupt(said))) => Report::unreadable(said),
        (None, Err(failure)) => return Err(Problem::failure(failure)),
        (None, Ok(())) => match walk.finish() {
            Ok(walked) => Report::Clean(walked),
            Err(deviation) => Report::Deviation(deviation.into()),
        },
    })
}
