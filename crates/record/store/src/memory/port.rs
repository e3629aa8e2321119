//! The store in memory as the port sees it: what the collections hold, in the port's order and limits.

use std::future::ready;

use house::log::{EntityKind, EntityRef, HouseEvent};
use house::patron_turnover::DailyTurnover;
use house::people::{Credential, CredentialChange, CredentialKind, Person};
use house::ports::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronRoundSearch, PatronSearch, RoundPlace, RoundSearch,
    SlipPlace, SlipSearch,
};
use house::ports::transfer_search::{FoundTransfer, TransferSearch};
use house::ports::{
    AcceptedSlip, CommitStore, DayTurnover, DeviceRecord, HouseEntry, HouseOutcome, LockedSecret, NewPatron,
    NumberedWallet, OpenRound, Patron, PatronRound, PortFuture, ReadStore, RecordedEntry, ShoeSeed,
    StatementLine, StoreFailure, StoredBulletin, StoredRecord, StoredRound, TableResult, TrialBalance, Unit,
    UnitOutcome, Wallet,
};
use house::turnover::Turnover;
use journal::{Origin, StoredPatron, StoredSlip, from_json};
use ledger::{Account, AccountKind, Book as _, TransferId, TransferRefusal, TransferRequest};
use money::Amount;
use table::{
    DeviceId, Event, PatronId, RecordRef, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef,
    SlipKind, TableId, Timestamp,
};

use super::{MemoryStore, State, TableLog};
use crate::draft::{Answered, Order, Orders, ordered};

/// Methods of the port that the state answers. Nothing here waits.
macro_rules! reads {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> PortFuture<'_, $answer> {
            Box::pin(ready(Ok(self.state().$name($($argument),*))))
        }
    )*};
}

/// Methods of the port that the state answers, unless a row of it cannot be read.
macro_rules! fallible_reads {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> PortFuture<'_, $answer> {
            Box::pin(ready(self.state().$name($($argument),*)))
        }
    )*};
}

impl Orders for MemoryStore {
    async fn order(&self, order: Order) -> Answered {
        self.carry_out(&order)
    }
}

impl CommitStore for MemoryStore {
    ordered! {
        commit(table: TableId, expected_seq: u64, units: Vec<Unit>) -> Vec<UnitOutcome> = commit_units;
        record_house_rules(at: Timestamp, name: RulesRef, document: String) -> () = record_rules;
        create_patron(patron: NewPatron) -> Patron = add_patron;
        post(at: Timestamp, postings: Vec<TransferRequest>) -> Result<(), TransferRefusal> = post_money;
        append_entry(entry: HouseEntry) -> HouseOutcome = append;
        change_credentials(changes: Vec<CredentialChange>) -> bool = change;
    }

    reads! {
        latest_shoe(table: TableId) -> Vec<RecordedEvent>;
        shoe_seed(table: TableId, shoe_no: u32) -> Option<ShoeSeed>;
        locked_secret(table: TableId, shoe_no: u32) -> Option<LockedSecret>;
        bulletins(table: TableId, from: u64, limit: u16) -> Vec<StoredBulletin>;
        shoe_bulletins(table: TableId, shoe_no: u32) -> Vec<StoredBulletin>;
        last_bulletin(table: TableId) -> Option<StoredBulletin>;
        records_after(table: TableId, seq: u64) -> Vec<StoredRecord>;
        records_between(table: TableId, after: u64, until: u64) -> Vec<StoredRecord>;
        device_record(record: RecordRef) -> Option<DeviceRecord>;
        last_record(device: DeviceId) -> Option<DeviceRecord>;
        open_rounds() -> Vec<OpenRound>;
        accepted_slip(patron: PatronId, slip_id: RequestId) -> Option<AcceptedSlip>;
    }

    fallible_reads! {
        house_rules(digest: RulesDigest) -> Option<String>;
    }
}

