//! `punto scanner keygen`: makes the key of a device.

use std::path::PathBuf;

use scanner::Fingerprint;
use serde_json::json;

use super::key_file;
use crate::lines::{Problem, print};

/// The arguments of `scanner keygen`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The file for the secret key; its owner alone may read it, and an existing one is not overwritten.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Makes the file, and prints what is public of the key.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let key = key_file::create(&args.out)?.public();
    let (file, fingerprint) = (args.out.display().to_string(), Fingerprint::of(&key).to_string());
    print(&if args.json {
        format!("{}\n", json!({"file": file, "key": key.to_string(), "fingerprint": fingerprint}))
    } else {
        format!("public key   {key}\nfingerprint  {fingerprint}\n")
    })?;
    Ok(true)
}
