//! Tickets: each opens one socket, for clients that can send neither a cookie nor a header with it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use house::people::{LoggedIn, Token, hash_of};

/// How long a ticket lasts.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30);
/// How many tickets may wait at once.
const MOST: usize = 10_000;

/// How many tickets of one session may wait at once. One more ends the oldest.
const MOST_OF_SESSION: usize = 8;

/// The tickets that wait to be used.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// By the hash of each.
    tickets: HashMap<[u8; 32], Ticket>,
    /// The hashes of each session's tickets, oldest first.
    of_session: HashMap<String, VecDeque<[u8; 32]>>,
}

struct Ticket {
    ends_at: Instant,
    session: Arc<LoggedIn>,
}

impl Tickets {
    /// Keeps a ticket of these bits for a session; none when too many wait.
    pub(crate) fn issue(&self, bits: [u8; 32], session: Arc<LoggedIn>, now: Instant) -> Option<String> {
        let ticket = Token::new(bits);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.make_room(&session.session_id, now);
        if waiting.tickets.len() >= MOST {
            return None;
        }
        let hash = hash_of(ticket.secret());
        waiting.of_session.entry(session.session_id.clone()).or_default().push_back(hash);
        waiting.tickets.insert(hash, Ticket { ends_at: now + LIFETIME, session });
        Some(ticket.secret().to_owned())
    }

    /// Takes a ticket and gives the session that it is for; none when it was used, has ended, or never was.
    pub(crate) fn take(&self, ticket: &str, now: Instant) -> Option<Arc<LoggedIn>> {
        let hash = hash_of(ticket);
        let Ticket { ends_at, session } =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&hash)?;
        (ends_at > now).then_some(session)
    }
}

impl Waiting {
    /// Removes the oldest ticket of a session that has too many, and those that have ended when too many wait in all.
    fn make_room(&mut self, session_id: &str, now: Instant) {
        let oldest = self.of_session.get(session_id).filter(|own| own.len() >= MOST_OF_SESSION);
        if let Some(oldest) = oldest.and_then(|own| own.front().copied()) {
            self.remove(&oldest);
        }
        if self.tickets.len() >= MOST {
            self.tickets.retain(|_, ticket| ticket.ends_at > now);
            let tickets = &self.tickets;
            self.of_session.retain(|_, own| {
                own.retain(|hash| tickets.contains_key(hash));
                !own.is_empty()
            });
        }
    }

    fn remove(&mut self, hash: &[u8; 32]) -> Option<Ticket> {
        let ticket = self.tickets.remove(hash)?;
        if let Entry::Occupied(mut own) = self.of_session.entry(ticket.session.session_id.clone()) {
            own.get_mut().retain(|other| other != hash);
            if own.get().is_empty() {
                own.remove();
            }
        }
        Some(ticket)
    }
}

#[cfg(test)]
mod tests {
    use house::people::{Known, Roles, StaffMember};
    use table::StaffId;

    use super::*;

    fn session(key: usize) -> Arc<LoggedIn> {
        let member = StaffMember::new(StaffId(1), "", Roles::new());
        Arc::new(LoggedIn::new(Known::Staff(member), Roles::new(), key.to_string()))
    }

    #[test]
    fn a_ticket_counts_once_and_for_half_a_minute() {
        let (tickets, session, now) = (Tickets::default(), session(1), Instant::now());
        let [one, two] = [1, 2].map(|byte| tickets.issue([byte; 32], Arc::clone(&session), now).unwrap());
        assert!(tickets.take(&one, now).is_some() && tickets.take(&one, now).is_none());
        assert!(tickets.take(&two, now + LIFETIME).is_none() && tickets.take("", now).is_none());
    }

    #[test]
    fn tickets_do_not_pile_up() {
        let (tickets, now) = (Tickets::default(), Instant::now());
        let issue = |number: usize, at| tickets.issue(bits(number), session(number), at);
        assert!((0..MOST).all(|number| issue(number, now).is_some()));
        assert!(issue(MOST, now).is_none());
        assert!(issue(MOST, now + LIFETIME).is_some());
        assert_eq!(tickets.0.lock().unwrap().of_session.len(), 1, "what has ended is forgotten");
    }

    #[test]
    fn a_session_has_so_many_tickets_and_the_oldest_ends_for_one_more() {
        let (tickets, one, now) = (Tickets::default(), session(1), Instant::now());
        let other = tickets.issue(bits(99), session(2), now).unwrap();
        let issue = |number| tickets.issue(bits(number), Arc::clone(&one), now).unwrap();
        let all: Vec<String> = (0..=MOST_OF_SESSION).map(issue).collect();
        assert!(tickets.take(&all[0], now).is_none(), "the oldest one");
        assert!(all[1..].iter().all(|ticket| tickets.take(ticket, now).is_some()));
        assert!(tickets.take(&other, now).is_some());
        let waiting = tickets.0.lock().unwrap();
        assert!(waiting.tickets.is_empty() && waiting.of_session.is_empty());
    }

    fn bits(number: usize) -> [u8; 32] {
        let mut bits = [0; 32];
        bits[..8].copy_from_slice(&number.to_be_bytes());
        bits
    }
}
