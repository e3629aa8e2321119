//! A store in memory, plainly: the reference that says what a store does, and what tests and simulations run
//! on. It forgets everything with the program.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

use baccarat::Card;
use ledger::{Account, AccountKind, Ledger, Posted, Posting, TransferRefusal, judge};
use money::Amount;
use table::event::SettledWager;
use table::{Event, PatronId, Recorded, RequestId, RoundRef, TableId};

use crate::ports::{
    NewPatron, Patron, PatronRound, PortFuture, ShoeSeed, Store, StoreFailure, TrialBalance, Unit,
    UnitOutcome,
};

/// The store.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    tables: BTreeMap<TableId, TableLog>,
    seeds: HashMap<(TableId, u32), ShoeSeed>,
    slips: HashMap<(PatronId, RequestId), (TableId, RoundRef)>,
    patrons: Vec<(Patron, [u8; 32])>,
    rounds: Vec<(PatronId, PatronRound)>,
    ledger: Ledger,
}

/// The events of a table, and the round they have come to.
#[derive(Debug)]
struct TableLog {
    events: Vec<Recorded>,
    round: RoundRef,
    cards: Vec<Card>,
}

impl Default for TableLog {
    fn default() -> Self {
        Self { events: Vec::new(), round: RoundRef { shoe_no: 0, round_no: 0 }, cards: Vec::new() }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every event of a table, from its first.
    pub fn events(&self, table: TableId) -> Vec<Recorded> {
        self.state().tables.get(&table).map(|log| log.events.clone()).unwrap_or_default()
    }

    /// A copy of the ledger.
    pub fn ledger(&self) -> Ledger {
        self.state().ledger.clone()
    }

    /// Loses the seed of a shoe, as a damaged store might.
    pub fn lose_seed(&self, table: TableId, shoe_no: u32) {
        self.state().seeds.remove(&(table, shoe_no));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn seq(&self, table: TableId) -> u64 {
        self.tables.get(&table).and_then(|log| log.events.last()).map_or(0, |last| last.seq)
    }

    fn commit(
        &mut self,
        table: TableId,
        expected: u64,
        units: Vec<Unit>,
    ) -> Result<Vec<UnitOutcome>, StoreFailure> {
        let found = self.seq(table);
        if found != expected {
            return Err(StoreFailure::Stale { table, expected, found });
        }
        Ok(units.into_iter().map(|unit| self.commit_unit(table, unit)).collect())
    }

    fn commit_unit(&mut self, table: TableId, unit: Unit) -> UnitOutcome {
        let slip = |event: &Event| match event {
            Event::SlipAccepted { patron, slip_id, .. } => Some((*patron, *slip_id)),
            _ => None,
        };
        let mut slips = HashSet::new();
        let mut taken = unit.events.iter().filter_map(|(_, event)| slip(event));
        if taken.any(|slip| self.slips.contains_key(&slip) || !slips.insert(slip)) {
            return UnitOutcome::Repeated;
        }
        match judge(&self.ledger, &unit.postings) {
            Ok(Err((_, refusal))) => return UnitOutcome::Refused(refusal),
            Ok(Ok(judged)) if judged.posted.contains(&Posted::Exists) => return UnitOutcome::Repeated,
            Ok(Ok(_)) => {}
            Err(never) => match never {},
        }
        if let Err((_, refusal)) = self.ledger.post(&unit.postings) {
            return UnitOutcome::Refused(refusal);
        }
        let first_seq = self.seq(table).saturating_add(1);
        for (seq, (at, event)) in (first_seq..).zip(unit.events) {
            self.write(table, Recorded { seq, at, event });
        }
        self.seeds.extend(unit.shoe_seed.map(|seed| ((table, seed.shoe_no), seed)));
        UnitOutcome::Committed { first_seq }
    }

    fn write(&mut self, table: TableId, recorded: Recorded) {
        let log = self.tables.entry(table).or_default();
        match &recorded.event {
            Event::ShoeOpened { shoe_no, .. } => {
                log.round = RoundRef { shoe_no: *shoe_no, round_no: 0 };
                log.cards.clear();
            }
            Event::BettingOpened { round_no, .. } => {
                log.round.round_no = *round_no;
                log.cards.clear();
            }
            Event::CardDrawn { card } => log.cards.push(*card),
            Event::SlipAccepted { patron, slip_id, .. } => {
                self.slips.insert((*patron, *slip_id), (table, log.round));
            }
            _ => {}
        }
        for (patron, wagers, voided) in endings(&recorded.event) {
            let mut ended = PatronRound {
                cursor: u64::try_from(self.rounds.len()).unwrap_or(u64::MAX).saturating_add(1),
                table,
                round: log.round,
                at: recorded.at,
                cards: log.cards.clone(),
                wagers,
                voided,
            };
            let same = |(owner, known): &&mut (PatronId, PatronRound)| {
                (*owner, known.table, known.round) == (patron, table, log.round)
            };
            match self.rounds.iter_mut().find(same) {
                Some((_, corrected)) => {
                    ended.cursor = corrected.cursor;
                    *corrected = ended;
                }
                None => self.rounds.push((patron, ended)),
            }
        }
        log.events.push(recorded);
    }

    fn create_patron(&mut self, new: NewPatron) -> Result<Patron, StoreFailure> {
        if self.patrons.iter().any(|(_, hash)| *hash == new.token_hash) {
            return Err(StoreFailure::Storage("another patron has that secret".to_owned()));
        }
        let number = u32::try_from(self.patrons.len().saturating_add(1));
        let full = |_| StoreFailure::Storage("there is no number left for another patron".to_owned());
        let id = PatronId(number.map_err(full)?);
        let patron = Patron { id, nickname: new.nickname, currency: new.currency };
        self.patrons.push((patron.clone(), new.token_hash));
        Ok(patron)
    }

    fn balance(&self, patron: PatronId) -> Amount {
        let patron = self.patrons.iter().map(|(patron, _)| patron).find(|known| known.id == patron);
        let balance = patron.map(|known| Account::patron_cash(known.id.0, known.currency));
        let balance = balance.map_or(0, |account| self.ledger.balance(account));
        Amount::try_from(balance).unwrap_or_default()
    }

    fn trial_balance(&self) -> TrialBalance {
        let sums = self.ledger.trial_balance();
        let cash = self.ledger.balances().iter().filter(|(a, _)| a.kind == AccountKind::PatronCash);
        TrialBalance {
            sums: sums.into_iter().map(|(currency, sum)| (currency.code().to_owned(), sum)).collect(),
            open_holds: u64::try_from(self.ledger.open_holds().len()).unwrap_or(u64::MAX),
            lowest_patron_balance: cash.map(|(_, balance)| *balance).min().unwrap_or_default(),
        }
    }
}

/// How a round ended for each patron, if this event ends it.
fn endings(event: &Event) -> Vec<(PatronId, Vec<SettledWager>, Option<Amount>)> {
    match event {
        Event::RoundSettled { patrons, .. } => {
            patrons.iter().map(|own| (own.patron, own.wagers.clone(), None)).collect()
        }
        Event::RoundVoided { returned, .. } => {
            returned.iter().map(|own| (own.patron, Vec::new(), Some(own.amount))).collect()
        }
        _ => Vec::new(),
    }
}

/// Everything here is done at once; no future waits.
fn done<T: Send + 'static>(answer: Result<T, StoreFailure>) -> PortFuture<'static, T> {
    Box::pin(ready(answer))
}

impl Store for MemoryStore {
    fn commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        done(self.state().commit(table, expected_seq, units))
    }

    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<Recorded>> {
        let events = self.events(table);
        let opened = events.iter().rposition(|recorded| matches!(recorded.event, Event::ShoeOpened { .. }));
        done(Ok(events.into_iter().skip(opened.unwrap_or_default()).collect()))
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>> {
        done(Ok(self.state().seeds.get(&(table, shoe_no)).copied()))
    }

    fn accepted_slip(
        &self,
        patron: PatronId,
        slip_id: RequestId,
    ) -> PortFuture<'_, Option<(TableId, RoundRef)>> {
        done(Ok(self.state().slips.get(&(patron, slip_id)).copied()))
    }

    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron> {
        done(self.state().create_patron(patron))
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>> {
        let state = self.state();
        let known = state.patrons.iter().find(|(_, hash)| *hash == token_hash);
        done(Ok(known.map(|(patron, _)| patron.clone())))
    }

    fn balance(&self, patron: PatronId) -> PortFuture<'_, Amount> {
        done(Ok(self.state().balance(patron)))
    }

    fn post(&self, postings: Vec<Posting>) -> PortFuture<'_, Result<(), TransferRefusal>> {
        done(Ok(self.state().ledger.post(&postings).map(|_| ()).map_err(|(_, refusal)| refusal)))
    }

    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>> {
        let state = self.state();
        let own = state.rounds.iter().rev().filter(|(owner, _)| *owner == patron).map(|(_, round)| round);
        let older = own.filter(|round| before.is_none_or(|before| round.cursor < before));
        done(Ok(older.take(usize::from(limit)).cloned().collect()))
    }

    fn trial_balance(&self) -> PortFuture<'_, TrialBalance> {
        done(Ok(self.state().trial_balance()))
    }
}
