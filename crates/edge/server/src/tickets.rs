//! Tickets: each opens one socket, for clients that can send neither a cookie nor a header with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use house::people::LoggedIn;
use house::{Token, patrons::hash_of};

/// How long a ticket lasts.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30);
/// How many tickets may wait at once.
const MOST: usize = 10_000;

/// The tickets that wait to be used, by the hash of each.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<HashMap<[u8; 32], (Instant, Arc<LoggedIn>)>>);

impl Tickets {
    /// Keeps a ticket of these bits for a session; none when too many wait.
    pub(crate) fn issue(&self, bits: [u8; 32], session: Arc<LoggedIn>, now: Instant) -> Option<String> {
        let ticket = Token::new(bits);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST {
            waiting.retain(|_, (ends_at, _)| *ends_at > now);
        }
        if waiting.len() >= MOST {
            return None;
        }
        waiting.insert(hash_of(ticket.secret()), (now + LIFETIME, session));
        Some(ticket.secret().to_owned())
    }

    /// Takes a ticket and gives the session that it is for; none when it was used, has ended, or never was.
    pub(crate) fn take(&self, ticket: &str, now: Instant) -> Option<Arc<LoggedIn>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (ends_at, session) = waiting.remove(&hash_of(ticket))?;
        (ends_at > now).then_some(session)
    }
}
