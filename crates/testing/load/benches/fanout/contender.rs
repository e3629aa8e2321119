//! A server under measurement as a process: starts it, permits its commits, and ends it with the measurement.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

use load::process::Process;

/// Which server it is.
pub(crate) enum Kind {
    /// Ours.
    Punto,
    /// Ours, of another revision.
    Before {
        /// This benchmark, built from there.
        program: PathBuf,
    },
    /// A plain broadcast server on Node.
    Control {
        /// Where it is.
        folder: PathBuf,
        /// What it sends.
        recording: PathBuf,
    },
}

impl Kind {
    pub(crate) const PUNTO: &'static str = "punto";
    pub(crate) const BEFORE: &'static str = "before";
    pub(crate) const CONTROL: &'static str = "node ws";

    fn command(&self) -> Result<Command, String> {
        let serving = |program: PathBuf| {
            let mut command = Command::new(program);
            command.args(["--serve", "--bench"]);
            command
        };
        Ok(match self {
            Self::Punto => serving(std::env::current_exe().map_err(|error| error.to_string())?),
            Self::Before { program } => serving(program.clone()),
            Self::Control { folder, recording } => {
                let mut command = Command::new("node");
                command.arg(folder.join("broadcast.mjs")).arg(recording);
                command
            }
        })
    }
}

/// A running server.
pub(crate) struct Contender {
    child: Child,
    permits: ChildStdin,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The path of its sockets.
    pub(crate) path: &'static str,
    /// Whether it plays rounds, rather than what was recorded.
    pub(crate) plays: bool,
}

impl Contender {
    /// Starts the server and waits until it listens.
    pub(crate) fn start(kind: &Kind) -> Result<Self, String> {
        let mut command = kind.command()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let (permits, output) = (child.stdin.take(), child.stdout.take());
        let (permits, output) = permits.zip(output).ok_or("the server has no pipes")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        let port: u16 = line.trim().parse().map_err(|_| "the server does not come to listen")?;
        let address = ([127, 0, 0, 1], port).into();
        let plays = !matches!(kind, Kind::Control { .. });
        Ok(Self { child, permits, address, path: if plays { "/api/v1/socket" } else { "/" }, plays })
    }

    /// The process of the server.
    pub(crate) fn process(&self) -> Process {
        Process::new(self.child.id())
    }

    /// Permits so many commits.
    pub(crate) fn permit(&mut self, commits: u32) -> Result<(), String> {
        let lines = vec![b'\n'; usize::try_from(commits).unwrap_or(1)];
        self.permits.write_all(&lines).map_err(|error| format!("the server has ended: {error}"))
    }
}

impl Drop for Contender {
    fn drop(&mut self) {
        // A server that has ended is ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
