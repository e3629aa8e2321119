//! `cargo xtask schemathesis`: a server of this build against its own OpenAPI document, with all checks of
//! schemathesis, as somebody without credentials, as a patron, as a supervisor and as a manager.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::served::Served;
use crate::{debian, python};

/// Nothing is refused for being too often: the checks send more in a second than a person in a day.
const CONFIGURATION: &str = "\
[limits]
guests_local_per_minute = 60000
wrong_tokens_per_minute = 60000
staff_requests_per_second = 1000
password_checks_per_minute = 60000
";

/// A schema cannot say every rule: a request that fits may be refused with 422, and never with another 4xx.
const CHECKS: &str = "\
[checks.positive_data_acceptance]
expected-statuses = [\"2xx\", \"3xx\", \"401\", \"403\", \"404\", \"409\", \"422\", \"429\"]
";

/// Writes whole numbers of generated bodies as the document asks for.
const HOOKS: &str = include_str!("schemathesis_hooks.py");

/// The version whose checks the project passes.
const PACKAGE: &str = "schemathesis==4.32.5";

/// The operations that end the session of the run, and the sockets, which are no requests.
const EXCLUDED: [&str; 5] =
    ["delete_session", "delete_sessions", "post_me_account", "get_socket", "get_devices_socket"];

/// Compare a running server with its OpenAPI document, by generated requests.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many random requests of each operation, beside those that cover its schema
    #[arg(long, default_value_t = 50)]
    examples: u32,
    /// What the random requests are made from; a run prints it [default: another one each time]
    #[arg(long)]
    seed: Option<u32>,
}

/// All of it.
pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    compare(sh, &["nobody", "patron", "supervisor", "manager"], args)
}

/// A minute of it, which is always the same: the callers who may do most, and few random requests.
pub(crate) fn run_briefly(sh: &Shell) -> Result<()> {
    compare(sh, &["patron", "manager"], &Args { examples: 5, seed: Some(1) })
}

/// Compares a server with its document as each of these callers.
fn compare(sh: &Shell, callers: &[&str], args: &Args) -> Result<()> {
    let program = python::need_packages(sh, &[PACKAGE])?.join("schemathesis");
    debian::need(sh, "curl", "curl")?;
    let folder = sh.create_temp_dir()?;
    let (checks, hooks) = (folder.path().join("schemathesis.toml"), folder.path().join("hooks.py"));
    sh.write_file(&checks, CHECKS)?;
    sh.write_file(&hooks, HOOKS)?;
    let examples = args.examples.to_string();
    let seed = &args.seed.map(|seed| format!("--seed={seed}"));
    let mut tokens = vec![("nobody", None)];
    let server = Served::start(sh, CONFIGURATION, |punto, data| {
        for role in ["supervisor", "manager"] {
            tokens.push((role, Some(token(sh, punto, data, role)?)));
        }
        Ok(())
    })?;
    tokens.push(("patron", Some(guest(sh, server.url())?)));
    let document = format!("{}/api/v1/openapi.json", server.url());
    let excluded = &EXCLUDED.map(|operation| format!("--exclude-operation-id={operation}"));
    let _folder = sh.push_dir(folder.path());
    let mut failed = Vec::new();
    for (who, token) in tokens.into_iter().filter(|(who, _)| callers.contains(who)) {
        println!("\n--- as {who} ---");
        let header = token.map(|token| format!("--header=Authorization: Bearer {token}"));
        let run = cmd!(
            sh,
            "{program} --config-file {checks} run {document} --phases examples,coverage,fuzzing --checks all
             --max-examples {examples} {seed...} --continue-on-failure --no-color {excluded...} {header...}"
        );
        if run.env("SCHEMATHESIS_HOOKS", &hooks).run().is_err() {
            failed.push(who);
        }
    }
    if failed.is_empty() { Ok(()) } else { bail!("it found something as {}", failed.join(", ")) }
}

/// A token of a new member of staff with this role.
fn token(sh: &Shell, punto: &Path, data: &Path, role: &str) -> Result<String> {
    cmd!(sh, "{punto} staff add {role} --role {role} --data {data}").ignore_stdout().run()?;
    let printed = cmd!(sh, "{punto} staff token {role} --role {role} --days 1 --data {data}").read()?;
    printed.lines().last().map(str::to_owned).context("punto staff token printed nothing")
}

/// The token of a new guest.
fn guest(sh: &Shell, url: &str) -> Result<String> {
    let body = r#"{"nickname":"Ana"}"#;
    let kind = "Content-Type: application/json";
    let answer = cmd!(sh, "curl --silent --fail --header {kind} --data {body} {url}/api/v1/guests").read()?;
    let token = answer.split_once("\"token\":\"").and_then(|(_, rest)| rest.split_once('"'));
    token.map(|(token, _)| token.to_owned()).with_context(|| format!("the server made no guest: {answer}"))
}
