//! The sessions that were read recently, and the sockets that wait for the end of theirs. Knows no store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use table::Timestamp;
use tokio::sync::watch;

use super::credential::{Credential, Person};
use super::known::LoggedIn;
use super::session::SessionBody;

/// How long a session counts without a look into the store, in milliseconds. A change by this program counts at once.
const FRESH_MS: i64 = 60_000;
/// How many sessions are kept.
const MOST: usize = 20_000;

/// A session as it was read.
#[derive(Clone)]
pub(super) struct OpenSession {
    pub(super) logged_in: Arc<LoggedIn>,
    pub(super) credential: Credential,
    pub(super) body: SessionBody,
    pub(super) read_at: Timestamp,
}

/// The sessions that were read recently.
#[derive(Default)]
pub(super) struct SessionCache {
    read: Mutex<Read>,
    watched: Mutex<HashMap<String, Watched>>,
}

#[derive(Default)]
struct Read {
    sessions: HashMap<String, OpenSession>,
    /// How many times sessions were ended or forgotten; what was read before the last time may be outdated.
    ends: u64,
}

struct Watched {
    owner: Person,
    end: Weak<watch::Sender<bool>>,
}

/// A watch on one session.
#[derive(Debug)]
pub struct SessionWatch {
    /// Kept, so that the end can be told.
    _end: Arc<watch::Sender<bool>>,
    ended: watch::Receiver<bool>,
}

impl SessionWatch {
    /// Completes when the session is ended by a log-out, a revocation or a change of rights. Cancel safe.
    pub async fn ended(&mut self) {
        // The sender is alive as long as this watch, so that waiting does not fail.
        let _ = self.ended.wait_for(|ended| *ended).await;
    }

    /// Whether it was ended.
    pub fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }

    fn of(end: Arc<watch::Sender<bool>>) -> Self {
        Self { ended: end.subscribe(), _end: end }
    }
}

impl SessionCache {
    /// The session of this key, if it was read recently.
    pub(super) fn get(&self, key: &str, now: Timestamp) -> Option<OpenSession> {
        let read = lock(&self.read);
        read.sessions.get(key).filter(|open| now.0.saturating_sub(open.read_at.0) < FRESH_MS).cloned()
    }

    /// What to give to [`insert`](Self::insert), taken before the store is read.
    pub(super) fn before_reading(&self) -> u64 {
        lock(&self.read).ends
    }

    /// Keeps a session, unless sessions were ended since it was read.
    pub(super) fn insert(&self, open: OpenSession, before_reading: u64) {
        let mut read = lock(&self.read);
        if read.ends != before_reading {
            return;
        }
        if read.sessions.len() >= MOST {
            let now = open.read_at;
            read.sessions.retain(|_, open| now.0.saturating_sub(open.read_at.0) < FRESH_MS);
        }
        if read.sessions.len() >= MOST {
            read.sessions.clear();
        }
        read.sessions.insert(open.credential.key.clone(), open);
    }

    /// Forgets one session, so that it is read again.
    pub(super) fn forget(&self, key: &str) {
        lock(&self.read).sessions.remove(key);
    }

    /// Forgets all sessions of a person, so that they are read again, those that are just being read included.
    pub(super) fn forget_all_of(&self, owner: Person) {
        let mut read = lock(&self.read);
        read.ends = read.ends.wrapping_add(1);
        read.sessions.retain(|_, open| open.credential.owner != owner);
    }

    /// Ends the sessions of a person: one, or all of them. The store no longer has them.
    pub(super) fn end(&self, owner: Person, key: Option<&str>) {
        let mut read = lock(&self.read);
        read.ends = read.ends.wrapping_add(1);
        let ends = |own: &String, of: Person| of == owner && key.is_none_or(|key| key == own);
        read.sessions.retain(|own, open| !ends(own, open.credential.owner));
        drop(read);
        lock(&self.watched).retain(|own, watched| {
            let ended = ends(own, watched.owner);
            if let Some(end) = watched.end.upgrade().filter(|_| ended) {
                end.send_replace(true);
            }
            !ended
        });
    }

    /// Watches a session. Look at the session again after this: it may have ended before.
    pub(super) fn watch(&self, key: &str, owner: Person) -> SessionWatch {
        let mut watched = lock(&self.watched);
        if let Some(end) = watched.get(key).and_then(|watched| watched.end.upgrade()) {
            return SessionWatch::of(end);
        }
        // Amortized: the map doubles before it is looked through again.
        if watched.len() == watched.capacity() {
            watched.retain(|_, watched| watched.end.strong_count() > 0);
        }
        let end = Arc::new(watch::Sender::new(false));
        watched.insert(key.to_owned(), Watched { owner, end: Arc::downgrade(&end) });
        SessionWatch::of(end)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
