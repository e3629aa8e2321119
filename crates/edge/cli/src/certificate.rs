//! `punto certificate`: prints the certificate (PAR sheet) of house rules and records agreed certificates. Computes
//! no figure itself.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use baccarat::HouseRules;
use certificate::{Certificate, Record, put_on_record};

use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile, cannot_write};
use crate::rules_arg;

const HELP: &str = "\
The certificate is the PAR sheet of the house rules: exact counts,
probabilities, house edge, return to player, variance, worst case and the effect
of rounding, with the text of the rules, its digest and the digest of the
certificate. The page needs no other file and prints on A4. The same rules give
the same bytes, so that a test lab can reproduce and compare it. The digests
cover the text as it is, comments included.

When a certificate is agreed, --record writes its digest to a record file:
certificates.txt beside the rules, unless another is named. punto serve refuses
rules from a file unless exactly their certificate is on record.

Examples:
  punto certificate --rules live-commission --output live-commission.html
  punto certificate --rules live-commission --json \\
      | jq -cjS .certificate | sha256sum
  punto certificate --rules mine.toml --record";

/// The arguments of `certificate`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The house rules: a built-in name, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: String,
    /// Print one JSON object, with counts as decimal strings.
    #[arg(long)]
    json: bool,
    /// The file to write instead of standard output; the digest is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Record the digest in this file, or in certificates.txt beside the rules.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["json", "output"])]
    #[expect(
        clippy::option_option,
        reason = "the flag is absent, present without a file, or present with one"
    )]
    record: Option<Option<PathBuf>>,
}

/// Makes the certificate, then writes or records it.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let certificate = of_text(&args.rules, &rules_arg::document(&args.rules)?)?;
    if let Some(record) = &args.record {
        return put(&args.rules, record.as_deref(), &certificate);
    }
    let text = if args.json { certificate.to_json() } else { certificate.to_html() };
    let Some(output) = &args.output else {
        print(&text)?;
        return Ok(true);
    };
    fs::write(output, text).map_err(|error| cannot_write(output, &error))?;
    print(&line(&certificate))?;
    Ok(true)
}

/// Makes the certificate of a document, which error messages call `name`.
pub(crate) fn of_text(name: &str, text: &str) -> Result<Certificate, Problem> {
    Certificate::of(text).map_err(|errors| rules_arg::faulty(name, &errors))
}

/// The default record of a rules file.
pub(crate) fn record_beside(rules: &Path) -> PathBuf {
    rules.with_file_name("certificates.txt")
}

/// Reads a record; a missing file is an empty record.
pub(crate) fn read_record(path: &Path) -> Result<Record, Problem> {
    record_text(path)?.parse().map_err(|error| {
        Problem::Input(format!("{} is not a record of certificates: {error}", path.display()))
    })
}

fn record_text(path: &Path) -> Result<String, Problem> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Problem::Input(format!("cannot read {}: {error}", path.display()))),
        Ok(text) => Ok(text),
    }
}

fn put(rules: &str, record: Option<&Path>, certificate: &Certificate) -> Result<bool, Problem> {
    if HouseRules::builtin_text(rules).is_some() {
        return Err(Problem::Usage(format!("{rules} is built in; the program already holds its record")));
    }
    let path = record.map_or_else(|| record_beside(Path::new(rules)), Path::to_owned);
    let before = read_record(&path)?.digest(&certificate.rules.id);
    let text = put_on_record(&record_text(&path)?, certificate)
        .map_err(|error| Problem::Input(format!("{}: {error}", path.display())))?;
    NewFile::of_text(&path, FileAccess::Umask, &text)?.finish_replacing()?;
    let instead = match before {
        Some(before) if before != certificate.digest() => format!("in place of {before}\n"),
        _ => String::new(),
    };
    print(&format!("{}on record in {}\n{instead}", line(certificate), path.display()))?;
    Ok(true)
}

/// The line of a certificate in a record.
fn line(certificate: &Certificate) -> String {
    format!("{}  {}\n", certificate.digest(), certificate.rules.id)
}
