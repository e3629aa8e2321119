//! A store in memory, plainly: the reference that says what a store does, and what tests and simulations run
//! on. It forgets everything with the program.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use baccarat::{Card, Spot};
use ledger::{Account, AccountKind, Book, Ledger, Posted, Transfer, TransferRefusal, TransferRequest, judge};
use money::{Amount, Currency};
use table::event::SettledSpot;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, TableId, Timestamp};

use crate::ports::{
    AcceptedSlip, Adjustment, NewPatron, Patron, PatronRound, ShoeSeed, StatementLine, StoreFailure,
    StoredRound, TrialBalance, Unit, UnitOutcome, Wallet,
};
use crate::reports::statement::{Cause, WalletLine, lines};
use crate::reports::turnover::{Turnover, counted, day_of};

mod port;

/// The store.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    tables: BTreeMap<TableId, TableLog>,
    seeds: HashMap<(TableId, u32), ShoeSeed>,
    rules: HashMap<RulesDigest, String>,
    slips: HashMap<(PatronId, RequestId), AcceptedSlip>,
    patrons: Vec<(Patron, [u8; 32])>,
    rounds: Vec<(PatronId, PatronRound)>,
    ledger: Ledger,
    adjusted: HashMap<RequestId, Adjustment>,
    statements: BTreeMap<(PatronId, Currency), Vec<StatementLine>>,
    turnover: BTreeMap<(Timestamp, TableId, Spot, Currency, bool), Turnover>,
    /// The time of the latest entry of the house's own log.
    house_at: Timestamp,
}

/// The events of a table, and the round they have come to.
#[derive(Debug)]
struct TableLog {
    events: Vec<RecordedEvent>,
    round: RoundRef,
    cards: Vec<Card>,
    rounds: BTreeMap<RoundRef, StoredRound>,
}

