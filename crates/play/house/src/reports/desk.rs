//! What staff ask of the past: searches, turnover, and what tables have won.

use table::{PatronId, TableId, Timestamp};

use super::patron_turnover::PatronTurnover;
use crate::answer::Failure;
use crate::house::House;
use crate::patrons::HISTORY_PAGE;
use crate::ports::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronSearch, RoundPlace, RoundSearch, SlipPlace, SlipSearch,
};
use crate::ports::transfer_search::{FoundTransfer, TransferSearch};
use crate::ports::{DayTurnover, Patron, TableResult};

impl House {
    /// Rounds of all tables, newest first, at most `limit`, before that place.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn search_rounds(
        &self,
        search: RoundSearch,
        before: Option<RoundPlace>,
        limit: u16,
    ) -> Result<Found<FoundRound, RoundPlace>, Failure> {
        Ok(self.context.store.search_rounds(search, before, limit).await?)
    }

    /// Accepted slips of all patrons, newest round first, at most `limit`, before that place.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn search_slips(
        &self,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> Result<Found<FoundSlip, SlipPlace>, Failure> {
        Ok(self.context.store.search_slips(search, before, limit).await?)
    }

    /// Patrons, at most `limit`, after that place.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> Result<Found<Patron, PatronPlace>, Failure> {
        Ok(self.context.store.search_patrons(search, after, limit).await?)
    }

    /// Transfers of the ledger, newest first, at most `limit`, before that place.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn search_transfers(
        &self,
        search: TransferSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Found<FoundTransfer, u64>, Failure> {
        Ok(self.context.store.search_transfers(search, before, limit).await?)
    }

    /// The turnover of the days that begin from `from` on and before `until`, of one table or of all.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> Result<Vec<DayTurnover>, Failure> {
        Ok(self.context.store.turnover(from, until, table).await?)
    }

    /// What each table won over all days, by its turnover and by its account, of one table or of all.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn table_results(&self, table: Option<TableId>) -> Result<Vec<TableResult>, Failure> {
        Ok(self.context.store.table_results(table).await?)
    }

    /// What a patron staked and was paid on the days that begin from `from` on and before `until`. Reads all of their
    /// rounds, page by page, because a correction may count long after its round.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn turnover_of(
        &self,
        patron: &Patron,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<DayTurnover>, Failure> {
        let (store, id): (_, PatronId) = (&self.context.store, patron.id);
        let (mut turnover, mut before) = (PatronTurnover::new(id), None);
        loop {
            let page = store.patron_rounds(id, before, HISTORY_PAGE).await?;
            let Some(oldest) = page.last() else { break };
            before = Some(oldest.cursor);
            for round in &page {
                if !turnover.add(round) {
                    let events = store.round_events(round.table, round.round).await?;
                    for recorded in &events {
                        turnover.follow(round.table, recorded);
                    }
                }
            }
        }
        let mut lines = turnover.lines(patron.currency);
        lines.retain(|line| (from..until).contains(&line.day));
        Ok(lines)
    }
}
