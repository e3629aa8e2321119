//! The bridge of a device that signs by itself: it carries lines both ways and changes none of them. Knows no key.
//!
//! A line that is broken looks the same to both sides: the server is connected only while the port is open. The server
//! speaks first, so what the port says before that belongs to the connection before, and is thrown away.

use std::cell::Cell;

use scanner::ServerFrame;
use scanner::envelope::LONGEST;
use serde_json::json;
use serial2_tokio::SerialPort;
use tokio::time::{Instant, interval_at, sleep};

use super::lines::{Line, Lines};
use super::port::{self, CHUNK, Port};
use super::tell::{Teller, Trouble};
use super::wait::BackOff;
use crate::lines::Problem;
use crate::scanner::socket::{self, FromServer, PING_EVERY, ToServer};

/// Carries lines between a port and a server.
pub(super) struct Bridge {
    port: Port,
    address: String,
    wait: BackOff,
    trouble: Trouble,
    lines: Lines,
    /// How many lines of the port were thrown away since the server last spoke.
    unheard: u64,
    tell: Teller,
}

/// Why lines are not carried any more.
enum End {
    /// The port is gone.
    Port(String),
    /// The server is gone.
    Server(String),
    /// The bridge cannot go on.
    Problem(Problem),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Bridge {
    pub(super) fn new(port: Port, server: &str, tell: Teller) -> Self {
        let address = socket::address(server);
        let (wait, trouble, lines) = (BackOff::new(), Trouble::default(), Lines::default());
        Self { port, address, wait, trouble, lines, unheard: 0, tell }
    }

    /// Carries lines until the bridge cannot go on.
    pub(super) async fn run(mut self) -> Problem {
        loop {
            if let Err(problem) = self.step().await {
                return problem;
            }
        }
    }

    /// Opens the port, connects, and carries lines until one of both is gone.
    async fn step(&mut self) -> Result<(), Problem> {
        let Some(port) = self.port.open() else {
            self.port.is_due().await;
            return self.port.try_open();
        };
        let connecting = connect(&self.address, &mut self.wait, &mut self.trouble, self.tell);
        let end = tokio::select! {
            end = discard(port, &mut self.lines, &mut self.unheard, self.tell) => end,
            connected = connecting => match connected {
                Err(problem) => End::Problem(problem),
                Ok((to, from)) => {
                    let carry = Carry { port, tell: self.tell, has_spoken: Cell::new(false) };
                    carry.run((to, from), &mut self.lines, &mut self.unheard).await
                }
            }
        };
        match end {
            End::Problem(problem) => Err(problem),
            End::Port(why) => self.port_gone(&why),
            End::Server(why) => {
                self.tell.say("server_gone", json!({"why": why}), &format!("the server is gone: {why}"))?;
                let wait = self.wait.down();
                self.rest(wait).await
            }
        }
    }

    /// The port is gone, and with it the line under way.
    fn port_gone(&mut self, why: &str) -> Result<(), Problem> {
        self.lines = Lines::default();
        self.port.close(why)
    }

    /// Waits before the next connection, while the port goes on talking.
    async fn rest(&mut self, wait: std::time::Duration) -> Result<(), Problem> {
        let Some(port) = self.port.open() else { return Ok(()) };
        tokio::select! {
            end = discard(port, &mut self.lines, &mut self.unheard, self.tell) => match end {
                End::Port(why) | End::Server(why) => self.port_gone(&why),
                End::Problem(problem) => Err(problem),
            },
            () = sleep(wait) => Ok(()),
        }
    }
}

/// Connects, however long it takes.
async fn connect(
    address: &str,
    wait: &mut BackOff,
    trouble: &mut Trouble,
    tell: Teller,
) -> Result<(ToServer, FromServer), Problem> {
    loop {
        match socket::connect(address).await {
            Ok(connected) => {
                trouble.end();
                wait.up();
                tell.say("connected", json!({}), "the server is connected")?;
                return Ok(connected);
            }
            Err(why) => {
                if trouble.is_new(&why) {
                    let sentence = format!("the server is not there: {why}; the bridge tries again");
                    tell.say("server_wait", json!({"why": why}), &sentence)?;
                }
                sleep(wait.down()).await;
            }
        }
    }
}

/// Reads the port while no server listens, until the port is gone.
async fn discard(port: &SerialPort, lines: &mut Lines, unheard: &mut u64, tell: Teller) -> End {
    let mut buffer = [0; CHUNK];
    loop {
        let bytes = match port::read(port, &mut buffer).await {
            Ok(bytes) => bytes,
            Err(why) => return End::Port(why),
        };
        for line in lines.feed(bytes) {
            match text_of(line, tell) {
                Ok(text) => *unheard = unheard.saturating_add(u64::from(text.is_some())),
                Err(problem) => return End::Problem(problem),
            }
        }
    }
}

/// The text of a line of the port; none of a line that is no frame, which is told.
fn text_of(line: Line, tell: Teller) -> Result<Option<String>, Problem> {
    let (why, sentence) = match line {
        Line::Text(text) => return Ok(Some(text)),
        Line::TooLong => (
            "too_long",
            format!("a line of the port has more than {LONGEST} bytes: it is thrown away up to its end"),
        ),
        Line::NotText => ("not_text", "a line of the port is not UTF-8 text: it is thrown away".to_owned()),
    };
    tell.say("refused", json!({"from": "port", "why": why}), &sentence)?;
    Ok(None)
}

/// Both ways of one connection.
struct Carry<'a> {
    port: &'a SerialPort,
    tell: Teller,
    /// Whether the port has heard the server in this connection.
    has_spoken: Cell<bool>,
}

