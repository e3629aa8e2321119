//! The store in memory as the port sees it: what the collections hold, in the port's order and limits.

use std::future::ready;

use house::ports::{
    AcceptedSlip, CommitStore, DayTurnover, OpenRound, Patron, PatronRound, PortFuture, ReadStore, ShoeSeed,
    StatementLine, StoredRound, TrialBalance, Wallet,
};
use journal::{StoredPatron, StoredSlip};
use ledger::{AccountKind, Book as _, TransferId};
use money::Amount;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, TableId, Timestamp};

use super::{MemoryStore, State, TableLog};
use crate::draft::{Answered, Order, Orders, written_as_orders};

/// Nothing here waits.
fn done<T: Send + 'static>(answer: T) -> PortFuture<'static, T> {
    Box::pin(ready(Ok(answer)))
}

impl Orders for MemoryStore {
    async fn order(&self, order: Order) -> Answered {
        self.carry_out(&order)
    }

    fn house_entry_of(&self, transfer: TransferId) -> PortFuture<'_, Option<String>> {
        let state = self.state();
        let seq = state.house_entries.get(&transfer);
        let entry = seq.and_then(|seq| state.house.iter().find(|row| row.head.seq == *seq));
        done(entry.map(|row| row.body.clone()))
    }
}

impl CommitStore for MemoryStore {
    written_as_orders!();

    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>> {
        let state = self.state();
        let events = state.tables.get(&table).map(|log| log.events.as_slice()).unwrap_or_default();
        let shoe_no = events.last().map(|(round, _)| round.shoe_no);
        let latest = events.iter().filter(|(round, _)| Some(round.shoe_no) == shoe_no);
        done(latest.map(|(_, recorded)| recorded.clone()).collect())
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>> {
        done(self.state().seeds.get(&(table, shoe_no)).copied())
    }

    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>> {
        let state = self.state();
        let open = state.tables.iter().filter_map(|(table, log)| {
            let (round, last) = log.events.last().filter(|(round, _)| round.round_no > 0)?;
            log.rounds.get(round).filter(|state| state.revision == 0)?;
            Some(OpenRound { table: *table, round: *round, seq: last.seq, at: last.at })
        });
        done(open.collect())
    }

    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>> {
        let state = self.state();
        let accepted =
            state.slips.get(&(patron, slip_id)).and_then(|StoredSlip { table, round, seq, .. }| {
                let event = &state.tables.get(table)?.event(*seq)?.event;
                let Event::SlipAccepted { wagers, .. } = event else { return None };
                Some(AcceptedSlip { table: *table, round: *round, wagers: wagers.clone() })
            });
        done(accepted)
    }

    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>> {
        let state = self.state();
        let mut texts = state.house.iter().map(|row| journal::rules_text(&row.body, digest));
        Box::pin(ready(texts.find_map(Result::transpose).transpose()))
    }
}

impl ReadStore for MemoryStore {
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>> {
        let state = self.state();
        let Some(log) = state.tables.get(&table) else { return done(Vec::new()) };
        let own =
            log.events.iter().filter(|(own, recorded)| *own == round && recorded.event.corrects().is_none());
        let own = own.map(|(_, recorded)| recorded);
        done(own.chain(log.corrections(|about| about == round)).cloned().collect())
    }

    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>> {
        let state = self.state();
        let rounds = state.tables.get(&table).into_iter().flat_map(|log| log.rounds.values());
        done(rounds.filter(|state| state.round.shoe_no == shoe_no).cloned().collect())
    }

    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>> {
        let all = self.state().corrections(table, |_| true);
        done(page(all.iter(), limit, |recorded| before.is_none_or(|before| recorded.seq < before)))
    }

    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>> {
        let has_id = |recorded: &RecordedEvent| match &recorded.event {
            Event::CorrectionProposed(proposal) => proposal.request_id == Some(request_id),
            _ => false,
        };
        done(self.state().corrections(table, |_| true).into_iter().find(has_id))
    }

    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>> {
        done(self.state().corrections(table, |about| about.shoe_no == shoe_no))
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>> {
        done(self.state().patron(|patron| patron.token_hash == token_hash))
    }

    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>> {
        done(self.state().patron(|stored| stored.id == patron))
    }

    fn wallet(&self, patron: PatronId) -> PortFuture<'_, Wallet> {
        let state = self.state();
        let Some(patron) = state.patron(|stored| stored.id == patron) else { return done(Wallet::default()) };
        let Ok(wallet) = Wallet::of(&state.ledger, patron.id, patron.currency);
        done(wallet)
    }

    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount> {
        let state = self.state();
        let own = |hold: TransferId| {
            let Ok(made) = state.ledger.transfer(hold);
            made.is_some_and(|made| {
                let kind = made.from.kind;
                made.from.owner == patron.0
                    && matches!(kind, AccountKind::PatronCash | AccountKind::PatronBonus)
            })
        };
        let left = state.ledger.open_holds().iter().filter(|(hold, _)| own(**hold)).map(|(_, left)| *left);
        done(Amount::checked_sum(left).unwrap_or(Amount::MAX))
    }

    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>> {
        let state = self.state();
        let rounds = state.patron_rounds.get(&patron).into_iter().flatten();
        done(page(rounds, limit, |round| before.is_none_or(|before| round.cursor < before)))
    }

    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>> {
        let state = self.state();
        let known = state.patron(|stored| stored.id == patron);
        let lines = known.and_then(|known| state.statements.get(&(patron, known.currency)));
        done(page(lines.into_iter().flatten(), limit, |line| {
            before.is_none_or(|before| line.cursor < before)
        }))
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
        done(wanted.filter(|line| table.is_none_or(|table| line.table == table)).collect())
    }

    fn trial_balance(&self) -> PortFuture<'_, TrialBalance> {
        let ledger = &self.state().ledger;
        let sums = ledger.trial_balance().into_iter();
        let cash = ledger.balances().iter().filter(|(account, _)| account.kind == AccountKind::PatronCash);
        done(TrialBalance {
            sums: sums.map(|(currency, sum)| (currency.code().to_owned(), sum)).collect(),
            open_holds: u64::try_from(ledger.open_holds().len()).unwrap_or(u64::MAX),
            lowest_patron_balance: cash.map(|(_, balance)| *balance).min().unwrap_or_default(),
        })
    }
}

impl State {
    fn patron(&self, wanted: impl Fn(&StoredPatron) -> bool) -> Option<Patron> {
        let stored = self.patrons.iter().find(|stored| wanted(stored))?;
        Some(Patron { id: stored.id, nickname: stored.nickname.clone(), currency: stored.currency })
    }

    /// The events of a table that are about an earlier round, as far as that round is `wanted`, in order.
    fn corrections(&self, table: TableId, wanted: impl Fn(RoundRef) -> bool) -> Vec<RecordedEvent> {
        let log: Option<&TableLog> = self.tables.get(&table);
        log.map(|log| log.corrections(wanted).cloned().collect()).unwrap_or_default()
    }
}

/// The latest of these that are `older` than the page before, newest first.
fn page<'a, T: Clone + 'a>(
    all: impl DoubleEndedIterator<Item = &'a T>,
    limit: u16,
    older: impl Fn(&T) -> bool,
) -> Vec<T> {
    all.rev().filter(|entry| older(entry)).take(usize::from(limit)).cloned().collect()
}
