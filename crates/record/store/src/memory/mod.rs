//! The store in memory: plain collections behind the port, for tests and simulations. It forgets everything with the
//! program. The drafter judges its batches, as those of every store.

mod entries;
mod facts;
mod port;
mod search;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use baccarat::Spot;
use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind};
use house::ports::{
    DeviceRecord, LockedSecret, PatronRound, ShoeSeed, StatementLine, StoreFailure, StoredBulletin,
    StoredRecord, StoredRound,
};
use house::statement::{Cause, WalletLine};
use house::turnover::Turnover;
use journal::{HouseRow, Origin, StoredEntity, StoredPatron, StoredSlip, TableProgress, from_json};
use ledger::{Account, Changes, Ledger, TransferId};
use money::Currency;
use table::{PatronId, RecordRef, RecordedEvent, RequestId, RoundRef, TableId, Timestamp};

use crate::draft::{Answered, Drafted, NotJudged, Order, PatronRoundRow, RoundStateRow, Rows};
use crate::rows::{self, amount};

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore(Mutex<State>);

/// What the store holds.
#[derive(Default)]
struct State {
    ledger: Ledger,
    tables: BTreeMap<TableId, TableLog>,
    /// The house's own log.
    house: Vec<HouseRow>,
    entities: BTreeMap<EntityRef, StoredEntity>,
    /// The numbers of entities that have a name, by kind and name.
    names: HashMap<(EntityKind, String), u32>,
    /// The entries of each entity, oldest first.
    entity_entries: HashMap<EntityRef, Vec<u64>>,
    credentials: BTreeMap<(CredentialKind, String), Credential>,
    /// In how many transfers each account gave or got.
    moves: HashMap<Account, u64>,
    /// The entries that transfers belong to.
    origins: HashMap<TransferId, Origin>,
    seeds: HashMap<(TableId, u32), ShoeSeed>,
    /// The locked secrets of shoes.
    secrets: HashMap<(TableId, u32), LockedSecret>,
    device_records: BTreeMap<RecordRef, DeviceRecord>,
    slips: HashMap<(PatronId, RequestId), StoredSlip>,
    patrons: Vec<StoredPatron>,
    patron_rounds: HashMap<PatronId, Vec<PatronRound>>,
    statements: HashMap<(PatronId, Currency), Vec<StatementLine>>,
    turnover: BTreeMap<(Timestamp, TableId, Spot, Currency, bool), Turnover>,
}

/// The log of a table, and what follows from it.
#[derive(Default)]
struct TableLog {
    /// Each event with the round it belongs to.
    events: Vec<(RoundRef, RecordedEvent)>,
    progress: TableProgress,
    rounds: BTreeMap<RoundRef, StoredRound>,
    /// The events that are about an earlier round, and which.
    corrections: Vec<(u64, RoundRef)>,
    bulletins: Vec<StoredBulletin>,
    /// The records of devices that the table took.
    records: Vec<StoredRecord>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every event of a table, from its first.
    pub fn events(&self, table: TableId) -> Vec<RecordedEvent> {
        let state = self.state();
        let log = state.tables.get(&table);
        log.into_iter().flat_map(|log| &log.events).map(|(_, recorded)| recorded.clone()).collect()
    }

    /// Every record of a device that a table took, from its first.
    pub fn device_records(&self, table: TableId) -> Vec<StoredRecord> {
        self.state().tables.get(&table).map(|log| log.records.clone()).unwrap_or_default()
    }

    /// A copy of the ledger.
    pub fn ledger(&self) -> Ledger {
        self.state().ledger.clone()
    }

    /// The entry that each transfer belongs to.
    pub fn origins(&self) -> HashMap<TransferId, Origin> {
        self.state().origins.clone()
    }

    /// The house's own log.
    pub fn house_rows(&self) -> Vec<HouseRow> {
        self.state().house.clone()
    }

    /// All credentials, by kind and key.
    pub fn credentials(&self) -> Vec<Credential> {
        self.state().credentials.values().cloned().collect()
    }

    /// The seed of each shoe.
    pub fn seeds(&self) -> HashMap<(TableId, u32), ShoeSeed> {
        self.state().seeds.clone()
    }

    /// Loses the seed of a shoe, as a damaged store might.
    pub fn lose_seed(&self, table: TableId, shoe_no: u32) {
        self.state().seeds.remove(&(table, shoe_no));
    }