impl ReadStore for MemoryStore {
    reads! {
        round_events(table: TableId, round: RoundRef) -> Vec<RecordedEvent>;
        shoe_rounds(table: TableId, shoe_no: u32) -> Vec<StoredRound>;
        corrections(table: TableId, before: Option<u64>, limit: u16) -> Vec<RecordedEvent>;
        correction_asked(table: TableId, request_id: RequestId) -> Option<RecordedEvent>;
        shoe_corrections(table: TableId, shoe_no: u32) -> Vec<RecordedEvent>;
        patron_by_token(token_hash: [u8; 32]) -> Option<Patron>;
        patron(patron: PatronId) -> Option<Patron>;
        wallet(patron: PatronId) -> NumberedWallet;
        wallets(patrons: Vec<PatronId>) -> Vec<NumberedWallet>;
        held(patron: PatronId) -> Amount;
        patron_rounds(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<PatronRound>;
        search_patron_rounds(
            patron: PatronId, search: PatronRoundSearch, before: Option<u64>, limit: u16
        ) -> Found<PatronRound, u64>;
        latest_round(patron: PatronId, table: TableId) -> Option<PatronRound>;
        statement(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<StatementLine>;
        patron_turnover(patron: PatronId, since: Timestamp) -> Vec<(Timestamp, Turnover)>;
        turnover(from: Timestamp, until: Timestamp, table: Option<TableId>) -> Vec<DayTurnover>;
        table_results(table: Option<TableId>) -> Vec<TableResult>;
        search_rounds(
            search: RoundSearch, before: Option<RoundPlace>, limit: u16
        ) -> Found<FoundRound, RoundPlace>;
        search_slips(search: SlipSearch, before: Option<SlipPlace>, limit: u16) -> Found<FoundSlip, SlipPlace>;
        search_transfers(search: TransferSearch, before: Option<u64>, limit: u16) -> Found<FoundTransfer, u64>;
        trial_balance() -> TrialBalance;
        house_digest(seq: u64) -> Option<[u8; 32]>;
        credential(kind: CredentialKind, key: String) -> Option<Credential>;
        credentials_of(kind: CredentialKind, owner: Person) -> Vec<Credential>;
    }

    fallible_reads! {
        entity(entity: EntityRef) -> Option<RecordedEntry>;
        entity_named(kind: EntityKind, name: String) -> Option<RecordedEntry>;
        entities(kind: EntityKind, after: u32, limit: u16) -> Vec<RecordedEntry>;
        entity_history(entity: EntityRef, before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        house_log(before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        money_event(transfer: TransferId) -> Option<HouseEvent>;
    }

    fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> PortFuture<'_, Found<Patron, PatronPlace>> {
        Box::pin(ready(Ok(self.state().search_patrons(&search, after.as_ref(), limit))))
    }
}

impl State {
    fn money_event(&self, transfer: TransferId) -> Result<Option<HouseEvent>, StoreFailure> {
        let Some(Origin::House(seq)) = self.origins.get(&transfer) else { return Ok(None) };
        let entry = self.house.iter().find(|row| row.head.seq == *seq);
        entry.map(|row| from_json(&row.body)).transpose()
    }

    fn latest_shoe(&self, table: TableId) -> Vec<RecordedEvent> {
        let events = self.tables.get(&table).map(|log| log.events.as_slice()).unwrap_or_default();
        let shoe_no = events.last().map(|(round, _)| round.shoe_no);
        let latest = events.iter().filter(|(round, _)| Some(round.shoe_no) == shoe_no);
        latest.map(|(_, recorded)| recorded.clone()).collect()
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> Option<ShoeSeed> {
        self.seeds.get(&(table, shoe_no)).copied()
    }

    fn locked_secret(&self, table: TableId, shoe_no: u32) -> Option<LockedSecret> {
        self.secrets.get(&(table, shoe_no)).copied()
    }

    fn bulletins(&self, table: TableId, from: u64, limit: u16) -> Vec<StoredBulletin> {
        let later = self.bulletins_of(table).filter(|bulletin| bulletin.no >= from);
        later.take(usize::from(limit)).cloned().collect()
    }

    fn shoe_bulletins(&self, table: TableId, shoe_no: u32) -> Vec<StoredBulletin> {
        self.bulletins_of(table).filter(|bulletin| bulletin.shoe_no == shoe_no).cloned().collect()
    }

    fn last_bulletin(&self, table: TableId) -> Option<StoredBulletin> {
        self.bulletins_of(table).next_back().cloned()
    }

    fn bulletins_of(&self, table: TableId) -> impl DoubleEndedIterator<Item = &StoredBulletin> {
        self.tables.get(&table).into_iter().flat_map(|log| &log.bulletins)
    }

    fn records_after(&self, table: TableId, seq: u64) -> Vec<StoredRecord> {
        let records = self.tables.get(&table).into_iter().flat_map(|log| &log.records);
        records.filter(|stored| stored.seq > seq).cloned().collect()
    }

    fn records_between(&self, table: TableId, after: u64, until: u64) -> Vec<StoredRecord> {
        let records = self.records_after(table, after).into_iter();
        records.filter(|stored| stored.seq <= until).collect()
    }

    fn device_record(&self, record: RecordRef) -> Option<DeviceRecord> {
        self.device_records.get(&record).cloned()
    }

    fn last_record(&self, device: DeviceId) -> Option<DeviceRecord> {
        let own = RecordRef { device, n: 0 }..=RecordRef { device, n: u64::MAX };
        self.device_records.range(own).next_back().map(|(_, record)| record.clone())
    }

    fn open_rounds(&self) -> Vec<OpenRound> {
        let open = self.tables.iter().filter_map(|(table, log)| {
            let (round, last) = log.events.last().filter(|(round, _)| round.round_no > 0)?;
            log.rounds.get(round).filter(|state| state.revision == 0)?;
            Some(OpenRound { table: *table, round: *round, seq: last.seq, at: last.at })
        });
        open.collect()
    }

    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> Option<AcceptedSlip> {
        let StoredSlip { table, round, seq, .. } = *self.slips.get(&(patron, slip_id))?;
        let event = &self.tables.get(&table)?.event(seq)?.event;
        let Event::SlipAccepted { wagers, replaced, .. } = event else { return None };
        Some(AcceptedSlip { table, round, kind: SlipKind::of(*replaced), wagers: wagers.clone() })
    }

    fn house_rules(&self, digest: RulesDigest) -> Result<Option<String>, StoreFailure> {
        self.house.iter().find_map(|row| journal::rules_text(&row.body, digest).transpose()).transpose()
    }

    fn round_events(&self, table: TableId, round: RoundRef) -> Vec<RecordedEvent> {
        let Some(log) = self.tables.get(&table) else { return Vec::new() };
        let own =
            log.events.iter().filter(|(own, recorded)| *own == round && recorded.event.corrects().is_none());
        let own = own.map(|(_, recorded)| recorded);
        let later = log.corrections().filter(|(about, _)| *about == round);
        own.chain(later.map(|(_, recorded)| recorded)).cloned().collect()
    }

    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> Vec<StoredRound> {
        let rounds = self.tables.get(&table).into_iter().flat_map(|log| log.rounds.values());
        rounds.filter(|state| state.round.shoe_no == shoe_no).cloned().collect()
    }

    fn corrections(&self, table: TableId, before: Option<u64>, limit: u16) -> Vec<RecordedEvent> {
        let all = self.corrections_of(table).map(|(_, recorded)| recorded);
        page(all, (before, limit), |recorded| recorded.seq)
    }

    fn correction_asked(&self, table: TableId, request_id: RequestId) -> Option<RecordedEvent> {
        let has_id = |recorded: &&RecordedEvent| match &recorded.event {
            Event::CorrectionProposed(proposal) => proposal.request_id == Some(request_id),
            _ => false,
        };
        self.corrections_of(table).map(|(_, recorded)| recorded).find(has_id).cloned()
    }

    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> Vec<RecordedEvent> {
        let of_shoe = self.corrections_of(table).filter(|(about, _)| about.shoe_no == shoe_no);
        of_shoe.map(|(_, recorded)| recorded.clone()).collect()
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> Option<Patron> {
        self.find_patron(|patron| patron.token_hash == token_hash)
    }

    fn patron(&self, patron: PatronId) -> Option<Patron> {
        self.find_patron(|stored| stored.id == patron)
    }

    fn wallet(&self, patron: PatronId) -> NumberedWallet {
        let Some(patron) = self.patron(patron) else { return NumberedWallet::default() };
        let Ok(wallet) = Wallet::of(&self.ledger, patron.id, patron.currency);
        let accounts = Wallet::accounts(patron.id, patron.currency);
        let number = accounts.iter().filter_map(|account| self.moves.get(account)).sum();
        NumberedWallet { wallet, number }
    }

    fn wallets(&self, patrons: Vec<PatronId>) -> Vec<NumberedWallet> {
        patrons.into_iter().map(|patron| self.wallet(patron)).collect()
    }

    fn held(&self, patron: PatronId) -> Amount {
        let is_own = |account: Account| {
            account.owner == patron.0
                && matches!(account.kind, AccountKind::PatronCash | AccountKind::PatronBonus)
        };
        let own = |hold| matches!(self.ledger.transfer(hold), Ok(Some(made)) if is_own(made.from));
        let left = self.ledger.open_holds().iter().filter(|(hold, _)| own(**hold)).map(|(_, left)| *left);
        Amount::checked_sum(left).unwrap_or(Amount::MAX)
    }

    fn patron_rounds(&self, patron: PatronId, before: Option<u64>, limit: u16) -> Vec<PatronRound> {
        let rounds = self.patron_rounds.get(&patron).into_iter().flatten();
        page(rounds, (before, limit), |round| round.cursor)
    }

    fn latest_round(&self, patron: PatronId, table: TableId) -> Option<PatronRound> {
        let rounds = self.patron_rounds.get(&patron).into_iter().flatten();
        let counting = rounds.filter(|round| round.table == table && round.voided.is_none());
        counting.max_by_key(|round| round.round).cloned()
    }

    fn statement(&self, patron: PatronId, before: Option<u64>, limit: u16) -> Vec<StatementLine> {
        let known = self.patron(patron);
        let lines = known.and_then(|known| self.statements.get(&(patron, known.currency)));
        page(lines.into_iter().flatten(), (before, limit), |line| line.cursor)
    }

    fn patron_turnover(&self, patron: PatronId, since: Timestamp) -> Vec<(Timestamp, Turnover)> {
        let mut turnover = DailyTurnover::new(patron, since);
        for round in self.patron_rounds.get(&patron).into_iter().flatten() {
            if round.revision > 1 {
                turnover.follow(&self.round_events(round.table, round.round));
            } else {
                let sums = round.wagers.iter().map(Turnover::of);
                turnover.add(round.at, sums.fold(Turnover::default(), Turnover::plus));
            }
        }
        turnover.lines()
    }

    fn turnover(&self, from: Timestamp, until: Timestamp, table: Option<TableId>) -> Vec<DayTurnover> {
        let all = self.turnover.iter().map(|((day, table, spot, currency, corrected), sums)| DayTurnover {
            day: *day,
            table: *table,
            spot: *spot,
            currency: *currency,
            corrected: *corrected,
            sums: *sums,
        });
        let wanted = all.filter(|line| (from..until).contains(&line.day));
        wanted.filter(|line| table.is_none_or(|table| line.table == table)).collect()
    }

    fn trial_balance(&self) -> TrialBalance {
        let sums = self.ledger.trial_balance().into_iter();
        let balances = self.ledger.balances().iter();
        let cash = balances.filter(|(account, _)| account.kind == AccountKind::PatronCash);
        TrialBalance {
            sums: sums.map(|(currency, sum)| (currency.code().to_owned(), sum)).collect(),
            open_holds: u64::try_from(self.ledger.open_holds().len()).unwrap_or(u64::MAX),
            lowest_patron_balance: cash.map(|(_, balance)| *balance).min().unwrap_or_default(),
        }
    }

    fn find_patron(&self, wanted: impl Fn(&StoredPatron) -> bool) -> Option<Patron> {
        let stored = self.patrons.iter().find(|stored| wanted(stored))?;
        Some(Patron { id: stored.id, nickname: stored.nickname.clone(), currency: stored.currency })
    }

    /// The events of a table that are about an earlier round, each with that round.
    fn corrections_of(&self, table: TableId) -> impl DoubleEndedIterator<Item = (RoundRef, &RecordedEvent)> {
        self.tables.get(&table).into_iter().flat_map(TableLog::corrections)
    }
}

/// The latest of these whose place is before the page before, newest first.
pub(super) fn page<'a, T: Clone + 'a>(
    all: impl DoubleEndedIterator<Item = &'a T>,
    (before, limit): (Option<u64>, u16),
    place: impl Fn(&T) -> u64,
) -> Vec<T> {
    let older = all.rev().filter(|entry| before.is_none_or(|before| place(entry) < before));
    older.take(usize::from(limit)).cloned().collect()
}
