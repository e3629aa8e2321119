//! The steps of `cargo xtask test`, in the order they run: the quick and the telling ones first, and the web
//! client before everything that embeds it.

use anyhow::{Result, bail};
use clap::ValueEnum;
use xshell::{Cmd, Shell, cmd};

use crate::project;
use crate::{bots, crash, debian, dist, npm, schemathesis, tidy, types, verifiers, web};

/// The message of cargo-deny when it cannot reach the list of known vulnerabilities.
const NO_ADVISORIES: &str = "failed to fetch advisory database";

/// The result of a step that did not fail.
pub(crate) enum Done {
    Passed,
    /// It passed, except for a part that could not be checked here.
    PassedBut(String),
    /// There is nothing to check.
    Skipped(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Step {
    /// every Rust file is formatted
    Fmt,
    /// boundaries, sizes, headers, banned text, corpora, links
    Tidy,
    /// licences, bans, sources and advisories of other people's crates
    Deny,
    /// the web client: format, lint, types, unit tests, build
    Web,
    /// no lint of any kind
    Clippy,
    /// unit, property and corpus tests
    Unit,
    /// the examples in the documentation
    Doctest,
    /// the documentation itself: no broken link, nothing undocumented
    Doc,
    /// the client's generated types are those of crates/edge/wire
    Types,
    /// a few kills of the server under load on either store, with an audit after each
    Crash,
    /// twenty shoes through all verifiers of proof files, line by line alike
    Verifiers,
    /// the package for npm is installed, loaded in Node and in a browser, and agrees with the golden data
    Npm,
    /// a hundred rounds of a bot that settles every wager itself, by the documentation alone
    Bots,
    /// a running server answers generated requests as its OpenAPI document says
    Contract,
    /// a whole round in a real browser against a real server
    E2e,
    /// files of proxies and containers fit the program; the Debian package is installed, run, upgraded, removed
    Dist,
}

impl Step {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    pub(crate) fn about(self) -> String {
        let value = self.to_possible_value();
        value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
    }

    /// Needs neither a browser nor a network, and is worth running before every commit.
    pub(crate) fn is_quick(self) -> bool {
        matches!(self, Self::Fmt | Self::Tidy | Self::Clippy | Self::Unit)
    }

    /// The folder that the step checks, where the step may be skipped without it.
    fn subject(self) -> Option<&'static str> {
        matches!(self, Self::Web | Self::Types | Self::Verifiers | Self::Npm | Self::Bots | Self::E2e)
            .then_some("web")
    }

    pub(crate) fn run(self, sh: &Shell) -> Result<Done> {
        if let Some(folder) = self.subject().filter(|folder| !sh.path_exists(folder)) {
            return Ok(Done::Skipped(format!("there is no {folder}/ folder")));
        }
        match self {
            Self::Fmt => passes(&cmd!(sh, "cargo fmt --all -- --check")),
            Self::Tidy => tidy::check(sh).map(|()| Done::Passed),
            Self::Deny => deny(sh),
            Self::Web => web_client(sh),
            Self::Clippy => {
                passes(&cmd!(sh, "cargo clippy --workspace --all-targets --quiet -- -D warnings"))
            }
            Self::Unit => unit(sh),
            Self::Doctest => passes(&cmd!(sh, "cargo test --workspace --quiet --doc")),
            Self::Doc => {
                let doc = cmd!(sh, "cargo doc --workspace --no-deps --quiet");
                passes(&doc.env("RUSTDOCFLAGS", "-D warnings"))
            }
            Self::Types => types::check(sh).map(|()| Done::Passed),
            Self::Crash => crashes(sh),
            Self::Verifiers => verifiers::briefly(sh).map(|()| Done::Passed),
            Self::Npm => npm::check(sh).map(|()| Done::Passed),
            Self::Bots => bots::run(sh).map(|()| Done::Passed),
            Self::Contract => schemathesis::run_briefly(sh).map(|()| Done::Passed),
            Self::E2e => e2e(sh),
            Self::Dist => packages(sh),
        }
    }
}

fn passes(command: &Cmd<'_>) -> Result<Done> {
    command.run()?;
    Ok(Done::Passed)
}

/// The tests of the store start a PostgreSQL of their own.
fn unit(sh: &Shell) -> Result<Done> {
    debian::need_postgres(sh)?;
    passes(&cmd!(sh, "cargo test --workspace --quiet --lib --bins --tests"))
}

/// Runs short enough for every change: they find what goes wrong often.
fn crashes(sh: &Shell) -> Result<Done> {
    for store in ["sqlite", "postgres"] {
        let store = format!("--store={store}");
        crash::with(sh, &["--cycles=8".to_owned(), store.clone()])?;
        crash::with(sh, &["--live".to_owned(), "--cycles=4".to_owned(), "--patrons=8".to_owned(), store])?;
    }
    Ok(Done::Passed)
}

/// Checks everything in `deny.toml`. The list of known vulnerabilities is on another machine: when it cannot be
/// reached, the step passes with a notice.
fn deny(sh: &Shell) -> Result<Done> {
    debian::need_cargo(sh, "deny")?;
    cmd!(sh, "cargo deny check --hide-inclusion-graph bans licenses sources").run()?;
    let advisories = cmd!(sh, "cargo deny check advisories").ignore_status().output()?;
    let text = [advisories.stdout, advisories.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if advisories.status.success() {
        Ok(Done::Passed)
    } else if text.contains(NO_ADVISORIES) {
        Ok(Done::PassedBut("the advisories were NOT checked: their database is out of reach".to_owned()))
    } else {
        bail!("{text}")
    }
}

fn web_client(sh: &Shell) -> Result<Done> {
    web::need_packages(sh)?;
    for script in ["lint", "check", "test", "build"] {
        web::script(sh, script)?;
    }
    Ok(Done::Passed)
}

/// The browser tests find the server by `PUNTO_BIN` and the browser by `CHROMIUM`.
fn e2e(sh: &Shell) -> Result<Done> {
    let chromium = debian::need(sh, "chromium", "chromium")?;
    debian::need_fonts(sh)?;
    web::need_packages(sh)?;
    web::build_if_stale(sh)?;
    project::build(sh, &["punto"])?;
    let _punto = sh.push_env("PUNTO_BIN", project::built("punto")?);
    let _chromium = sh.push_env("CHROMIUM", chromium);
    web::script(sh, "e2e")?;
    Ok(Done::Passed)
}

/// Only root may install a package in a private copy of the machine's files, and not on every machine.
fn packages(sh: &Shell) -> Result<Done> {
    dist::trial_of_files(sh)?;
    if !debian::is_root(sh) || !debian::is_debian() {
        return Ok(Done::PassedBut("the package was NOT tried: that needs root on Debian".to_owned()));
    }
    if !dist::has_overlays(sh) {
        return Ok(Done::PassedBut(
            "the package was NOT tried: this machine refuses an overlay mount".to_owned(),
        ));
    }
    dist::trial_of_debug_build(sh)?;
    Ok(Done::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_says_what_it_looks_at() {
        for step in Step::value_variants() {
            assert!(!step.name().is_empty() && !step.about().is_empty(), "{step:?}");
        }
    }

    #[test]
    fn the_client_is_built_before_what_embeds_it() {
        let order = Step::value_variants();
        let place = |wanted: Step| order.iter().position(|step| *step == wanted);
        assert!(place(Step::Web) < place(Step::Clippy));
        assert!(place(Step::Web) < place(Step::E2e));
    }

    #[test]
    fn quick_steps_need_no_client() {
        assert!(Step::value_variants().iter().all(|step| !step.is_quick() || step.subject().is_none()));
    }
}