impl Default for TableLog {
    fn default() -> Self {
        let round = RoundRef { shoe_no: 0, round_no: 0 };
        Self { events: Vec::new(), round, cards: Vec::new(), rounds: BTreeMap::new() }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every event of a table, from its first.
    pub fn events(&self, table: TableId) -> Vec<RecordedEvent> {
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
        let transfers = match judge(&self.ledger, &unit.postings) {
            Ok(Err((_, refusal))) => return self.refused(refusal),
            Ok(Ok(judged)) if judged.posted.contains(&Posted::Exists) => return UnitOutcome::Repeated,
            Ok(Ok(judged)) => judged.changes.transfers,
            Err(never) => match never {},
        };
        if let Err((_, refusal)) = self.ledger.post(&unit.postings) {
            return self.refused(refusal);
        }
        let first_seq = self.seq(table).saturating_add(1);
        let mut cause = None;
        for (seq, (at, event)) in (first_seq..).zip(unit.events) {
            self.count(table, at, &event, transfers.first());
            self.write(table, RecordedEvent { seq, at, event });
            let log = self.tables.get(&table);
            let of = |log: &TableLog| Some(Cause::of(at, &log.events.last()?.event, table, log.round));
            cause = cause.or_else(|| log.and_then(of));
        }
        self.state_lines(&cause.unwrap_or(Cause::posted(self.house_at)), &transfers);
        self.seeds.extend(unit.shoe_seed.map(|seed| ((table, seed.shoe_no), seed)));
        UnitOutcome::Committed { first_seq }
    }

    fn refused(&self, refusal: TransferRefusal) -> UnitOutcome {
        let Ok(outcome) = UnitOutcome::refused(&self.ledger, refusal);
        outcome
    }

    fn write(&mut self, table: TableId, recorded: RecordedEvent) {
        let log = self.tables.entry(table).or_default();
        log.note_round(&recorded);
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
            Event::SlipAccepted { patron, slip_id, wagers } => {
                let accepted = AcceptedSlip { table, round: log.round, wagers: wagers.clone() };
                self.slips.insert((*patron, *slip_id), accepted);
            }
            _ => {}
        }
        for (patron, ending) in endings(&recorded.event, log) {
            let Ending { round, revision, cards, wagers, voided } = ending;
            let cursor = u64::try_from(self.rounds.len()).unwrap_or(u64::MAX).saturating_add(1);
            let mut ended =
                PatronRound { cursor, table, round, at: recorded.at, revision, cards, wagers, voided };
            let same = |(owner, known): &&mut (PatronId, PatronRound)| {
                (*owner, known.table, known.round) == (patron, table, round)
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

    /// Counts what was staked and paid, in the currency in which it was.
    fn count(&mut self, table: TableId, at: Timestamp, event: &Event, moved: Option<&Transfer>) {
        let (Some(counted), Some(moved)) = (counted(event), moved) else { return };
        for (spot, sums) in counted.spots {
            let key = (day_of(at), table, spot, moved.from.currency, counted.corrected);
            let sum = self.turnover.entry(key).or_default();
            *sum = sum.plus(sums);
        }
    }

    /// Adds to statements what transfers came to that the ledger has.
    fn state_lines(&mut self, cause: &Cause, transfers: &[Transfer]) {
        let Ok(lines) = lines(cause, transfers, |id| Book::transfer(&self.ledger, id));
        for WalletLine { patron, currency, sums } in lines {
            let known = self.statements.entry((patron, currency)).or_default();
            let (cursor, balance, owed) =
                known.last().map_or((0, 0, 0), |last| (last.cursor, last.balance, last.owed));
            known.push(StatementLine {
                cursor: cursor.saturating_add(1),
                currency,
                cause: *cause,
                sums,
                balance: balance.saturating_add(sums.change),
                owed: owed.saturating_add(sums.owed()),
            });
        }
    }

    /// Posts outside any table; says what it came to.
    fn post(&mut self, at: Timestamp, postings: &[TransferRequest]) -> Result<(), TransferRefusal> {
        let known = self.ledger.transfers().len();
        self.ledger.post(postings).map_err(|(_, refusal)| refusal)?;
        let new = self.ledger.transfers().get(known..).unwrap_or_default().to_vec();
        if !new.is_empty() {
            self.house_at = self.house_at.max(at);
            self.state_lines(&Cause::posted(self.house_at), &new);
        }
        Ok(())
    }

    fn adjust(&mut self, adjustment: &Adjustment) -> Result<Posted, TransferRefusal> {
        self.post(adjustment.at, &[adjustment.posting()])?;
        match self.adjusted.entry(adjustment.request_id) {
            Entry::Vacant(new) => {
                new.insert(adjustment.clone());
                Ok(Posted::New)
            }
            Entry::Occupied(known) if adjustment.repeats(known.get()) => Ok(Posted::Exists),
            Entry::Occupied(_) => Err(TransferRefusal::ExistsDifferent { id: adjustment.posting().id }),
        }
    }

    fn create_patron(&mut self, new: NewPatron) -> Result<Patron, StoreFailure> {
        if self.patrons.iter().any(|(_, hash)| *hash == new.token_hash) {
            return Err(StoreFailure::Storage("another patron has that secret".to_owned()));
        }
        let number = u32::try_from(self.patrons.len().saturating_add(1));
        let full = |_| StoreFailure::Storage("there is no number left for another patron".to_owned());
        let id = PatronId(number.map_err(full)?);
        let gift: Vec<TransferRequest> = new.gift_to(id).into_iter().collect();
        self.house_at = self.house_at.max(new.at);
        self.post(new.at, &gift).map_err(|refusal| StoreFailure::Storage(format!("no gift: {refusal}")))?;
        let patron = Patron { id, nickname: new.nickname, currency: new.currency };
        self.patrons.push((patron.clone(), new.token_hash));
        Ok(patron)
    }

    fn wallet(&self, patron: PatronId) -> Wallet {
        let patron = self.patrons.iter().map(|(patron, _)| patron).find(|known| known.id == patron);
        let Some(Patron { id, currency, .. }) = patron else { return Wallet::default() };
        let Ok(wallet) = Wallet::of(&self.ledger, *id, *currency);
        wallet
    }

    fn held(&self, patron: PatronId) -> Amount {
        let own = |account: Account| {
            account.owner == patron.0
                && matches!(account.kind, AccountKind::PatronCash | AccountKind::PatronBonus)
        };
        let holds = self.ledger.open_holds();
        let made = |id| match Book::transfer(&self.ledger, id) {
            Ok(made) => made,
            Err(never) => match never {},
        };
        let left = holds.iter().filter(|(id, _)| made(**id).is_some_and(|hold| own(hold.from)));
        Amount::checked_sum(left.map(|(_, left)| *left)).unwrap_or(Amount::MAX)
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

/// How a round ended for one patron.
struct Ending {
    round: RoundRef,
    revision: u16,
    cards: Vec<Card>,
    wagers: Vec<SettledSpot>,
    voided: Option<Amount>,
}

/// How a round ended for each patron, if this event ends or corrects it.
fn endings(event: &Event, log: &TableLog) -> Vec<(PatronId, Ending)> {
    let ended = |revision: u16, wagers: &[SettledSpot], voided| Ending {
        round: log.round,
        revision,
        cards: log.cards.clone(),
        wagers: wagers.to_vec(),
        voided,
    };
    match event {
        Event::RoundSettled { revision, patrons } => {
            patrons.iter().map(|own| (own.patron, ended(*revision, &own.wagers, None))).collect()
        }
        Event::RoundVoided { returned, .. } => {
            returned.iter().map(|own| (own.patron, ended(1, &[], Some(own.amount)))).collect()
        }
        Event::RoundCorrected { agreed, .. } => {
            let (round, cards) = (agreed.round, agreed.cards_after().to_vec());
            let corrected = agreed.patrons.iter().map(|own| {
                let ended = ended(agreed.revision, &own.after, agreed.voided().map(|_| own.staked));
                (own.patron, Ending { round, cards: cards.clone(), ..ended })
            });
            corrected.collect()
        }
        _ => Vec::new(),
    }
}

impl TableLog {
    /// Keeps the rounds as they stand.
    fn note_round(&mut self, recorded: &RecordedEvent) {
        let here = match &recorded.event {
            Event::ShoeOpened { shoe_no, .. } => RoundRef { shoe_no: *shoe_no, round_no: 0 },
            Event::BettingOpened { round_no, .. } => RoundRef { round_no: *round_no, ..self.round },
            Event::RoundCorrected { agreed, .. } => agreed.round,
            _ => self.round,
        };
        let new = StoredRound { round: here, at: recorded.at, revision: 0, voided: false, cards: Vec::new() };
        let stands = self.rounds.entry(here).or_insert(new);
        match &recorded.event {
            Event::ShoeOpened { .. } | Event::BettingOpened { .. } => {}
            Event::CardsBurned { first, .. } => stands.cards.extend(*first),
            Event::CardDrawn { card } => stands.cards.push(*card),
            Event::RoundSettled { revision, .. } => (stands.revision, stands.voided) = (*revision, false),
            Event::RoundVoided { .. } => (stands.revision, stands.voided) = (1, true),
            Event::RoundCorrected { agreed, .. } => {
                (stands.revision, stands.voided) = (agreed.revision, agreed.voided().is_some());
                stands.cards = agreed.cards_after().to_vec();
            }
            _ => return,
        }
        stands.at = recorded.at;
    }

    /// The events of a round, and after them the corrections of it.
    fn of_round(&self, round: RoundRef) -> Vec<RecordedEvent> {
        let (mut events, mut later) = (Vec::new(), Vec::new());
        let mut here = RoundRef { shoe_no: 0, round_no: 0 };
        for recorded in &self.events {
            match &recorded.event {
                Event::ShoeOpened { shoe_no, .. } => here = RoundRef { shoe_no: *shoe_no, round_no: 0 },
                Event::BettingOpened { round_no, .. } => here.round_no = *round_no,
                _ => {}
            }
            match recorded.event.corrects() {
                Some(about) if about == round => later.push(recorded.clone()),
                None if here == round => events.push(recorded.clone()),
                _ => {}
            }
        }
        events.append(&mut later);
        events
    }
}
