//! What became of a patron's wagers in rounds that ended while they were away, as the notices that they would have got.

use table::settle::sums;
use table::{Event, PatronId, PatronView, RecordedEvent, TableId};

use crate::answer::Rejection;
use crate::house::House;
use crate::patrons::notice::{Notice, NumberedNotice};
use crate::patrons::notice_builder::corrected;
use crate::ports::{PatronRound, StoreFailure};
use crate::tables::feed::{Ended, HowEnded};

/// How many of a patron's latest rounds, at all tables, are looked through for them.
const LOOKED_THROUGH: u16 = 100;

impl House {
    /// The patron's results of the rounds of a table that ended, or were corrected, after that public event.
    ///
    /// Only the latest [`MISSED_RESULTS`](crate::MISSED_RESULTS) ends and corrections since the house was opened count,
    /// whether or not the patron had wagers in them. The store is read only if the patron may have had some.
    ///
    /// # Errors
    /// [`Rejection`]; never a refusal of the table's.
    pub async fn missed_results(
        &self,
        patron: PatronId,
        table: TableId,
        after: u64,
    ) -> Result<Vec<NumberedNotice>, Rejection> {
        let ended = self.floor.with(table, |running| running.feed.ended_after(after)).unwrap_or_default();
        if ended.is_empty() || !may_have_played(&self.patron_view(patron, table).await?, &ended) {
            return Ok(Vec::new());
        }
        let own = self.context.store.patron_rounds(patron, None, LOOKED_THROUGH).await?;
        let mut results = Vec::new();
        for end in &ended {
            let is_it = |own: &&PatronRound| (own.table, own.round) == (table, end.round);
            let notice = match (own.iter().find(is_it), end.how) {
                (Some(own), HowEnded::Corrected { revision }) if own.revision == revision => {
                    let events = self.context.store.round_events(table, end.round).await?;
                    correction(patron, table, revision, &events)
                }
                (Some(own), how) if own.revision == 1 => Some(first_end(own, how)?),
                // A later correction has a result of its own.
                _ => None,
            };
            results.extend(notice.map(|notice| NumberedNotice {
                seq: end.seq,
                round: Some(end.round),
                notice,
            }));
        }
        Ok(results)
    }
}

/// Whether a patron may have had wagers in one of these rounds. The table knows the latest one of its shoe only.
fn may_have_played(view: &PatronView, ended: &[Ended]) -> bool {
    let is_of_shoe = |end: &Ended| view.round.is_some_and(|round| round.shoe_no == end.round.shoe_no);
    let is_later = |end: &Ended| view.last.as_ref().is_some_and(|last| last.round >= end.round);
    ended.iter().any(|end| !is_of_shoe(end) || is_later(end))
}

/// How a round ended for a patron that was not corrected.
fn first_end(own: &PatronRound, how: HowEnded) -> Result<Notice, StoreFailure> {
    let PatronRound { table, round, revision, .. } = *own;
    match (how, own.voided) {
        (HowEnded::Voided { reason }, Some(returned)) => {
            Ok(Notice::RoundVoided { table, round, reason, returned })
        }
        (HowEnded::Settled, None) => {
            let (wagers, (staked, paid)) = (own.wagers.clone(), sums(&own.wagers));
            Ok(Notice::RoundSettled { table, round, revision, wagers, staked, paid, auto_net: None })
        }
        _ => Err(StoreFailure::Corrupt(format!("the end of round {round} is stored otherwise"))),
    }
}

/// What that correction of a round means for a patron.
fn correction(patron: PatronId, table: TableId, revision: u16, events: &[RecordedEvent]) -> Option<Notice> {
    events.iter().find_map(|recorded| match &recorded.event {
        Event::RoundCorrected { agreed, .. } if agreed.revision == revision => {
            let own = agreed.patrons.iter().find(|own| own.patron == patron)?;
            Some(corrected(table, agreed, agreed.voided(), own, None))
        }
        _ => None,
    })
}
