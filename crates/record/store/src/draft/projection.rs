//! The rows that a batch writes, and how those that follow from an event are projected. Judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::credentials::CredentialRows;
use baccarat::Spot;
use foldhash::HashMap;
use house::ports::{DeviceRecord, LockedSecret, ShoeSeed, StoreFailure, StoredBulletin, StoredRecord};
use house::statement::{Cause, WalletLine};
use house::turnover::{Turnover, counted, day_of};
use journal::{
    Digest, HouseRow, Origin, RoundState, StoredEntity, StoredPatron, StoredSlip, TableProgress,
    accepted_slip, endings, follow, round_state, to_json, took_all_back,
};
use ledger::{Account, Transfer, TransferId};
use money::{Amount, Currency};
use table::{Event, PatronId, RecordedEvent, RoundRef, TableId, Timestamp};

/// An event to be written.
pub(crate) struct EventRow {
    pub(crate) table: TableId,
    pub(crate) seq: u64,
    pub(crate) at: Timestamp,
    /// The round it belongs to.
    pub(crate) round: RoundRef,
    pub(crate) body: String,
    pub(crate) digest: Digest,
}

/// The state of a round.
pub(crate) struct RoundStateRow {
    /// The number of its first event.
    pub(crate) opened_seq: u64,
    /// When that was.
    pub(crate) opened_at: Timestamp,
    pub(crate) at: Timestamp,
    pub(crate) revision: u16,
    pub(crate) voided: bool,
    pub(crate) cards: String,
}

/// How a round ended for a patron.
pub(crate) struct PatronRoundRow {
    pub(crate) patron: PatronId,
    pub(crate) table: TableId,
    pub(crate) round: RoundRef,
    pub(crate) at: Timestamp,
    pub(crate) cards: String,
    pub(crate) wagers: String,
    pub(crate) voided: Option<i64>,
    pub(crate) revision: u16,
}

/// A transfer, and the entry it belongs to.
pub(crate) struct TransferRow {
    pub(crate) transfer: Transfer,
    pub(crate) origin: Origin,
}

/// The rows that a batch writes.
#[derive(Default)]
pub(crate) struct Rows {
    /// New patrons, and when they came.
    pub(crate) patrons: Vec<(StoredPatron, Timestamp)>,
    pub(crate) events: Vec<EventRow>,
    /// Entries of the house's own log.
    pub(crate) house: Vec<HouseRow>,
    /// Entities that changed, in the order of their entries.
    pub(crate) entities: Vec<StoredEntity>,
    pub(crate) credentials: CredentialRows,
    pub(crate) seeds: Vec<(TableId, ShoeSeed)>,
    pub(crate) secrets: Vec<(TableId, LockedSecret)>,
    pub(crate) bulletins: Vec<(TableId, StoredBulletin)>,
    /// Records of devices.
    pub(crate) records: Vec<(TableId, StoredRecord)>,
    pub(crate) slips: Vec<StoredSlip>,
    pub(crate) patron_rounds: Vec<PatronRoundRow>,
    /// The rounds in which a patron took all wagers back.
    pub(crate) cleared_rounds: BTreeSet<(TableId, RoundRef, PatronId)>,
    pub(crate) round_states: BTreeMap<(TableId, RoundRef), RoundStateRow>,
    /// The events that are about an earlier round, and which.
    pub(crate) corrections: Vec<(TableId, u64, RoundRef)>,
    pub(crate) transfers: Vec<TransferRow>,
    /// Lines of statements.
    pub(crate) lines: Vec<(Cause, WalletLine)>,
    /// What was turned over, by day, table, spot and currency; corrections apart.
    pub(crate) turnover: BTreeMap<(Timestamp, TableId, Spot, Currency, bool), Turnover>,
    /// The new balance of each account that gave or got.
    pub(crate) balances: BTreeMap<Account, i64>,
    /// In how many of the transfers each account gives or gets.
    pub(crate) moves: HashMap<Account, i64>,
    /// What is now left of each hold that was made, used or restored.
    pub(crate) remaining: BTreeMap<TransferId, Amount>,
}

/// Rows so far, and how far the tables have come that they are about.
#[derive(Default)]
pub(crate) struct Projection {
    pub(crate) rows: Rows,
    pub(crate) progress: HashMap<TableId, TableProgress>,
    /// Where in the rows a patron's round is, so that a later ending replaces an earlier one.
    patron_rounds: HashMap<(PatronId, TableId, RoundRef), usize>,
}

