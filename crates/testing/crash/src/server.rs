//! The server under test as a process: starts it on its store, kills it, or stops it. Knows nothing of what it serves.

use std::ffi::OsString;
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// Quick rounds, so that many fit into a run: about two seconds from one betting to the next.
const TIMINGS: [&str; 8] =
    ["--betting-ms", "1500", "--card-ms", "30", "--result-ms", "300", "--shuffle-ms", "1000"];

/// How long a server may take until it listens.
const STARTING_UP: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// Starts the program on a free port. What it logs goes to the end of a file.
    pub(crate) fn start(punto: &Path, place: &[OsString], log: &Path) -> Result<Self, String> {
        let log = File::options().create(true).append(true).open(log);
        let log = log.map_err(|error| format!("the log of the server: {error}"))?;
        let mut command = Command::new(punto);
        command.args(["serve", "--listen", "127.0.0.1:0", "--json"]).args(TIMINGS).args(place);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", punto.display()))?;
        let stdout = child.stdout.take().ok_or("the server has no output")?;
        Ok(Self { child, lines: BufReader::new(stdout).lines() })
    }

    /// Where it listens, once it does.
    ///
    /// # Errors
    /// When it ended before it listened, or takes too long.
    pub(crate) async fn listening(&mut self) -> Result<SocketAddr, String> {
        let listened = timeout(STARTING_UP, async {
            while let Ok(Some(line)) = self.lines.next_line().await {
                if let Some(address) = address(&line) {
                    return Some(address);
                }
            }
            None
        });
        if let Some(address) = listened.await.map_err(|_| "the server does not come to listen")? {
            return Ok(address);
        }
        let status = self.child.wait().await.map_err(|error| error.to_string())?;
        Err(format!("the server ended before it listened ({status})"))
    }

    /// Ends only if the server ends by itself.
    pub(crate) async fn ended(&mut self) -> String {
        while let Ok(Some(_)) = self.lines.next_line().await {}
        match self.child.wait().await {
            Ok(status) => format!("the server ended by itself ({status})"),
            Err(error) => format!("the server cannot be watched: {error}"),
        }
    }

    /// Kills it with SIGKILL; nothing of it runs any more afterwards.
    pub(crate) async fn kill(mut self) -> Result<(), String> {
        self.child.kill().await.map_err(|error| format!("the server cannot be killed: {error}"))
    }

    /// Asks it to stop with SIGTERM, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<ExitStatus, String> {
        let number = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let number = number.ok_or("the server ended before its stop")?;
        kill_process(number, Signal::TERM)
            .map_err(|error| format!("the server cannot be stopped: {error}"))?;
        while let Ok(Some(_)) = self.lines.next_line().await {}
        self.child.wait().await.map_err(|error| error.to_string())
    }
}

/// The address in a line that says that the server listens.
fn address(line: &str) -> Option<SocketAddr> {
    let status: Value = serde_json::from_str(line).ok()?;
    let url = status["url"].as_str().filter(|_| status["event"] == "listening")?;
    url.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
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

    #[tokio::test]
    async fn a_program_that_is_no_server_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut ended = Server::start(Path::new("false"), &[], &log).unwrap();
        let error = ended.listening().await.unwrap_err();
        assert!(error.contains("ended before it listened"), "{error}");
        assert!(Server::start(Path::new("no-such-program-anywhere"), &[], &log).is_err());
    }
}
