//! Simulated patrons who open accounts, log in and log out. Passwords are hashed on other threads, so time stands still
//! meanwhile and nothing else happens; the store fails all the same, and the house crashes.

use std::sync::Arc;
use std::time::Duration;

use auditor::{AccountRequest, Attempts, Dice, PeopleObservations};
use house::Rejection;
use house::people::{LogIn, LoggedIn, Origin, People, PeopleRefusal, Person};
use house::ports::{Clock as _, Patron};
use tokio::time::sleep;

use crate::blocking::wait;
use crate::desk_store::DeskStore;
use crate::faults::FaultyStore;
use crate::known_session::KnownSession;
use crate::patron::code;
use crate::sim_house::Shared;
use crate::world::{SimClock, SimEntropy};

/// The nicknames of the patrons, by their places.
const NAMES: [&str; 10] =
    ["Amber", "Birch", "Cedar", "Dahlia", "Erica", "Fern", "Gentian", "Hazel", "Iris", "Juniper"];
const PASSWORD: &str = "plum saddle orbit 4417";
/// How many passwords are hashed in one life: each takes a while of real time.
const HASHES: u32 = 4;
/// How many log-ins there are in all: fewer than the sessions that one person may have.
const LOG_INS: usize = 40;
/// How long a session that is not used counts at least, in milliseconds.
const SURELY_OPEN_MS: i64 = 6 * 24 * 60 * 60 * 1_000;

/// Everybody at the front desk of one life of the house.
pub(crate) struct FrontDesk {
    people: People,
    clock: SimClock,
    shared: Arc<Shared>,
    dice: Dice,
    hashes: u32,
    /// The places of the patrons who come.
    places: Vec<usize>,
}

impl FrontDesk {
    pub(crate) fn new(
        store: &Arc<FaultyStore>,
        clock: SimClock,
        (mut dice, entropy): (Dice, Dice),
        shared: Arc<Shared>,
        places: Vec<usize>,
    ) -> Self {
        let store = Arc::new(DeskStore::new(Arc::clone(store)));
        let people = People::new(store, Arc::new(clock), Arc::new(SimEntropy::new(entropy)), Arc::default());
        let hashes = if dice.per_mille(500) { HASHES } else { 0 };
        Self { people, clock, shared, dice, hashes, places }
    }

    /// Serves for as long as the house runs.
    pub(crate) async fn serve(mut self) {
        loop {
            sleep(Duration::from_millis(self.dice.within(1..=20_000))).await;
            let place = self.dice.pick(&self.places).copied().unwrap_or_default();
            let Some(patron) = self.shared.seated(place) else { continue };
            match self.dice.within(1..=10) {
                1..=4 if self.hashes > 0 && self.shared.sessions().len() < LOG_INS => {
                    self.hashes -= 1;
                    self.come(place, &patron);
                }
                1..=7 => self.use_session(),
                8..=9 => self.end_session(),
                _ => self.end_all(&patron),
            }
        }
    }

    /// Opens an account; logs in, if there is one.
    fn come(&mut self, place: usize, patron: &Patron) {
        let Some(name) = NAMES.get(place).copied() else { return };
        let known =
            self.observe(|seen| seen.accounts.get(name).is_some_and(|own| own.attempts.acknowledged > 0));
        if !known {
            return self.open_account(name, patron);
        }
        let is_right = !self.dice.per_mille(150);
        let password = if is_right { PASSWORD } else { "something else entirely" };
        let from = Origin { address: [127, 0, 0, 1].into(), network: [127, 0, 0, 1].into() };
        let log_in = LogIn { name, password, code: None, label: "" };
        let answer = wait(self.people.log_in(&log_in, from));
        self.shared.answer("log in", answer.as_ref().map_or_else(code, |_| "done"));
        match answer {
            Ok(session) if is_right && session.owner == Person::Patron(patron.id) => {
                self.keep(patron, session.secret.secret());
            }
            Ok(session) => self.contradict(format!("{name} logged in as {} by {password}", session.owner)),
            Err(Rejection::Refused(house::HouseRefusal::People(PeopleRefusal::WrongCredentials)))
                if is_right =>
            {
                self.contradict(format!("{name} has an account, and could not log in"));
            }
            Err(_) => {}
        }
    }

