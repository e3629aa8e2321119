//! The lobby stream: all tables in short, and what changes of them, for the sockets that show the lobby.
//!
//! Several times a second it compares the tables with those that it sent before. The changes of one tick make one
//! message, which is encoded once for all sockets. Without a socket it compares nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use house::{House, Snapshot};
use table::Timestamp;
use tokio::task::yield_now;
use tokio::time::MissedTickBehavior;
use websocket::Encoded;
use wire::lobby::{Lobby, LobbyTable};
use wire::server::ServerMessage;

use super::outbox::Outbox;
use super::registry::SocketId;
use super::watchers::{Shard, Watchers};

/// How often it sends what changed.
const TICK: Duration = Duration::from_millis(250);
/// How old the clock in a list of all tables may be, in milliseconds: sockets that come together share one.
const SHARED_MS: u64 = 100;

/// What the lobby shows, and the sockets that show it.
pub(crate) struct LobbyStream {
    house: Arc<House>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The tables as the sockets know them, in the order of the lobby.
    sent: Vec<SentTable>,
    /// The list of them, and when it was encoded.
    list: Option<(Timestamp, Encoded)>,
    watchers: Watchers,
    /// How many messages were sent.
    messages: u64,
}

/// A table as it was sent.
struct SentTable {
    state: Snapshot,
    table: LobbyTable,
}

impl LobbyStream {
    pub(super) fn new(house: Arc<House>) -> Arc<Self> {
        Arc::new(Self { house, inner: Mutex::default() })
    }

    /// The tables as they are now.
    pub(crate) fn lobby(&self) -> Lobby {
        let tables = self.house.tables().iter().map(in_short).collect();
        Lobby { now: self.house.now().0, tables }
    }

    /// Sends the socket the list of all tables, and every change after it.
    pub(crate) fn subscribe(&self, socket: SocketId, outbox: &Arc<Outbox>) {
        let now = self.house.now();
        let mut inner = self.lock();
        if inner.watchers.is_empty() {
            // The changes since the last socket left were sent to nobody.
            inner.sent = self.house.tables().into_iter().map(SentTable::new).collect();
            inner.list = None;
        }
        let list = inner.list_at(now);
        let messages = inner.messages;
        inner.watchers.insert(socket, outbox, messages);
        outbox.push(list);
    }

    /// Sends the socket no more changes.
    pub(crate) fn unsubscribe(&self, socket: SocketId) {
        self.lock().watchers.remove(socket);
    }

    /// Sends every change, until the hub is dropped.
    pub(super) async fn run(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some((message, first, shards)) = self.next_message() else { continue };
            for shard in shards {
                shard.iter().for_each(|watcher| watcher.send(std::slice::from_ref(&message), first));
                yield_now().await;
            }
        }
    }

    /// What changed since the last message, with its number and the sockets that get it.
    fn next_message(&self) -> Option<(Encoded, u64, Vec<Shard>)> {
        let mut inner = self.lock();
        if inner.watchers.is_empty() {
            return None;
        }
        let message = inner.compare(self.house.tables(), self.house.now())?;
        let first = inner.messages;
        inner.messages = first.saturating_add(1);
        Some((message.encode().into(), first, inner.watchers.shards()))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn list_at(&mut self, now: Timestamp) -> Encoded {
        match &self.list {
            Some((at, list)) if now.0.abs_diff(at.0) <= SHARED_MS => list.clone(),
            _ => {
                let tables = self.sent.iter().map(|sent| sent.table.clone()).collect();
                let list = Encoded::from(ServerMessage::Lobby { now: now.0, tables }.encode());
                self.list = Some((now, list.clone()));
                list
            }
        }
    }

    /// Takes over the tables as they are now. Gives the message with what changed; none when nothing did.
    fn compare(&mut self, tables: Vec<Snapshot>, now: Timestamp) -> Option<ServerMessage> {
        let is_same = |(sent, state): (&SentTable, &Snapshot)| sent.is(state);
        if self.sent.len() == tables.len() && self.sent.iter().zip(&tables).all(is_same) {
            return None;
        }
        let order_of = |sent: &[SentTable]| sent.iter().map(|it| it.table.table_id).collect::<Vec<_>>();
        let order_before = order_of(&self.sent);
        let mut before: BTreeMap<u32, SentTable> =
            std::mem::take(&mut self.sent).into_iter().map(|sent| (sent.table.table_id, sent)).collect();
        let (mut whole, mut changes) = (Vec::new(), Vec::new());
        for state in tables {
            let sent = match before.remove(&state.view.table.0) {
                Some(sent) if sent.is(&state) => sent,
                known => {
                    let next = SentTable::new(state);
                    match known.map(|known| known.table.change_to(&next.table)) {
                        Some(Ok(change)) => changes.extend(change),
                        Some(Err(_)) | None => whole.push(next.table.clone()),
                    }
                    next
                }
            };
            self.sent.push(sent);
        }
        let order = Some(order_of(&self.sent)).filter(|order| *order != order_before);
        if whole.is_empty() && changes.is_empty() && order.is_none() {
            return None;
        }
        self.list = None;
        Some(ServerMessage::LobbyChanged { now: now.0, tables: whole, order, changes })
    }
}

