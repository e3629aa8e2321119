//! The store in memory as the port sees it: each question is put to the state, and what the state keeps is told in the
//! port's order and limits.

use std::future::ready;

use ledger::{Posted, TransferRefusal, TransferRequest};
use money::Amount;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, TableId, Timestamp};

use super::MemoryStore;
use crate::ports::{
    AcceptedSlip, Adjustment, CommitStore, DayTurnover, NewPatron, OpenRound, Patron, PatronRound,
    PortFuture, ReadStore, ShoeSeed, StatementLine, StoreFailure, StoredRound, TrialBalance, Unit,
    UnitOutcome, Wallet,
};

/// Everything here is done at once; no future waits.
fn done<T: Send + 'static>(answer: Result<T, StoreFailure>) -> PortFuture<'static, T> {
    Box::pin(ready(answer))
}

impl CommitStore for MemoryStore {
    fn commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        done(self.state().commit(table, expected_seq, units))
    }

    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>> {
        let events = self.events(table);
        let opened = events.iter().rposition(|recorded| matches!(recorded.event, Event::ShoeOpened { .. }));
        done(Ok(events.into_iter().skip(opened.unwrap_or_default()).collect()))
    }

    fn record_house_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()> {
        let mut state = self.state();
        state.house_at = state.house_at.max(at);
        state.rules.entry(name.digest).or_insert(document);
        done(Ok(()))
    }

    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>> {
        done(Ok(self.state().rules.get(&digest).cloned()))
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>> {
        done(Ok(self.state().seeds.get(&(table, shoe_no)).copied()))
    }

    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>> {
        let state = self.state();
        let open = state.tables.iter().filter_map(|(table, log)| {
            let stands = log.rounds.get(&log.round).filter(|stands| stands.revision == 0)?;
            let last = log.events.last().filter(|_| stands.round.round_no > 0)?;
            Some(OpenRound { table: *table, round: log.round, seq: last.seq, at: last.at })
        });
        done(Ok(open.collect()))
    }

    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>> {
        done(Ok(self.state().slips.get(&(patron, slip_id)).cloned()))
    }

    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron> {
        done(self.state().create_patron(patron))
    }

    fn post(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>> {
        done(Ok(self.state().post(at, &postings)))
    }

    fn adjust(&self, adjustment: Adjustment) -> PortFuture<'_, Result<Posted, TransferRefusal>> {
        done(Ok(self.state().adjust(&adjustment)))
    }
}

impl ReadStore for MemoryStore {
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>> {
        done(Ok(self.state().tables.get(&table).map(|log| log.of_round(round)).unwrap_or_default()))
    }

    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>> {
        let state = self.state();
        let rounds = state.tables.get(&table).into_iter().flat_map(|log| log.rounds.values());
        done(Ok(rounds.filter(|stands| stands.round.shoe_no == shoe_no).cloned().collect()))
    }

    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>> {
        let events = self.events(table).into_iter().rev();
        let said = events.filter(|recorded| recorded.event.corrects().is_some());
        let older = said.filter(|recorded| before.is_none_or(|before| recorded.seq < before));
        done(Ok(older.take(usize::from(limit)).collect()))
    }

    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>> {
        let asked = |recorded: &RecordedEvent| match &recorded.event {
            Event::CorrectionProposed(proposal) => proposal.request_id == Some(request_id),
            _ => false,
        };
        done(Ok(self.events(table).into_iter().find(asked)))
    }

    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>> {
        let events = self.events(table).into_iter();
        let of_shoe = |recorded: &RecordedEvent| {
            recorded.event.corrects().is_some_and(|about| about.shoe_no == shoe_no)
        };
        done(Ok(events.filter(of_shoe).collect()))
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>> {
        let state = self.state();
        let known = state.patrons.iter().find(|(_, hash)| *hash == token_hash);
        done(Ok(known.map(|(patron, _)| patron.clone())))
    }

    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>> {
        let state = self.state();
        let known = state.patrons.iter().find(|(known, _)| known.id == patron);
        done(Ok(known.map(|(patron, _)| patron.clone())))
    }

    fn wallet(&self, patron: PatronId) -> PortFuture<'_, Wallet> {
        done(Ok(self.state().wallet(patron)))
    }

    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount> {
        done(Ok(self.state().held(patron)))
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

    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>> {
        let state = self.state();
        let known = state.patrons.iter().map(|(patron, _)| patron).find(|known| known.id == patron);
        let lines = known.and_then(|known| state.statements.get(&(patron, known.currency)));
        let newest = lines.into_iter().flatten().rev();
        let older = newest.filter(|line| before.is_none_or(|before| line.cursor < before));
        done(Ok(older.take(usize::from(limit)).copied().collect()))
    }

    fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> PortFuture<'_, Vec<DayTurnover>> {
        let state = self.state();
        let all = state.turnover.iter().map(|((day, table, spot, currency, corrected), sums)| DayTurnover {
            day: *day,
            table: *table,
            spot: *spot,
            currency: *currency,
            corrected: *corrected,
            sums: *sums,
        });
        let wanted = all.filter(|line| (from..until).contains(&line.day));
        done(Ok(wanted.filter(|line| table.is_none_or(|table| line.table == table)).collect()))
    }

    fn trial_balance(&self) -> PortFuture<'_, TrialBalance> {
        done(Ok(self.state().trial_balance()))
    }
}