    fn open_account(&mut self, name: &str, patron: &Patron) {
        self.observe(|seen| {
            let new = AccountRequest { patron: patron.id.0, attempts: Attempts::default() };
            seen.accounts.entry(name.to_owned()).or_insert(new).attempts.send();
        });
        let answer = wait(self.people.open_account(patron.id, name, PASSWORD, ""));
        self.shared.answer("open an account", answer.as_ref().map_or_else(code, |_| "done"));
        self.observe(|seen| {
            let Some(own) = seen.accounts.get_mut(name) else { return };
            match &answer {
                Ok(_) => own.attempts.acknowledge(),
                // An earlier attempt without an answer may have done it.
                Err(Rejection::Refused(_)) => own.attempts.refuse_without_settling(),
                Err(Rejection::Failed(_)) => own.attempts.lose(),
            }
        });
        if let Ok(session) = answer {
            self.keep(patron, session.secret.secret());
        }
    }

    /// Uses a session, open or not.
    fn use_session(&mut self) {
        if let Some(idx) = self.pick() {
            self.check(idx);
        }
    }

    /// Logs out, with a look at the session before and after it.
    fn end_session(&mut self) {
        let Some(idx) = self.pick() else { return };
        let Some(logged_in) = self.check(idx) else { return };
        let ended = wait(self.people.log_out(&logged_in)).is_ok();
        self.shared.answer("log out", if ended { "done" } else { "failed" });
        if let Some(session) = self.shared.sessions().get_mut(idx) {
            session.open = if ended { Some(false) } else { None };
        }
        self.check(idx);
    }

    /// Logs out everywhere.
    fn end_all(&mut self, patron: &Patron) {
        let ended = wait(self.people.log_out_everywhere(Person::Patron(patron.id))).is_ok();
        self.shared.answer("log out everywhere", if ended { "done" } else { "failed" });
        for session in self.shared.sessions().iter_mut().filter(|own| own.patron == patron.id.0) {
            session.open = if ended { Some(false) } else { session.open.filter(|open| !open) };
        }
        self.use_session();
    }

    fn pick(&mut self) -> Option<usize> {
        let all: Vec<usize> = (0..self.shared.sessions().len()).collect();
        self.dice.pick(&all).copied()
    }

    /// Shows the secret of a session, and notes when it counts and should not, or the other way round.
    fn check(&self, idx: usize) -> Option<Arc<LoggedIn>> {
        let session = self.shared.sessions().get(idx).cloned()?;
        let answer = wait(self.people.authenticate(&session.secret)).ok()?;
        let now = self.clock.now();
        let is_idle = now.0.saturating_sub(session.used.0) > SURELY_OPEN_MS;
        match (session.open, &answer) {
            (Some(false), Some(_)) => {
                self.contradict(format!("a session of patron {} has ended, and counts", session.patron));
            }
            (Some(true), None) if !is_idle => {
                self.contradict(format!(
                    "a session of patron {} is open, and does not count",
                    session.patron
                ));
            }
            _ => {}
        }
        if let (Some(session), Some(_)) = (self.shared.sessions().get_mut(idx), &answer) {
            session.used = now;
        }
        answer
    }

    fn keep(&self, patron: &Patron, secret: &str) {
        let (patron, secret, used) = (patron.id.0, secret.to_owned(), self.clock.now());
        self.shared.sessions().push(KnownSession { patron, secret, open: Some(true), used });
    }

    fn contradict(&self, what: String) {
        self.observe(|seen| seen.contradictions.push(what));
    }

    fn observe<T>(&self, note: impl FnOnce(&mut PeopleObservations) -> T) -> T {
        note(&mut self.shared.observed().people)
    }
}
