//! `punto certificate`: what a house-rules document is worth, exactly, as a page and as JSON; and keeping the record of
//! certificates that were agreed on. Works no figure out itself.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use baccarat::HouseRules;
use certificate::{Certificate, Record, put_on_record};

use crate::lines::{Problem, print};
use crate::new_file::{NewFile, Readers, cannot_write};
use crate::rules_arg;

const HELP: &str = "\
The page holds every figure of the house rules, exactly: counts, probabilities,
house edge, return to patron, variance, worst case, what rounding does; the
rules' text, its digest, and a digest of the certificate. It needs no other
file, and prints on A4. The same rules give the same bytes, so a test lab can
make it again and compare. The digests cover the text as it is: a comment
changes them too.

Once a certificate is agreed on, --record writes its digest to a file of
records, which lies beside the rules as certificates.txt if no other is named.
punto serve runs no rules from a file that are not on record, or not as they are
on record.

Examples:
  punto certificate --rules live-commission --output live-commission.html
  punto certificate --rules live-commission --json \\
      | jq -cjS .certificate | sha256sum
  punto certificate --rules mine.toml --record";

/// What `certificate` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The house rules: a built-in name, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: String,
    /// As one JSON object, counts as decimal strings.
    #[arg(long)]
    json: bool,
    /// The file to write, instead of standard output; its digest is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Put the digest on record, in this file or in certificates.txt beside the rules.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["json", "output"])]
    #[expect(clippy::option_option, reason = "not asked for, asked for without a file, asked for with one")]
    record: Option<Option<PathBuf>>,
}

/// Makes the certificate, and writes it or puts it on record.
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

/// The certificate of the document that messages call `name`.
pub(crate) fn of_text(name: &str, text: &str) -> Result<Certificate, Problem> {
    Certificate::of(text).map_err(|errors| rules_arg::faulty(name, &errors))
}

/// Where the record of a rules file is, if nothing else is said.
pub(crate) fn record_beside(rules: &Path) -> PathBuf {
    rules.with_file_name("certificates.txt")
}

/// What is on record in a file. Where there is no file, nothing is.
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
        return Err(Problem::Usage(format!("{rules} is built in, and on record in the program")));
    }
    let path = record.map_or_else(|| record_beside(Path::new(rules)), Path::to_owned);
    let before = read_record(&path)?.digest(&certificate.rules.id);
    let text = put_on_record(&record_text(&path)?, certificate)
        .map_err(|error| Problem::Input(format!("{}: {error}", path.display())))?;
    NewFile::of_text(&path, Readers::Usual, &text)?.finish_replacing()?;
    let instead = match before {
        Some(before) if before != certificate.digest() => format!("in place of {before}\n"),
        _ => String::new(),
    };
    print(&format!("{}on record in {}\n{instead}", line(certificate), path.display()))?;
    Ok(true)
}

/// The line a record has for it.
fn line(certificate: &Certificate) -> String {
    format!("{}  {}\n", certificate.digest(), certificate.rules.id)
}