impl Projection {
    /// Appends the next event of a table. `transfers` are those of its unit if it is the first; `currency` is that of
    /// the unit's money. Returns the cause that its transfers have if it is the first.
    pub(crate) fn append(
        &mut self,
        table: TableId,
        (at, event, body): (Timestamp, &Event, &str),
        transfers: &[Transfer],
        currency: Option<Currency>,
    ) -> Result<Cause, StoreFailure> {
        let progress = self.progress.entry(table).or_default();
        let digest = follow(progress, table, (at, event), body, transfers);
        let (seq, round) = (progress.seq(), progress.round());
        self.rows.events.push(EventRow { table, seq, at, round, body: body.to_owned(), digest });
        self.project(table, (at, event), currency)?;
        Ok(Cause::of(at, event, table, round))
    }

    /// Takes in the record of a device that a table takes before its next event.
    pub(crate) fn take_record(&mut self, table: TableId, record: &DeviceRecord) {
        let stored = self.progress.entry(table).or_default().take_record(table, record);
        self.rows.records.push((table, stored));
    }

    /// Projects an event of the past again, without the event itself. Returns the cause that its transfers have.
    pub(crate) fn refold(
        &mut self,
        table: TableId,
        recorded: &RecordedEvent,
        currency: Option<Currency>,
    ) -> Result<Cause, StoreFailure> {
        let progress = self.progress.entry(table).or_default();
        progress.follow(recorded.seq, &recorded.event);
        let round = progress.round();
        self.project(table, (recorded.at, &recorded.event), currency)?;
        Ok(Cause::of(recorded.at, &recorded.event, table, round))
    }

    /// Takes the rows, and goes on from where the tables have come.
    pub(crate) fn take_rows(&mut self) -> Rows {
        self.patron_rounds.clear();
        std::mem::take(&mut self.rows)
    }

    /// Projects an event that the table's progress includes.
    fn project(
        &mut self,
        table: TableId,
        (at, event): (Timestamp, &Event),
        currency: Option<Currency>,
    ) -> Result<(), StoreFailure> {
        let progress = self.progress.entry(table).or_default();
        let (seq, round) = (progress.seq(), progress.round());
        if let Some((patron, slip)) = accepted_slip(event) {
            self.rows.slips.push(StoredSlip { patron, slip, table, round, seq });
        }
        self.rows.cleared_rounds.extend(took_all_back(event).map(|patron| (table, round, patron)));
        if let (Some(counted), Some(currency)) = (counted(event), currency) {
            for (spot, sums) in counted.spots {
                let key = (day_of(at), table, spot, currency, counted.corrected);
                let sum = self.rows.turnover.entry(key).or_default();
                *sum = sum.plus(sums);
            }
        }
        self.rows.corrections.extend(event.corrects().map(|about| (table, seq, about)));
        let Some(RoundState { round, revision, voided, cards }) = round_state(event, progress) else {
            return Ok(());
        };
        let (opened_seq, opened_at, cards) = (seq, at, to_json(cards)?);
        let row = RoundStateRow { opened_seq, opened_at, at, revision, voided, cards };
        for ending in endings(event) {
            let (patron, cards, wagers) = (ending.patron, row.cards.clone(), to_json(ending.wagers)?);
            let voided = ending.voided.map(Amount::signed);
            self.ended(PatronRoundRow { patron, table, round, at, cards, wagers, voided, revision });
        }
        self.state_of((table, round), row);
        Ok(())
    }

    /// Adds the state of a round; an event that begins it or deals a card leaves how it ended.
    fn state_of(&mut self, place: (TableId, RoundRef), mut row: RoundStateRow) {
        if let Some(before) = self.rows.round_states.get(&place) {
            (row.opened_seq, row.opened_at) = (before.opened_seq, before.opened_at);
            if row.revision == 0 {
                (row.revision, row.voided) = (before.revision, before.voided);
            }
        }
        self.rows.round_states.insert(place, row);
    }

    fn ended(&mut self, row: PatronRoundRow) {
        let rows = &mut self.rows.patron_rounds;
        let place = *self.patron_rounds.entry((row.patron, row.table, row.round)).or_insert(rows.len());
        match rows.get_mut(place) {
            Some(earlier) => *earlier = row,
            None => rows.push(row),
        }
    }
}
