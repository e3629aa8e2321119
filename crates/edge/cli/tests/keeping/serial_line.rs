//! A serial line that a test holds the other end of, and the bridge as a process.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::AsFd;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::retry_on_intr;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use serde_json::Value;

use crate::support::text;

/// How long a test waits before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The end of the shoe of a serial line, whose other end is at a path. Dropping it pulls the plug.
pub(crate) struct SerialLine {
    end: File,
    path: PathBuf,
    /// Keeps the line up while the bridge has not opened it.
    _other: rustix::fd::OwnedFd,
    come: Vec<u8>,
}

impl SerialLine {
    /// A line whose other end is at this path.
    pub(crate) fn at(path: &Path) -> Self {
        let end = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&end).unwrap();
        unlockpt(&end).unwrap();
        let name = ptsname(&end, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let other = open(name.as_c_str(), flags, Mode::empty()).unwrap();
        let mut raw = tcgetattr(&other).unwrap();
        raw.make_raw();
        tcsetattr(&other, OptionalActions::Now, &raw).unwrap();
        let _ = fs::remove_file(path);
        symlink(name.to_str().unwrap(), path).unwrap();
        Self { end: File::from(end), path: path.to_owned(), _other: other, come: Vec::new() }
    }

    /// Sends bytes to the bridge.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.end.write_all(bytes).unwrap();
    }

    /// The next line of the bridge, without its end.
    pub(crate) fn line(&mut self) -> String {
        loop {
            if let Some(length) = self.come.iter().position(|byte| *byte == b'\n') {
                let line = self.come.drain(..=length).collect();
                return String::from_utf8(line).unwrap().trim_end_matches('\n').to_owned();
            }
            self.read();
        }
    }

    /// The next bytes of the bridge, this many.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        while self.come.len() < count {
            self.read();
        }
        self.come.drain(..count).collect()
    }

    fn read(&mut self) {
        readable(&self.end);
        let mut bytes = [0; 1024];
        let length = self.end.read(&mut bytes).unwrap();
        self.come.extend(&bytes[..length]);
    }
}

/// Waits until the bridge has said something.
pub(crate) fn readable(end: &impl AsFd) {
    let mut ready = [PollFd::new(end, PollFlags::IN)];
    let patience = Timespec::try_from(PATIENCE).unwrap();
    let count = retry_on_intr(|| poll(&mut ready, Some(&patience))).unwrap();
    assert_eq!(count, 1, "the bridge says nothing");
}

impl Drop for SerialLine {
    fn drop(&mut self) {
        // A test may have laid another line there.
        let _ = fs::remove_file(&self.path);
    }
}

/// The bridge as a process, killed when dropped.
pub(crate) struct Bridging {
    child: Child,
    events: Receiver<Value>,
}

impl Bridging {
    /// Starts a bridge between the port at this path and the server at this address.
    pub(crate) fn start(port: &Path, server: &str, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(["scanner", "serial", text(port), "--server", server, "--json"]).args(more);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (told, events) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if told.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { child, events }
    }

    /// Waits for the next event of this name, and returns it.
    pub(crate) fn until(&self, name: &str) -> Value {
        self.until_all(name, |_| true)
    }

    /// Waits for the next event of this name for which something holds, and returns it.
    pub(crate) fn until_all(&self, name: &str, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.events.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("there is no {name}"));
            if event["event"] == name && holds(&event) {
                return event;
            }
        }
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Kills the process, as a power cut does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Bridging {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