impl SentTable {
    fn new(state: Snapshot) -> Self {
        let table = in_short(&state);
        Self { state, table }
    }

    /// Whether the table is still as it was sent. The house replaces its view whenever something in it changes.
    fn is(&self, state: &Snapshot) -> bool {
        Arc::ptr_eq(&self.state.view, &state.view) && self.state.changes == state.changes
    }
}

fn in_short(state: &Snapshot) -> LobbyTable {
    LobbyTable::new(&state.view, state.status.as_ref(), state.view.seats)
}

#[cfg(test)]
mod tests {
    use house::floor::TableStatus;
    use serde_json::{Value, json};
    use table::{Table, TableId};

    use super::*;

    fn state(id: u32, seats: u32) -> Snapshot {
        let mut settings = house::default_tables().remove(0);
        settings.id = TableId(id);
        let mut view = Table::new(Arc::new(settings)).view();
        view.seats = seats;
        Snapshot { view: Arc::new(view), status: TableStatus::Open, changes: 0 }
    }

    /// The message that these states cause, one after the other, as JSON without the clock.
    fn changes_of(inner: &mut Inner, states: &[&Snapshot]) -> Option<Value> {
        let tables = states.iter().copied().cloned().collect();
        let message = inner.compare(tables, Timestamp(9))?;
        let mut value = serde_json::to_value(&message).unwrap();
        assert_eq!(value.as_object_mut().unwrap().remove("now"), Some(json!(9)));
        Some(value)
    }

    #[test]
    fn what_changed_is_sent_once_and_in_one_message() {
        let mut inner = Inner::default();
        let (one, two) = (state(1, 0), state(2, 0));
        let new = changes_of(&mut inner, &[&one, &two]).unwrap();
        assert_eq!((new["tables"].as_array().unwrap().len(), &new["order"]), (2, &json!([1, 2])));
        assert_eq!(changes_of(&mut inner, &[&one, &two]), None);
        let (sat, also) = (state(1, 3), state(2, 1));
        let changes = json!([{"table_id": 1, "patrons": 3}, {"table_id": 2, "patrons": 1}]);
        let message = json!({"type": "lobby_changed", "changes": changes});
        assert_eq!(changes_of(&mut inner, &[&sat, &also]), Some(message));
        assert_eq!(changes_of(&mut inner, &[&state(1, 3), &also]), None, "another view that shows the same");
    }

    #[test]
    fn a_halt_a_new_order_and_a_table_that_closed_are_sent() {
        let mut inner = Inner::default();
        let (one, two) = (state(1, 0), state(2, 0));
        changes_of(&mut inner, &[&one, &two]);
        let halted = Snapshot { status: TableStatus::Halted, changes: 1, ..one.clone() };
        let halt = json!({"type": "lobby_changed", "changes": [{"table_id": 1, "status": "halted"}]});
        assert_eq!(changes_of(&mut inner, &[&halted, &two]), Some(halt));
        let order = json!({"type": "lobby_changed", "order": [2, 1]});
        assert_eq!(changes_of(&mut inner, &[&two, &halted]), Some(order));
        assert_eq!(changes_of(&mut inner, &[&two]), Some(json!({"type": "lobby_changed", "order": [2]})));
    }

    #[test]
    fn sockets_that_come_together_share_a_list_that_is_not_old() {
        let mut inner = Inner::default();
        changes_of(&mut inner, &[&state(1, 0)]);
        let mut now_in = |at: i64| {
            let list = inner.list_at(Timestamp(at));
            serde_json::from_str::<Value>(&list.as_text().unwrap()).unwrap()["now"].clone()
        };
        assert_eq!([now_in(1_000), now_in(1_100), now_in(1_101)], [1_000, 1_000, 1_101]);
        changes_of(&mut inner, &[&state(1, 1)]);
        let list: Value = serde_json::from_str(&inner.list_at(Timestamp(1_102)).as_text().unwrap()).unwrap();
        assert_eq!((&list["now"], &list["tables"][0]["patrons"]), (&json!(1_102), &json!(1)));
    }
}
