//! A simulated house and what everybody in it shares. Decides nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use auditor::{
    LiveObservations, ManagerObservations, OnlookerObservations, PatronObservations, PeopleObservations,
    RoundId, SupervisorObservations,
};
use house::House;
use house::ports::{Patron, Wallet};
use table::{RequestId, RoundRef, Settings, TableId};

use crate::known_session::KnownSession;
use crate::tally::Tally;

/// What everybody in a house shares while it runs.
pub(crate) struct SimHouse {
    pub(crate) house: House,
    /// The tables that there are and those that are added, as they are set up at first.
    pub(crate) tables: Vec<Settings>,
    pub(crate) shared: Arc<Shared>,
}

/// What outlasts a house: the observations and the tally.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    observed: Mutex<Observed>,
    tally: Mutex<Tally>,
    /// Who sits on each seat, once they have come.
    seats: Mutex<BTreeMap<usize, Patron>>,
    /// The sessions whose secrets somebody has.
    sessions: Mutex<Vec<KnownSession>>,
    /// How many rounds ended at live tables.
    rounds: AtomicU64,
}

/// What everybody observed, kept outside the house, where no crash reaches it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    pub(crate) patrons: BTreeMap<u32, PatronObservations>,
    pub(crate) supervisors: SupervisorObservations,
    pub(crate) managers: ManagerObservations,
    pub(crate) people: PeopleObservations,
    pub(crate) onlookers: OnlookerObservations,
    pub(crate) live: LiveObservations,
    /// What somebody saw at once that must not be.
    pub(crate) flaws: Vec<String>,
}

impl Observed {
    /// What a patron observed.
    pub(crate) fn of(&mut self, patron: u32) -> &mut PatronObservations {
        let new = || PatronObservations { patron: Some(patron), ..PatronObservations::default() };
        self.patrons.entry(patron).or_insert_with(new)
    }

    /// Notes that the house crashed or closed: it answers nothing that is in flight.
    fn lose_all(&mut self) {
        self.patrons.values_mut().for_each(PatronObservations::lose_all);
        self.supervisors.lose_all();
        self.managers.lose_all();
        self.people.lose_all();
    }

    /// Notes that the house does not run any more, at that moment.
    pub(crate) fn end_life(&mut self, at: i64) {
        self.lose_all();
        if let Some(running) = self.managers.floor.lives.last_mut().filter(|life| life.to == i64::MAX) {
            running.to = at;
        }
    }
}

impl Shared {
    pub(crate) fn observed(&self) -> MutexGuard<'_, Observed> {
        self.observed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, Vec<KnownSession>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an answer to a kind of request.
    pub(crate) fn answer(&self, what: &str, word: &str) {
        self.tally().answers.count(&format!("{what}: {word}"));
    }

    /// How many rounds ended at live tables.
    pub(crate) fn rounds(&self) -> u64 {
        self.rounds.load(Ordering::Relaxed)
    }

    /// Counts a round that ended at a live table.
    pub(crate) fn count_round(&self) {
        self.rounds.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn seated(&self, seat: usize) -> Option<Patron> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(&seat).cloned()
    }

    pub(crate) fn sit(&self, seat: usize, patron: Patron) {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).insert(seat, patron);
    }
}

/// A round as the auditor names it.
pub(crate) const fn round_id(table: TableId, round: RoundRef) -> RoundId {
    RoundId { table: table.0, shoe_no: round.shoe_no, round_no: round.round_no }
}

/// The id of a request as the house has it, from 32 hex digits.
pub(crate) fn request_id(digits: &str) -> RequestId {
    RequestId(u128::from_str_radix(digits, 16).unwrap_or_default())
}

/// The round as the house names it.
pub(crate) const fn round_ref(round: RoundId) -> RoundRef {
    RoundRef { shoe_no: round.shoe_no, round_no: round.round_no }
}

/// A wallet in the words of the auditor.
pub(crate) const fn wallet_shown(wallet: &Wallet) -> auditor::Wallet {
    let Wallet { cash, bonus, owed, .. } = wallet;
    auditor::Wallet { cash: cash.signed(), bonus: bonus.signed(), owed: owed.signed() }
}
