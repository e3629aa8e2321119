//! `punto audit`: verifies all entries of a store and recomputes its play and ledger. Reads the rows and reports the
//! result; the rules of the audit are in the `audit` crate.

mod export;
mod recordings;
mod report;

use std::fs;
use std::path::{Path, PathBuf};

use audit::{Deviation, Trust, Walk};
use house::ports::{Clock as _, StoreFailure};
use journal::{Signed, Verifier};

use crate::audit_key;
use crate::lines::{Problem, print};
use crate::progress::Rows;
use crate::serve::{StoreLocation, table_settings};
use export::Export;
use recordings::{Films, OnRecord};
use report::Report;

const HELP: &str = "\
The audit verifies every log from its first entry: numbers without gaps, times
in order, and a digest that covers the entry, its transfers and all entries
before it. It replays every table under its house rules: the cards follow the
shoe made from its seed, every settlement, void and correction is recomputed,
and the transfers match the events. It then posts the whole ledger again and
compares balances, holds and all other derived rows. It reports the first
deviation and stops. A remark names what is valid and unusual: a correction of a
shuffled shoe by cards that the shoe did not deal, which can no longer be made.

It makes every bulletin again from its event, verifies its signature, and
computes the order of each finished shoe from its secret. The cards of a shoe
in play are verified with --shoe-key alone.

The audit reads one snapshot and changes nothing; the server may keep running.

With --recordings it reads each recorded hour whose digest is in the house log
again, and names those that were changed or are missing. An hour is missing if
it is younger than a week, if somebody holds it, or if an older one is left.

Each shoe names its house rules, and the house log holds their full text. For
shoes opened before the log held it, the audit uses the rules that punto serve
would use: the built-in tables, or the file given with --tables, which must
also list tables closed since.

Digests reveal a change unless someone with write access recomputes all of them.
Signed checkpoints close that gap: the audit verifies those that punto serve
signed. Pass with --key the public key that punto serve prints at start; without
it, the audit proves only that one key signed all checkpoints. Export a
checkpoint from time to time, keep it where nobody with access to the store can
write, and pass it to the next audit: it reveals entries missing at the end.

Examples:
  punto audit
  punto audit --json \\
      --key 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c
  punto audit --database postgres://punto@db.example/house --tables tables.toml
  punto audit --recordings /srv/recordings
  punto audit --export-checkpoint today.txt --audit-key /media/stick/key
  punto audit --checkpoint yesterday.txt";

/// The arguments of `audit`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// A TOML file with the tables, instead of the built-in ones, for shoes without rules in the log.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// The record of agreed certificates, instead of certificates.txt beside each rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// A public key that may sign checkpoints, as 64 hex digits; repeat it for every key ever used.
    #[arg(long, value_name = "PUBLIC")]
    key: Vec<String>,
    /// A checkpoint exported by an earlier audit.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The file for a signed checkpoint of this audit, written if there is no deviation.
    #[arg(long, value_name = "FILE", requires = "audit_key")]
    export_checkpoint: Option<PathBuf>,
    /// The file with the secret key that signs the exported checkpoint; created if missing.
    #[arg(long, value_name = "FILE")]
    audit_key: Option<PathBuf>,
    /// The file with the key that encrypts the secrets of shoes, to verify the cards of the shoes in play.
    #[arg(long, value_name = "FILE")]
    shoe_key: Option<PathBuf>,
    /// The folder of all recordings, to hold their hours against the digests in the house's own log.
    #[arg(long, value_name = "DIR")]
    recordings: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Audits the store; true if there is no deviation.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let tables = table_settings(args.tables.as_deref(), args.certificates.as_deref())?;
    let keys = args.key.iter().map(|key| Verifier::from_hex(key)).collect::<Result<Vec<_>, _>>();
    let mut trust = Trust::new(keys.map_err(|error| Problem::Usage(format!("--key: {error}")))?);
    let copy = args.checkpoint.as_deref().map(read_checkpoint).transpose()?;
    // Opened before the walk, which may take hours.
    let export = match (&args.export_checkpoint, &args.audit_key) {
        (Some(output), Some(key)) => Some(Export::begin(output, key)?),
        _ => None,
    };
    let mut on_record = OnRecord::default();
    let report = match copy.as_ref().map_or(Ok(()), |copy| trust.copy(copy)) {
        Ok(()) => {
            let walker = with_shoe_key(Walk::new(tables, trust), args.shoe_key.as_deref())?;
            walk(args, walker, &mut on_record)?
        }
        Err(deviation) => Report::Deviation(deviation.into()),
    };
    // A log that deviates says nothing of recordings.
    let folder = args.recordings.as_deref().filter(|_| report.is_clean());
    let films = folder.map(|folder| films(&on_record, folder)).transpose()?;
    let given = !args.key.is_empty();
    print(&if args.json {
        report.to_json(given, films.as_ref())
    } else {
        report.to_text(given) + &films.as_ref().map_or_else(String::new, Films::to_text)
    })?;
    if let (Report::Clean(walked), Some(export)) = (&report, export) {
        export.finish(walked, copy.as_ref())?;
    }
    Ok(report.is_clean() && films.is_none_or(|films| films.is_clean()))
}

/// Holds the folder of all recordings against what the log says of them.
fn films(on_record: &OnRecord, folder: &Path) -> Result<Films, Problem> {
    let now = house::SystemClock.now().0;
    let about =
        |error| Problem::Failure(format!("cannot read the recordings in {}: {error}", folder.display()));
    // A folder that is not there would look like one whose hours were all deleted.
    fs::read_dir(folder).map_err(about)?;
    on_record.judged(folder, now).map_err(about)
}

/// The walk, which opens the secrets of shoes where their key is given.
fn with_shoe_key(walk: Walk, file: Option<&Path>) -> Result<Walk, Problem> {
    let Some(file) = file else { return Ok(walk) };
    audit_key::check_there(file)?;
    Ok(walk.with_shoe_key(fair::locked::ShoeKey::new(audit_key::secret(file)?)))
}

fn read_checkpoint(path: &Path) -> Result<Signed, Problem> {
    let text = fs::read_to_string(path).map_err(|error| {
        Problem::Usage(format!("cannot read a checkpoint from {}: {error}", path.display()))
    })?;
    text.parse().map_err(|error| Problem::Input(format!("{}: {error}", path.display())))
}

fn walk(args: &Args, mut walk: Walk, on_record: &mut OnRecord) -> Result<Report, Problem> {
    let (mut rows, mut deviation) = (Rows::new(args.json), None::<Deviation>);
    let read = args.store.records(&mut |record| {
        rows.one_more();
        on_record.take(&record);
        deviation = walk.take(record).err();
        deviation.is_none()
    });
    drop(rows);
    Ok(match (deviation, read) {
        (Some(deviation), _) => Report::Deviation(deviation.into()),
        (None, Err(StoreFailure::Corrupt(message))) => Report::unreadable(message),
        (None, Err(failure)) => return Err(Problem::failure(failure)),
        (None, Ok(())) => match walk.finish() {
            Ok(walked) => Report::Clean(walked),
            Err(deviation) => Report::Deviation(deviation.into()),
        },
    })
}
