//! What bots ask outside their sockets: to be a guest, and what the server says of their money.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::Agent;

use super::book::{Line, Round};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many guests come at once.
const DOORS: u32 = 8;

/// A guest.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The secret of the session.
    pub token: String,
    /// The gift of play money.
    pub cash: u64,
}

/// How a round of a patron ended, as the server has it on record.
#[derive(Debug, Deserialize)]
pub struct Recorded {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: Round,
    /// `player`, `banker`, `tie` or `voided`.
    pub outcome: String,
    /// The settled wagers.
    pub wagers: Vec<Line>,
    /// All stakes.
    pub staked: u64,
    /// All payouts; the returned stakes of a voided round.
    pub paid: u64,
}

/// The REST interface of a server.
#[derive(Clone, Debug)]
pub struct Rest {
    agent: Agent,
    url: String,
}

impl Rest {
    /// That of the server at this address.
    pub fn new(server: SocketAddr) -> Self {
        let config = Agent::config_builder().timeout_global(Some(PATIENCE));
        Self { agent: config.build().into(), url: format!("http://{server}/api/v1") }
    }

    /// The numbers of the tables.
    ///
    /// # Errors
    /// What the server answered instead.
    pub fn tables(&self) -> Result<Vec<u32>, String> {
        let request = self.agent.get(format!("{}/tables", self.url));
        let mut answer = request.call().map_err(|error| format!("the tables: {error}"))?;
        let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
        let lobby: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let tables = lobby["tables"].as_array().into_iter().flatten();
        let tables: Vec<u32> =
            tables.filter_map(|table| u32::try_from(table["table_id"].as_u64()?).ok()).collect();
        if tables.is_empty() { Err("the server has no tables".to_owned()) } else { Ok(tables) }
    }

    /// Becomes a guest.
    ///
    /// # Errors
    /// What the server answered instead.
    pub fn guest(&self, nickname: &str) -> Result<Guest, String> {
        let body = json!({ "nickname": nickname }).to_string();
        let request = self.agent.post(format!("{}/guests", self.url)).content_type("application/json");
        let mut answer = request.send(body).map_err(|error| format!("a guest: {error}"))?;
        let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
        let guest: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let known = guest["token"].as_str().zip(guest["patron"]["balance"].as_u64());
        let (token, cash) = known.ok_or_else(|| format!("not a guest: {guest}"))?;
        Ok(Guest { token: token.to_owned(), cash })
    }

    /// Lets so many guests come, some at once.
    ///
    /// # Errors
    /// What the server answered instead to one of them.
    pub fn guests(&self, count: u32) -> Result<Vec<Guest>, String> {
        let next = AtomicU32::new(1);
        let come = || {
            let mut guests = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number > count {
                    return Ok(guests);
                }
                guests.push(self.guest(&format!("Load {number}"))?);
            }
        };
        std::thread::scope(|scope| {
            let doors: Vec<_> = (0..DOORS).map(|_| scope.spawn(come)).collect();
            let guests: Result<Vec<Vec<Guest>>, String> = doors
                .into_iter()
                .map(|door| door.join().unwrap_or_else(|_| Err("a guest is lost".to_owned())))
                .collect();
            guests.map(|guests| guests.concat())
        })
    }

    /// The cash of a patron.
    ///
    /// # Errors
    /// What the server answered instead.
    pub fn balance(&self, token: &str) -> Result<u64, String> {
        let me = self.get("/me", token)?;
        me["balance"].as_u64().ok_or_else(|| format!("no balance: {me}"))
    }

    /// The latest rounds of a patron, newest first.
    ///
    /// # Errors
    /// What the server answered instead.
    pub fn rounds(&self, token: &str) -> Result<Vec<Recorded>, String> {
        let mut history = self.get("/me/rounds", token)?;
        serde_json::from_value(history["rounds"].take()).map_err(|error| error.to_string())
    }

    fn get(&self, path: &str, token: &str) -> Result<Value, String> {
        let request = self.agent.get(format!("{}{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {token}"));
        let mut answer = request.call().map_err(|error| format!("{path}: {error}"))?;
        let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
    }
}