    /// Judges an order and writes what it changes.
    fn carry_out(&self, order: &Order) -> Answered {
        let mut state = self.state();
        let Drafted { mut answers, rows, progress, .. } =
            Drafted::of([order], &*state).map_err(NotJudged::failure)?;
        state.write(rows)?;
        for (table, progress) in progress {
            state.tables.entry(table).or_default().progress = progress;
        }
        answers.remove(0)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write(&mut self, rows: Rows) -> Result<(), StoreFailure> {
        for row in &rows.events {
            let event = rows::event(row.table, rows::column(row.seq)?, row.at, &row.body)?;
            self.tables.entry(row.table).or_default().events.push((row.round, event));
        }
        for ((table, round), row) in rows.round_states {
            self.tables.entry(table).or_default().round_state(round, &row)?;
        }
        for (table, seq, about) in rows.corrections {
            self.tables.entry(table).or_default().corrections.push((seq, about));
        }
        for row in rows.patron_rounds {
            self.patron_round(&row)?;
        }
        for (cause, line) in rows.lines {
            self.line(cause, &line);
        }
        for (key, sums) in rows.turnover {
            let sum = self.turnover.entry(key).or_default();
            *sum = sum.plus(sums);
        }
        self.slips.extend(rows.slips.into_iter().map(|slip| ((slip.patron, slip.slip), slip)));
        self.seeds.extend(rows.seeds.into_iter().map(|(table, seed)| ((table, seed.shoe_no), seed)));
        self.secrets.extend(rows.secrets.into_iter().map(|(table, own)| ((table, own.shoe_no), own)));
        for (table, bulletin) in rows.bulletins {
            self.tables.entry(table).or_default().bulletins.push(bulletin);
        }
        for (table, stored) in rows.records {
            self.device_records.insert(stored.record.record_ref(), stored.record.clone());
            self.tables.entry(table).or_default().records.push(stored);
        }
        self.patrons.extend(rows.patrons.into_iter().map(|(patron, _)| patron));
        self.house.extend(rows.house);
        rows.entities.into_iter().for_each(|changed| self.change_entity(changed));
        self.change_credentials(rows.credentials);
        self.origins.extend(rows.transfers.iter().map(|row| (row.transfer.id, row.origin)));
        for transfer in rows.transfers.iter().map(|row| row.transfer) {
            for account in [transfer.from, transfer.to] {
                let moves = self.moves.entry(account).or_default();
                *moves = moves.saturating_add(1);
            }
        }
        let transfers = rows.transfers.into_iter().map(|row| row.transfer).collect();
        self.ledger.apply(Changes { transfers, remaining: rows.remaining, balances: rows.balances });
        Ok(())
    }

    /// Writes how a round ended for a patron, in the place of how it ended before.
    fn patron_round(&mut self, row: &PatronRoundRow) -> Result<(), StoreFailure> {
        let rounds = self.patron_rounds.entry(row.patron).or_default();
        let known = rounds.iter().position(|known| (known.table, known.round) == (row.table, row.round));
        let place = known.unwrap_or(rounds.len());
        let ended = PatronRound {
            cursor: u64::try_from(place).unwrap_or(u64::MAX).saturating_add(1),
            table: row.table,
            round: row.round,
            at: row.at,
            revision: row.revision,
            cards: from_json(&row.cards)?,
            wagers: from_json(&row.wagers)?,
            voided: row.voided.map(amount).transpose()?,
        };
        match rounds.get_mut(place) {
            Some(earlier) => *earlier = ended,
            None => rounds.push(ended),
        }
        Ok(())
    }

    /// Writes a line of a statement, after the line before it.
    fn line(&mut self, cause: Cause, line: &WalletLine) {
        let WalletLine { patron, currency, sums } = *line;
        let lines = self.statements.entry((patron, currency)).or_default();
        let (cursor, balance, owed) =
            lines.last().map_or((0, 0, 0), |last| (last.cursor, last.balance, last.owed));
        lines.push(StatementLine {
            cursor: cursor.saturating_add(1),
            currency,
            cause,
            sums,
            balance: balance.saturating_add(sums.change),
            owed: owed.saturating_add(sums.owed()),
        });
    }
}

impl TableLog {
    /// Writes the state of a round. A card leaves how the round ended.
    fn round_state(&mut self, round: RoundRef, row: &RoundStateRow) -> Result<(), StoreFailure> {
        let (at, cards) = (row.at, from_json(&row.cards)?);
        let (mut opened_at, mut revision, mut voided) = (row.opened_at, row.revision, row.voided);
        if let Some(before) = self.rounds.get(&round) {
            opened_at = before.opened_at;
            if revision == 0 {
                (revision, voided) = (before.revision, before.voided);
            }
        }
        self.rounds.insert(round, StoredRound { round, opened_at, at, revision, voided, cards });
        Ok(())
    }

    /// The event of this number.
    fn event(&self, seq: u64) -> Option<&RecordedEvent> {
        self.event_of_round(seq).map(|(_, recorded)| recorded)
    }

    /// The event of this number, with the round it belongs to.
    fn event_of_round(&self, seq: u64) -> Option<&(RoundRef, RecordedEvent)> {
        let place = self.events.binary_search_by_key(&seq, |(_, recorded)| recorded.seq).ok()?;
        self.events.get(place)
    }

    /// The events that are about an earlier round, each with that round.
    fn corrections(&self) -> impl DoubleEndedIterator<Item = (RoundRef, &RecordedEvent)> {
        self.corrections.iter().filter_map(|(seq, about)| Some((*about, self.event(*seq)?)))
    }
}
