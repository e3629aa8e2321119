//! `punto witness`: keeps signed copies of where the bulletins of a house stand, and notices when the house's record no
//! longer goes on from them.

mod follow;
mod heads;

use std::path::{Path, PathBuf};

use fair::PublicKey;
use house::SystemClock;
use house::ports::Clock as _;
use serde::Serialize;
use wire::proofs::{Bulletins, SignedText};

use self::follow::Record;
use self::heads::{Head, Heads, Seen};
use crate::lines::{Problem, print};
use crate::progress::Progress;
use crate::remote::Remote;

const HELP: &str = "\
A house signs where the bulletins of all its tables stand. The command fetches
that text and adds it as a line of JSON to FILE, with the time of this machine,
if it goes on from the last line: each bulletin since then must follow the one
before it, a new key must be announced by the old one, and no shoe may be
committed or opened a second time. At most 1,000,000 new bulletins of a table
are followed in one run.

If it does not go on, FILE stays as it is, and what the house signed now goes to
FILE.differs. Keep both: together they show that the house has changed what it
had published. Run the command from time to time on a machine that the house
does not own, and give copies of FILE to others; a time stamp of a third party
on FILE shows strangers when something was public.

The exit status is 1 if the house's record does not go on, and 2 for bad
arguments.

Examples:
  punto witness http://127.0.0.1:7777 heads.jsonl
  punto witness http://127.0.0.1:7777 heads.jsonl --json --key \\
      d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

/// The arguments of `witness`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The address of the house, which begins with http://.
    #[arg(value_name = "URL")]
    server: String,
    /// Where the copies are kept; made if it is missing.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The house's public key, as 64 hex digits; by default that of the last copy.
    #[arg(long, value_name = "PUBLIC")]
    key: Option<PublicKey>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What was found of a table, or of the key.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Finding {
    /// The table; none for what is about the whole house.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<u32>,
    failed: bool,
    reason: String,
}

#[derive(Serialize)]
struct JsonReport<'a> {
    /// Whether the record goes on, so that the copy was added.
    added: bool,
    findings: &'a [Finding],
    /// Where what the house signed now was written.
    file: String,
}

/// Adds a copy to the file; true if the record goes on from the last one.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let before = heads::last_in(&args.file)?;
    let remote = Remote::new(&args.server)?;
    let signed: SignedText = remote.get("/proofs/heads")?;
    let seen = Seen::new(now(), signed);
    let damaged = |why| Problem::Failure(format!("{} sent no signed heads: {why}", args.server));
    let current = seen.read().map_err(damaged)?;
    let findings = compared(&remote, args, before.as_ref(), &current)?;
    let added = findings.iter().all(|finding| !finding.failed);
    let file = if added { args.file.clone() } else { beside(&args.file) };
    heads::append(&file, &seen)?;
    let file = file.display().to_string();
    let report = JsonReport { added, findings: &findings, file };
    print(&if args.json { to_json(&report)? } else { to_text(&report) })?;
    Ok(added)
}

/// The time of this machine, in milliseconds since 1970.
fn now() -> u64 {
    u64::try_from(SystemClock.now().0).unwrap_or_default()
}

/// The file for what does not go on.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".differs");
    PathBuf::from(name)
}

/// What there is to say of each table, and of the key.
fn compared(
    remote: &Remote,
    args: &Args,
    before: Option<&Heads>,
    current: &Heads,
) -> Result<Vec<Finding>, Problem> {
    let (mut findings, mut announced) = (Vec::new(), Vec::new());
    let seen = before.map(|before| &before.tables);
    let behind = |(table, head): (&u32, &Head)| {
        let seen = seen.and_then(|seen| seen.get(table));
        seen.map_or(0, |seen| head.no.saturating_sub(seen.no))
    };
    let mut progress = Progress::new("bulletins", current.tables.iter().map(behind).sum(), args.json);
    for (table, seen) in seen.into_iter().flatten() {
        let (failed, reason) = match since(remote, (*table, *seen), current, &mut progress)? {
            Ok((new, key)) => {
                announced.push(key);
                (false, format!("{new} new, up to no {}", seen.no.saturating_add(new)))
            }
            Err(reason) => (true, reason),
        };
        findings.push(Finding { table: Some(*table), failed, reason });
    }
    for (table, head) in &current.tables {
        if !seen.is_some_and(|seen| seen.contains_key(table)) {
            let reason = format!("seen for the first time, at no {}", head.no);
            findings.push(Finding { table: Some(*table), failed: false, reason });
        }
    }
    if let Some(before) = before.filter(|before| before.at > current.at) {
        let reason = format!("the time {} is before that of the last copy, {}", current.at, before.at);
        findings.push(Finding { table: None, failed: true, reason });
    }
    let known = before.map(|before| before.house).or(args.key);
    let is_known = known.is_none_or(|known| known == current.house) || announced.contains(&current.house);
    if !is_known || args.key.is_some_and(|given| given != current.house) {
        let reason = format!("the house signs with another key, {}", current.house);
        findings.push(Finding { table: None, failed: true, reason });
    }
    Ok(findings)
}

/// How many bulletins a table has had since it was seen there, and the key that signs now; or why its record does not
/// go on.
fn since(
    remote: &Remote,
    (table, seen): (u32, Head),
    current: &Heads,
    progress: &mut Progress,
) -> Result<Result<(u64, PublicKey), String>, Problem> {
    let Some(now) = current.tables.get(&table).copied() else {
        return Ok(Err("the house names no bulletin of it".to_owned()));
    };
    let record = match Record::new(table, seen, now) {
        Ok(record) => record,
        Err(why) => return Ok(Err(why)),
    };
    let page = |from, limit| {
        let page: Bulletins =
            remote.get(&format!("/proofs/tables/{table}/bulletins?from={from}&limit={limit}"))?;
        progress.add(u64::try_from(page.bulletins.len()).unwrap_or(limit));
        Ok(page.bulletins)
    };
    let new = now.no.saturating_sub(seen.no);
    Ok(record.follow(page)?.map(|key| (new, key)))
}

fn to_json(report: &JsonReport<'_>) -> Result<String, Problem> {
    let mut text = serde_json::to_string(report).map_err(Problem::failure)?;
    text.push('\n');
    Ok(text)
}

fn to_text(report: &JsonReport<'_>) -> String {
    let line = |Finding { table, failed, reason }: &Finding| {
        let subject = table.map_or_else(|| "house".to_owned(), |table| format!("table {table}"));
        format!("{subject}: {}: {reason}", if *failed { "FAILED" } else { "ok" })
    };
    let mut lines: Vec<String> = report.findings.iter().map(line).collect();
    let file = &report.file;
    lines.push(if report.added {
        format!("Added to {file}.")
    } else {
        format!("The record does not go on. What the house signed is in {file}: keep both.")
    });
    lines.join("\n") + "\n"
}
