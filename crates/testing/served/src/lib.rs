//! The server under test as a process: how it is started, where it says that it listens, and how it is asked to stop.
//! Knows nothing of what it serves, and waits for nothing: some of its callers may block and others may not.

use std::ffi::OsStr;
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// A server that listens there and says where on its standard output, which [`address`] reads. What it logs goes to the
/// end of a file.
///
/// # Errors
/// When the file cannot be written.
pub fn serve(
    punto: &Path,
    listen: SocketAddr,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    log: &Path,
) -> Result<Command, String> {
    let log = File::options().create(true).append(true).open(log);
    let log = log.map_err(|error| format!("the log of the server: {error}"))?;
    let mut command = Command::new(punto);
    command.args(["serve", "--json", "--listen", &listen.to_string()]).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    Ok(command)
}

/// A free port of this machine, which the server chooses.
pub fn any_port() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// The address in a line that says that the server listens.
pub fn address(line: &str) -> Option<SocketAddr> {
    let status: Value = serde_json::from_str(line).ok()?;
    let url = status["url"].as_str().filter(|_| status["event"] == "listening")?;
    url.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
}

/// Asks the process of that number to stop, with SIGTERM. A process that was waited for has no number any more.
///
/// # Errors
/// When there is no such process.
pub fn terminate(number: Option<u32>) -> Result<(), String> {
    let number = number.and_then(|number| i32::try_from(number).ok()).and_then(Pid::from_raw);
    let number = number.ok_or("the server ended before its stop")?;
    kill_process(number, Signal::TERM).map_err(|error| format!("the server cannot be stopped: {error}"))
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

    #[test]
    fn a_process_that_has_ended_cannot_be_stopped() {
        assert!(terminate(None).is_err());
    }
}
