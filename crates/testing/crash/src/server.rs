//! The server under test as a process: starts it on its store, kills it, or stops it. Knows nothing of what it serves.

use std::ffi::{OsStr, OsString};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

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
        let args = TIMINGS.iter().map(OsStr::new).chain(place.iter().map(OsString::as_os_str));
        let mut command = Command::from(served::serve(punto, served::any_port(), args, log)?);
        let mut child =
            command.kill_on_drop(true).spawn().map_err(|error| format!("{}: {error}", punto.display()))?;
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
                if let Some(address) = served::address(&line) {
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
        served::terminate(self.child.id())?;
        while let Ok(Some(_)) = self.lines.next_line().await {}
        self.child.wait().await.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
