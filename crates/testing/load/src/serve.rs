//! A server under load as a process: starts it on its store, kills it, stops it, and starts it again on its port.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::process::Process;

/// The built-in house rules, which the tables have in turn.
const RULES: [&str; 4] = ["live-commission", "gold-card", "live-no-commission", "live-pairs"];
/// How many guests may come from one address in a minute: all bots do.
const GUESTS: &str = "1000000";

/// What is served, and with which program.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The program.
    pub punto: PathBuf,
    /// The PostgreSQL database to serve from, instead of a new SQLite file.
    pub database: Option<String>,
    /// How many tables there are.
    pub tables: u32,
    /// The length of the betting phase, in milliseconds.
    pub betting_ms: u32,
    /// The time between two cards, in milliseconds.
    pub card_ms: u32,
    /// The time a result is shown, in milliseconds.
    pub result_ms: u32,
}

/// A server of this run. It ends with this value.
#[derive(Debug)]
pub struct Server {
    punto: PathBuf,
    store: Vec<String>,
    folder: TempDir,
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts a server on a free port, with new tables.
    ///
    /// # Errors
    /// Why it does not come to listen.
    pub fn start(serving: &Serving) -> Result<Self, String> {
        let folder =
            tempfile::Builder::new().prefix("punto-load-").tempdir().map_err(|error| error.to_string())?;
        std::fs::write(folder.path().join("tables.toml"), tables(serving))
            .map_err(|error| error.to_string())?;
        let store = match &serving.database {
            Some(url) => vec![
                "--database".to_owned(),
                url.clone(),
                "--audit-key".to_owned(),
                path(folder.path(), "audit.key"),
            ],
            None => vec!["--data".to_owned(), path(folder.path(), "data")],
        };
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let (child, address) = spawn(&serving.punto, &store, folder.path(), any)?;
        Ok(Self { punto: serving.punto.clone(), store, folder, child, address })
    }

    /// Its process.
    pub fn process(&self) -> Process {
        Process::new(self.child.id())
    }

    /// Kills it with SIGKILL.
    ///
    /// # Errors
    /// What the system said.
    pub fn kill(&mut self) -> Result<(), String> {
        self.child.kill().map_err(|error| format!("the server cannot be killed: {error}"))?;
        self.child.wait().map(|_| ()).map_err(|error| error.to_string())
    }

    /// Asks it to stop, with SIGTERM.
    ///
    /// # Errors
    /// What the system said.
    pub fn terminate(&self) -> Result<(), String> {
        let number = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let number = number.ok_or("the server has no number")?;
        kill_process(number, Signal::TERM).map_err(|error| format!("the server cannot be stopped: {error}"))
    }

    /// Whether it has ended, and if so, whether well.
    pub fn ended(&mut self) -> Option<bool> {
        self.child.try_wait().ok().flatten().map(|status| status.success())
    }

    /// Starts it again on the same port and the same store.
    ///
    /// # Errors
    /// Why it does not come to listen.
    pub fn restart(&mut self) -> Result<(), String> {
        (self.child, self.address) = spawn(&self.punto, &self.store, self.folder.path(), self.address)?;
        Ok(())
    }

    /// The lines of its log that tell of an error. A table that was late is none: its rounds show how late.
    pub fn complaints(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let is_late = |line: &str| line.contains("a table does not go on") && line.contains("late");
        let bad = |line: &&str| line.contains("panicked") || (line.contains("ERROR") && !is_late(line));
        log.lines().filter(bad).map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended is ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(
    punto: &Path,
    store: &[String],
    folder: &Path,
    listen: SocketAddr,
) -> Result<(Child, SocketAddr), String> {
    let log = File::options().create(true).append(true).open(folder.join("log"));
    let log = log.map_err(|error| format!("the log of the server: {error}"))?;
    let mut command = Command::new(punto);
    command.args(["serve", "--json", "--listen", &listen.to_string(), "--guests-per-minute", GUESTS]);
    command.args(["--tables", &path(folder, "tables.toml")]).args(store);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", punto.display()))?;
    let output = child.stdout.take().ok_or("the server has no output")?;
    let line = BufReader::new(output).lines().map_while(Result::ok).find_map(|line| address(&line));
    line.map(|address| (child, address)).ok_or_else(|| {
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        format!("the server does not come to listen: {log}")
    })
}

/// The address in a line that says that the server listens.
fn address(line: &str) -> Option<SocketAddr> {
    let status: Value = serde_json::from_str(line).ok()?;
    let url = status["url"].as_str().filter(|_| status["event"] == "listening")?;
    url.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
}

/// The file of the tables.
fn tables(serving: &Serving) -> String {
    let Serving { betting_ms, card_ms, result_ms, .. } = serving;
    let mut text = String::new();
    for (id, rules) in (1..=serving.tables).zip(RULES.iter().cycle()) {
        let timings =
            format!("{{ betting_ms = {betting_ms}, card_ms = {card_ms}, result_ms = {result_ms} }}");
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "[[table]]\nid = {id}\nname = \"Table {id}\"\nrules = \"{rules}\"\nexposure = 0\ntimings = {timings}\n"
        );
    }
    text
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read_from_the_line_that_has_it() {
        let line = r#"{"event":"listening","url":"http://127.0.0.1:4711/","data":"x"}"#;
        assert_eq!(address(line), Some(SocketAddr::from(([127, 0, 0, 1], 4711))));
        assert_eq!(address(r#"{"event":"stopped"}"#), None);
        assert_eq!(address("listening"), None);
    }
}
