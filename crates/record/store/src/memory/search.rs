//! Searches in memory: everything is looked at, in the order of the searches.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use house::ports::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronRoundSearch, PatronSearch, RoundPlace, RoundSearch,
    SlipPlace, SlipSearch,
};
use house::ports::transfer_search::{FoundTransfer, TransferCause, TransferSearch};
use house::ports::{Patron, PatronRound, TableResult};
use journal::{Origin, StoredSlip};
use ledger::{AccountKind, Transfer, TransferId};
use money::Currency;
use table::{Event, PatronId, TableId, Timestamp};

use super::State;

impl State {
    pub(super) fn search_rounds(
        &self,
        search: RoundSearch,
        before: Option<RoundPlace>,
        limit: u16,
    ) -> Found<FoundRound, RoundPlace> {
        let rounds = self.tables.iter().flat_map(|(table, log)| {
            log.rounds.values().map(|round| FoundRound { table: *table, round: round.clone() })
        });
        let older = |found: &FoundRound| before.is_none_or(|before| found.place() < before);
        let mut found: Vec<_> = rounds.filter(|found| search.takes(found) && older(found)).collect();
        found.sort_unstable_by_key(|found| Reverse(found.place()));
        Found::page(found, limit, FoundRound::place)
    }

    pub(super) fn search_slips(
        &self,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> Found<FoundSlip, SlipPlace> {
        let slips = self.slips.values().filter_map(|slip| self.found_slip(slip));
        let older = |found: &FoundSlip| before.is_none_or(|before| found.place < before);
        let mut found: Vec<_> = slips.filter(|found| search.takes(found) && older(found)).collect();
        found.sort_unstable_by_key(|found| Reverse(found.place));
        Found::page(found, limit, |found| found.place)
    }

    pub(super) fn search_patron_rounds(
        &self,
        patron: PatronId,
        search: PatronRoundSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Found<PatronRound, u64> {
        let rounds = self.patron_rounds.get(&patron).into_iter().flatten();
        let place = |round: &PatronRound| (search.is_by_time().then_some(round.at), round.cursor);
        let end = before.map(|before| {
            let known = rounds.clone().find(|round| round.cursor == before);
            known.map_or((search.is_by_time().then_some(Timestamp(i64::MAX)), before), place)
        });
        let older = |round: &&PatronRound| end.is_none_or(|end| place(round) < end);
        let mut found: Vec<_> = rounds.filter(older).filter(|round| search.takes(round)).cloned().collect();
        found.sort_unstable_by_key(|round| Reverse(place(round)));
        Found::page(found, limit, |round| round.cursor)
    }

    fn found_slip(&self, stored: &StoredSlip) -> Option<FoundSlip> {
        let StoredSlip { patron, slip, table, round, seq } = *stored;
        let log = self.tables.get(&table)?;
        let recorded = log.event(seq)?;
        let Event::SlipAccepted { wagers, replaced, .. } = &recorded.event else { return None };
        let round = RoundPlace { opened_at: log.rounds.get(&round)?.opened_at, table, round };
        let place = SlipPlace { round, seq };
        let (wagers, replaces) = (wagers.clone(), replaced.is_some());
        Some(FoundSlip { place, patron, slip, at: recorded.at, wagers, replaces })
    }

    pub(super) fn search_patrons(
        &self,
        search: &PatronSearch,
        after: Option<&PatronPlace>,
        limit: u16,
    ) -> Found<Patron, PatronPlace> {
        let patrons = self.patrons.iter().map(|stored| Patron {
            id: stored.id,
            nickname: stored.nickname.clone(),
            currency: stored.currency,
        });
        let later = |patron: &Patron| after.is_none_or(|place| search.is_after(patron, place));
        let mut found: Vec<_> = patrons.filter(|patron| search.takes(patron) && later(patron)).collect();
        match search {
            PatronSearch::All | PatronSearch::Named(_) => found.sort_unstable_by_key(|it| Reverse(it.id)),
            PatronSearch::Beginning(_) => {
                found.sort_unstable_by_key(|it| (PatronSearch::compared(&it.nickname), it.id));
            }
        }
        Found::page(found, limit, PatronSearch::place)
    }

    pub(super) fn search_transfers(
        &self,
        search: TransferSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Found<FoundTransfer, u64> {
        let all = (1_u64..).zip(self.ledger.transfers());
        let all = all.filter_map(|(place, transfer)| self.found_transfer(place, *transfer));
        let older = |found: &FoundTransfer| before.is_none_or(|before| found.place < before);
        let mut found: Vec<_> = all.filter(|found| search.takes(found) && older(found)).collect();
        found.reverse();
        Found::page(found, limit, |found| found.place)
    }

    fn found_transfer(&self, place: u64, transfer: Transfer) -> Option<FoundTransfer> {
        let (at, cause) = self.cause(transfer.id)?;
        Some(FoundTransfer { place, at, transfer, cause })
    }

    /// What a transfer belongs to, and when that was.
    fn cause(&self, transfer: TransferId) -> Option<(Timestamp, TransferCause)> {
        match *self.origins.get(&transfer)? {
            Origin::Table(table, seq) => {
                let (round, recorded) = self.tables.get(&table)?.event_of_round(seq)?;
                let round = recorded.event.corrects().unwrap_or(*round);
                Some((recorded.at, TransferCause::Event { table, round, seq }))
            }
            Origin::House(seq) => {
                let place = self.house.binary_search_by_key(&seq, |row| row.head.seq).ok()?;
                Some((self.house.get(place)?.head.at, TransferCause::Entry { seq }))
            }
        }
    }

    pub(super) fn table_results(&self, table: Option<TableId>) -> Vec<TableResult> {
        let mut results = BTreeMap::<(TableId, Currency), (i64, i64)>::new();
        for ((_, table, _, currency, _), sums) in &self.turnover {
            let (turned_over, _) = results.entry((*table, *currency)).or_default();
            *turned_over = turned_over.saturating_add(sums.house_result());
        }
        let accounts = self.ledger.balances().iter();
        for (account, balance) in accounts.filter(|(account, _)| account.kind == AccountKind::HouseTable) {
            results.entry((TableId(account.owner), account.currency)).or_default().1 = *balance;
        }
        let result = |((table, currency), (turned_over, account))| TableResult {
            table,
            currency,
            turned_over,
            account,
        };
        let wanted = results.into_iter().filter(|((it, _), _)| table.is_none_or(|table| table == *it));
        wanted.map(result).collect()
    }
}
