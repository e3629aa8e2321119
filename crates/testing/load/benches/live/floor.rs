//! The people at live tables: a dealer over HTTP, one thread a table, and patrons who watch on a socket.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use shift::crew::{self, Deed};
use shift::shoe::Wishes;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use wire::live::{DealerAction, LiveStatus, LiveTable};

use crate::studio::text;

/// How long a dealer waits before an order that was refused is given again.
const BREATH: Duration = Duration::from_millis(50);

/// The status of an answer to somebody who asks too often.
const TOO_MANY: u16 = 429;

/// Requests to the server.
pub(crate) struct Http {
    agent: ureq::Agent,
    api: String,
}

impl Http {
    pub(crate) fn new(server: SocketAddr) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        Self { agent: config.into(), api: format!("http://{server}/api/v1") }
    }

    /// Posts, and reads the answer.
    ///
    /// # Errors
    /// Why there is none, or what the server refuses.
    pub(crate) fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        let mut request = self.agent.post(format!("{}{path}", self.api));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let request = request.header("Content-Type", "application/json");
        let mut answer = request.send(body.to_string()).map_err(text)?;
        let (done, body) = (answer.status().is_success(), answer.body_mut().read_to_string().map_err(text)?);
        if done { serde_json::from_str(&body).map_err(text) } else { Err(format!("{path}: {body}")) }
    }

    /// How a live table stands, at the latest after a while when it stands like this. Who asks too often waits.
    pub(crate) fn live(
        &self,
        table: u32,
        token: &str,
        other_than: Option<&str>,
    ) -> Result<LiveTable, String> {
        let than = other_than.map(|version| format!("?other_than={version}")).unwrap_or_default();
        let path = format!("{}/tables/{table}/live{than}", self.api);
        loop {
            let request = self.agent.get(&path).header("Authorization", format!("Bearer {token}"));
            let mut answer = request.call().map_err(text)?;
            let body = answer.body_mut().read_to_string().map_err(text)?;
            if answer.status() == TOO_MANY {
                thread::park_timeout(BREATH);
                continue;
            }
            let status: LiveStatus =
                serde_json::from_str(&body).map_err(|error| format!("{error}: {body}"))?;
            return status.live.ok_or_else(|| format!("table {table} has no status: {body}"));
        }
    }
}

/// Deals at a table until it is over.
pub(crate) fn deal(
    http: &Http,
    (table, token): (u32, &str),
    wishes: &Wishes,
    over: &AtomicBool,
) -> Result<(), String> {
    let mut version: Option<String> = None;
    while !over.load(Ordering::Relaxed) {
        let status = http.live(table, token, version.as_deref())?;
        version = Some(status.version.clone());
        match crew::dealer(&status, true) {
            Some(Deed::ChangeShoe) => wishes.change_shoe(),
            Some(Deed::Order(action)) => {
                let opens = action == DealerAction::OpenShoe;
                let order = json!({"order": action});
                if http.post(&format!("/tables/{table}/deal"), Some(token), &order).is_err() {
                    // Too early; or the shoe was dealt before.
                    version = None;
                    if opens {
                        wishes.change_shoe();
                    }
                    thread::park_timeout(BREATH);
                }
            }
            None => {}
        }
    }
    Ok(())
}

/// Watches a table as a patron, and notes when each card came.
pub(crate) async fn watch(server: SocketAddr, table: u32, seen: &mut Vec<Instant>) -> Result<(), String> {
    let (mut socket, _) = connect_async(format!("ws://{server}/api/v1/socket")).await.map_err(text)?;
    for message in [json!({"type": "hello"}), json!({"type": "watch", "table_id": table})] {
        socket.send(Message::text(message.to_string())).await.map_err(text)?;
    }
    while let Some(message) = socket.next().await {
        let Message::Text(frame) = message.map_err(text)? else { continue };
        let now = Instant::now();
        // A frame is read after its time was taken.
        let frame: Value = serde_json::from_str(&frame).map_err(text)?;
        if frame["type"] == "frame" && frame["event"]["type"] == "card_drawn" {
            seen.push(now);
        }
    }
    Err("the socket of a patron was closed".to_owned())
}
