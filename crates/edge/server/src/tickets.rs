//! Tickets: each opens one socket, for clients that can send neither a cookie nor a header with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use house::people::{LoggedIn, Token, hash_of};

/// How long a ticket lasts.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30);
/// How many tickets may wait at once.
const MOST: usize = 10_000;

/// The tickets that wait to be used, by the hash of each.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<HashMap<[u8; 32], Ticket>>);

struct Ticket {
    ends_at: Instant,
    session: Arc<LoggedIn>,
}

impl Tickets {
    /// Keeps a ticket of these bits for a session; none when too many wait.
    pub(crate) fn issue(&self, bits: [u8; 32], session: Arc<LoggedIn>, now: Instant) -> Option<String> {
        let ticket = Token::new(bits);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST {
            waiting.retain(|_, waiting| waiting.ends_at > now);
        }
        if waiting.len() >= MOST {
            return None;
        }
        waiting.insert(hash_of(ticket.secret()), Ticket { ends_at: now + LIFETIME, session });
        Some(ticket.secret().to_owned())
    }

    /// Takes a ticket and gives the session that it is for; none when it was used, has ended, or never was.
    pub(crate) fn take(&self, ticket: &str, now: Instant) -> Option<Arc<LoggedIn>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Ticket { ends_at, session } = waiting.remove(&hash_of(ticket))?;
        (ends_at > now).then_some(session)
    }
}

#[cfg(test)]
mod tests {
    use house::people::{Known, Roles, StaffMember};
    use table::StaffId;

    use super::*;

    fn session() -> Arc<LoggedIn> {
        let member =
            StaffMember { id: StaffId(1), name: String::new(), roles: Roles::new(), disabled: false };
        Arc::new(LoggedIn::new(Known::Staff(member), Roles::new(), "key".to_owned()))
    }

    #[test]
    fn a_ticket_counts_once_and_for_half_a_minute() {
        let (tickets, session, now) = (Tickets::default(), session(), Instant::now());
        let [one, two] = [1, 2].map(|byte| tickets.issue([byte; 32], Arc::clone(&session), now).unwrap());
        assert!(tickets.take(&one, now).is_some() && tickets.take(&one, now).is_none());
        assert!(tickets.take(&two, now + LIFETIME).is_none() && tickets.take("", now).is_none());
    }

    #[test]
    fn tickets_do_not_pile_up() {
        let (tickets, session, now) = (Tickets::default(), session(), Instant::now());
        let issue = |number: usize, at| {
            let mut bits = [0; 32];
            bits[..8].copy_from_slice(&number.to_be_bytes());
            tickets.issue(bits, Arc::clone(&session), at)
        };
        assert!((0..MOST).all(|number| issue(number, now).is_some()));
        assert!(issue(MOST, now).is_none());
        assert!(issue(MOST, now + LIFETIME).is_some());
    }
}