impl Carry<'_> {
    /// Carries lines both ways until a side is gone.
    async fn run(
        &self,
        (mut to, mut from): (ToServer, FromServer),
        lines: &mut Lines,
        unheard: &mut u64,
    ) -> End {
        let unheard = Cell::from_mut(unheard);
        let end = tokio::select! {
            end = self.up(&mut to, lines, unheard) => end,
            end = self.down(&mut from, unheard) => end,
        };
        let Err(end) = end;
        if matches!(end, End::Port(_)) {
            to.close().await;
        }
        end
    }

    /// From the port to the server.
    async fn up(
        &self,
        to: &mut ToServer,
        lines: &mut Lines,
        unheard: &Cell<u64>,
    ) -> Result<std::convert::Infallible, End> {
        let mut buffer = [0; CHUNK];
        let mut has_spoken = false;
        let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        loop {
            let bytes = tokio::select! {
                bytes = port::read(self.port, &mut buffer) => bytes.map_err(End::Port)?,
                _ = pings.tick() => {
                    to.ping().await.map_err(End::Server)?;
                    continue;
                }
            };
            if self.has_spoken.get() && !has_spoken {
                // It was begun before the server spoke.
                lines.abandon();
            }
            has_spoken = self.has_spoken.get();
            for line in lines.feed(bytes) {
                let Some(text) = text_of(line, self.tell)? else { continue };
                if has_spoken {
                    to.send(text).await.map_err(End::Server)?;
                } else {
                    unheard.set(unheard.get().saturating_add(1));
                }
            }
        }
    }

    /// From the server to the port.
    async fn down(
        &self,
        from: &mut FromServer,
        unheard: &Cell<u64>,
    ) -> Result<std::convert::Infallible, End> {
        loop {
            let text = from.next().await.map_err(End::Server)?;
            if text.len() > LONGEST || text.contains('\n') {
                let sentence = "the server sent what is no line of a frame: it is not carried";
                self.tell.say("refused", json!({"from": "server", "why": "no_line"}), sentence)?;
                continue;
            }
            // The port may answer as soon as it has the line.
            self.has_spoken.set(true);
            self.port
                .write_all(format!("{text}\n").as_bytes())
                .await
                .map_err(|it| End::Port(it.to_string()))?;
            self.show(&text, unheard)?;
        }
    }

    /// Shows what a person at the shoe wants to know.
    fn show(&self, text: &str, unheard: &Cell<u64>) -> Result<(), Problem> {
        match (unheard.take(), self.tell) {
            (0, _) => {}
            (lines, tell) => {
                let sentence = format!("{lines} lines of the port were thrown away: no server listened");
                tell.say("unheard", json!({"lines": lines}), &sentence)?;
            }
        }
        match ServerFrame::read(text) {
            Ok(ServerFrame::Welcome(welcome)) => self.tell.welcome(welcome.table),
            Ok(ServerFrame::Gate(gate)) => self.tell.lamp(gate),
            Ok(ServerFrame::Refused { code, .. }) => self.tell.refusal(code),
            _ => Ok(()),
        }
    }
}
