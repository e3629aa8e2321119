//! The serial port of a bridge, which may go away and come back. Knows no bytes.

use std::future::pending;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use serde_json::json;
use serial2_tokio::SerialPort;
use tokio::time::{Instant, sleep_until};

use super::tell::{Teller, Trouble};
use super::wait::BackOff;
use crate::lines::Problem;

/// How many bytes are read at once.
pub(super) const CHUNK: usize = 256;

/// Which port, and how fast.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) path: PathBuf,
    pub(super) baud: u32,
}

/// A port that is opened again when it is gone.
pub(super) struct Port {
    place: Place,
    open: Option<SerialPort>,
    wait: BackOff,
    again_at: Option<Instant>,
    trouble: Trouble,
    tell: Teller,
}

impl Port {
    /// The port at this place, not open yet.
    pub(super) fn new(place: Place, tell: Teller) -> Self {
        let trouble = Trouble::default();
        Self { place, open: None, wait: BackOff::new(), again_at: Some(Instant::now()), trouble, tell }
    }

    /// The port, while it is open.
    pub(super) const fn open(&self) -> Option<&SerialPort> {
        self.open.as_ref()
    }

    /// Comes when the port is to be tried; never while it is open.
    pub(super) async fn is_due(&self) {
        match self.again_at {
            Some(at) => sleep_until(at).await,
            None => pending().await,
        }
    }

    /// Tries to open it. What is no serial port will never be one.
    pub(super) fn try_open(&mut self) -> Result<(), Problem> {
        let name = self.place.path.display();
        match SerialPort::open(&self.place.path, self.place.baud) {
            Ok(port) => {
                self.trouble.end();
                self.wait.up();
                (self.open, self.again_at) = (Some(port), None);
                let sentence = format!("{name} is open at {} baud", self.place.baud);
                self.tell.say("port_open", json!({"port": name.to_string()}), &sentence)
            }
            Err(error) if is_no_port(&error) => {
                Err(Problem::Input(format!("{name} is no serial port; write one such as /dev/ttyUSB0")))
            }
            Err(error) => {
                let why = error.to_string();
                self.again_at = Some(Instant::now() + self.wait.down());
                if !self.trouble.is_new(&why) {
                    return Ok(());
                }
                let sentence = format!("{name} does not open: {why}; the bridge tries again");
                self.tell.say("port_wait", json!({"port": name.to_string(), "why": why}), &sentence)
            }
        }
    }

    /// The port is gone; it is opened again after a while.
    pub(super) fn close(&mut self, why: &str) -> Result<(), Problem> {
        self.open = None;
        self.again_at = Some(Instant::now() + self.wait.down());
        let name = self.place.path.display();
        let sentence = format!("{name} is gone: {why}");
        self.tell.say("port_gone", json!({"port": name.to_string(), "why": why}), &sentence)
    }
}

/// Whether the error says that the file is no terminal.
fn is_no_port(error: &io::Error) -> bool {
    const ENOTTY: i32 = 25;
    error.raw_os_error() == Some(ENOTTY)
        || matches!(error.kind(), ErrorKind::IsADirectory | ErrorKind::NotSeekable)
}

/// The next bytes of a port; why there are none any more. Takes nothing when it is dropped.
pub(super) async fn read<'a>(port: &SerialPort, buffer: &'a mut [u8; CHUNK]) -> Result<&'a [u8], String> {
    match port.read(buffer).await {
        Ok(0) => Err("it hung up".to_owned()),
        Ok(length) => Ok(buffer.get(..length).unwrap_or_default()),
        Err(error) => Err(error.to_string()),
    }
}
