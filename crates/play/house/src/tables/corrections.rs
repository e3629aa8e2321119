//! Corrections of earlier rounds. The round is read first, outside the task of its table; the table then decides a
//! command that holds the record, and commits the event with its money. A record that another correction has made
//! outdated is read again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baccarat::{Bead, Card};
use table::correct::proposed_before;
use table::{
    Command, CorrectionRequest, Decision, Event, Known, PastRound, Proposal, ProposalStatus, RecordedEvent,
    Refusal, RequestId, RoundRecord, RoundRef, RulesUsed, StaffId, TableId, decide,
};

use crate::answer::{CorrectionReceipt, Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::money::postings::RoundStakes;
use crate::ports::{Store, StoreFailure, StoredRound};
use crate::tables::request::{CorrectionOutcome, Request, Unbatched};
use crate::tables::rulebook::{TableSetup, named_by};
use crate::tables::runner::Runner;
use crate::tables::shuffled_shoe::known_cards;

/// How many corrections are listed at once, at most.
const PAGE: u16 = 500;

impl House {
    /// Proposes to correct a round of a table, of this or an earlier shoe. Answers with a dry run: what it means
    /// for each patron. Nothing else changes until [`approve_correction`](Self::approve_correction). The same
    /// proposal sent again with the same `request_id` is answered with the first one and its status.
    ///
    /// # Errors
    /// [`Rejection`]: the table refused, or it is unknown what became of it; `request_id_used` when that id was used
    /// for another proposal at this table.
    pub async fn propose_correction(
        &self,
        table: TableId,
        round: RoundRef,
        request: CorrectionRequest,
    ) -> Result<CorrectionReceipt, Rejection> {
        let log = self.log_of(table)?;
        loop {
            let as_of = log.last_correction().await?;
            if let Some(request_id) = request.request_id {
                log.not_used_elsewhere(round, request_id).await?;
            }
            let record = log.record(round).await?;
            if let Some((correction_no, first, status)) = proposed_before(&record, &request)? {
                let proposal = first.clone();
                return Ok(CorrectionReceipt { table, correction_no, repeated: true, proposal, status });
            }
            let past = Box::new(log.past_round(record).await?);
            let command = Command::ProposeCorrection { request: request.clone(), past };
            if let CorrectionOutcome::Committed { seq: correction_no, event } =
                self.correct(table, as_of, command).await?
                && let Event::CorrectionProposed(proposal) = *event
            {
                let status = ProposalStatus::Open;
                return Ok(CorrectionReceipt { table, correction_no, repeated: false, proposal, status });
            }
        }
    }

    /// Approves a proposal, as another supervisor than the one who made it: the round is corrected. The same
    /// approval sent again is answered alike and changes nothing.
    ///
    /// # Errors
    /// [`Rejection`]: both do not count as two persons, the table refused, or it is unknown what became of it.
    pub async fn approve_correction(
        &self,
        table: TableId,
        correction_no: u64,
        by: StaffId,
    ) -> Result<CorrectionReceipt, Rejection> {
        let approve = |record| Command::ApproveCorrection { correction_no, by, record };
        self.settle_proposal(table, correction_no, approve, ProposalStatus::Approved { by }).await
    }

    /// Withdraws a proposal that was not approved.
    ///
    /// # Errors
    /// [`Rejection`]: the table refused, or it is unknown what became of it.
    pub async fn withdraw_correction(
        &self,
        table: TableId,
        correction_no: u64,
        by: StaffId,
    ) -> Result<CorrectionReceipt, Rejection> {
        let withdraw = |record| Command::WithdrawCorrection { correction_no, by, record };
        self.settle_proposal(table, correction_no, withdraw, ProposalStatus::Withdrawn).await
    }

    /// Approves or withdraws a proposal, by the record of its round as it is now.
    async fn settle_proposal(
        &self,
        table: TableId,
        correction_no: u64,
        command: impl Fn(Box<RoundRecord>) -> Command,
        status: ProposalStatus,
    ) -> Result<CorrectionReceipt, Rejection> {
        let log = self.log_of(table)?;
        loop {
            let as_of = log.last_correction().await?;
            let (proposal, record) = log.proposal(correction_no).await?;
            if let ProposalStatus::Approved { by } = status
                && record.proposal(correction_no).is_some_and(|(_, before)| is_undecided(before))
            {
                self.people().check_independent(proposal.by, by).await?;
            }
            let repeated = match self.correct(table, as_of, command(Box::new(record))).await? {
                CorrectionOutcome::Committed { .. } => false,
                CorrectionOutcome::Duplicate => true,
                CorrectionOutcome::Outdated => continue,
            };
            return Ok(CorrectionReceipt { table, correction_no, repeated, proposal, status });
        }
    }

    async fn correct(
        &self,
        table: TableId,
        as_of: u64,
        command: Command,
    ) -> Result<CorrectionOutcome, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Correct { command, as_of, reply })).await
    }

    fn log_of(&self, table: TableId) -> Result<TableLog<'_>, HouseRefusal> {
        let setup = self.setup(table).ok_or(HouseRefusal::UnknownTable { table })?;
        Ok(TableLog { store: &*self.context.store, table, setup })
    }

    /// The proposals, withdrawals and corrections of a table, newest first: at most `limit` before event `before`.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEvent>, Failure> {
        Ok(self.context.store.corrections(table, before, limit.min(PAGE)).await?)
    }

    /// What became of the proposals among these entries of a table, by their numbers; nothing of those that are open.
    /// Reads once for each shoe that they are about.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn statuses(
        &self,
        table: TableId,
        entries: &[RecordedEvent],
    ) -> Result<BTreeMap<u64, ProposalStatus>, Failure> {
        let shoe = |entry: &RecordedEvent| match &entry.event {
            Event::CorrectionProposed(proposal) => Some(proposal.round.shoe_no),
            _ => None,
        };
        let shoes: BTreeSet<u32> = entries.iter().filter_map(shoe).collect();
        let proposed: BTreeSet<u64> = entries.iter().map(|entry| entry.seq).collect();
        let mut statuses = BTreeMap::new();
        for shoe_no in shoes {
            let corrections = self.context.store.shoe_corrections(table, shoe_no).await?;
            let became = ProposalStatus::among(&corrections).into_iter();
            statuses.extend(became.filter(|(correction_no, status)| {
                proposed.contains(correction_no) && *status != ProposalStatus::Open
            }));
        }
        Ok(statuses)
    }

    /// The rounds of a shoe at their latest revisions, in order. Round 0 is what happened before the first.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn rounds(&self, table: TableId, shoe_no: u32) -> Result<Vec<StoredRound>, Failure> {
        Ok(self.context.store.shoe_rounds(table, shoe_no).await?)
    }

    /// The beads of the settled rounds of a shoe, in order, after corrections; none for a shoe that never was. At most
    /// one for each round of the shoe, which its cards bound.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn beads(&self, table: TableId, shoe_no: u32) -> Result<Option<Vec<Bead>>, Failure> {
        let rounds = self.rounds(table, shoe_no).await?;
        let beads = || rounds.iter().filter_map(StoredRound::coup).map(|coup| coup.bead()).collect();
        Ok((!rounds.is_empty()).then(beads))
    }

    /// One round of any shoe with its slips, corrections and proposals; none if it never began.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn round(&self, table: TableId, round: RoundRef) -> Result<Option<RoundRecord>, Failure> {
        let store = &self.context.store;
        let Some(record) = RoundRecord::of(round, &store.round_events(table, round).await?) else {
            return Ok(None);
        };
        let opening = store.round_events(table, RoundRef { round_no: 0, ..round }).await?;
        Ok(Some(record.with_known(known_cards(&opening))))
    }
}

/// Whether nobody approved or withdrew a proposal.
const fn is_undecided(status: ProposalStatus) -> bool {
    matches!(status, ProposalStatus::Open | ProposalStatus::Outdated)
}

/// The log of one table, read for a correction. Nothing of it is read in the task of the table.
struct TableLog<'a> {
    store: &'a dyn Store,
    table: TableId,
    setup: TableSetup,
}

impl TableLog<'_> {
    /// The number of the latest proposal, withdrawal or correction; 0 for none.
    async fn last_correction(&self) -> Result<u64, StoreFailure> {
        let latest = self.store.corrections(self.table, None, 1).await?.pop();
        Ok(latest.map_or(0, |latest| latest.seq))
    }

    /// Refuses an id that a proposal about another round has, before anything is read of this one: it may not even be
    /// there.
    async fn not_used_elsewhere(&self, round: RoundRef, id: RequestId) -> Result<(), Rejection> {
        let used = self.store.correction_asked(self.table, id).await?;
        match used.filter(|used| used.event.corrects() != Some(round)) {
            Some(used) => Err(Refusal::RequestIdUsed { correction_no: used.seq }.into()),
            None => Ok(()),
        }
    }

    async fn record(&self, round: RoundRef) -> Result<RoundRecord, Rejection> {
        let events = self.store.round_events(self.table, round).await?;
        Ok(RoundRecord::of(round, &events).ok_or(Refusal::UnknownRound { round })?)
    }

    /// What a correction of a round is judged by: the house rules that its shoe ran under, or those of today when the
    /// shoe names none, and whether a shuffle put its cards in order.
    async fn past_round(&self, record: RoundRecord) -> Result<PastRound, StoreFailure> {
        let opening = self.opening(record.round()).await?;
        let name = named_by(&opening);
        let settings = self.setup.for_shoe(self.store, name).await?;
        let rules = name.unwrap_or(&self.setup.rules).clone();
        let named = RulesUsed { rules, assumed: name.is_none() };
        let record = record.with_known(known_cards(&opening));
        let others = match record.known() {
            Known::Order => Vec::new(),
            Known::Readings | Known::Nothing => self.cards_beside(record.round()).await?,
        };
        Ok(PastRound { record, others, rules: Arc::clone(&settings.rules), named })
    }

    /// What happened in the shoe of a round before its first round.
    async fn opening(&self, round: RoundRef) -> Result<Vec<RecordedEvent>, StoreFailure> {
        self.store.round_events(self.table, RoundRef { round_no: 0, ..round }).await
    }

    /// The cards known to have come out of the shoe of a round, those of the round left out.
    async fn cards_beside(&self, round: RoundRef) -> Result<Vec<Card>, StoreFailure> {
        let rounds = self.store.shoe_rounds(self.table, round.shoe_no).await?;
        Ok(rounds.into_iter().filter(|other| other.round != round).flat_map(|other| other.cards).collect())
    }

    /// A proposal by its number, with the round it is about.
    async fn proposal(&self, correction_no: u64) -> Result<(Proposal, RoundRecord), Rejection> {
        let before = Some(correction_no.saturating_add(1));
        let latest = self.store.corrections(self.table, before, 1).await?.pop();
        match latest.filter(|latest| latest.seq == correction_no).map(|latest| latest.event) {
            Some(Event::CorrectionProposed(proposal)) => {
                let record = self.record(proposal.round).await?;
                let known = known_cards(&self.opening(proposal.round).await?);
                Ok((proposal, record.with_known(known)))
            }
            _ => Err(Refusal::UnknownCorrection { correction_no }.into()),
        }
    }
}

impl Runner {
    /// Decides a command about an earlier round, unless another correction was committed after event `as_of`, up to
    /// which the round was read.
    pub(crate) async fn correct(
        &mut self,
        command: &Command,
        as_of: u64,
    ) -> Result<CorrectionOutcome, Rejection> {
        let record = command.past_round();
        let has_more = |record: &RoundRecord| {
            self.burned.is_some_and(|(round, seq)| round == record.round() && seq > record.last_seq())
        };
        if as_of < self.table.corrections_seq() || record.is_some_and(has_more) {
            return Ok(CorrectionOutcome::Outdated);
        }
        let events = match decide(&self.table, command)? {
            Decision::Duplicate => return Ok(CorrectionOutcome::Duplicate),
            Decision::Accepted(events) => events,
        };
        let [event] = <[Event; 1]>::try_from(events).expect("a correction is decided in one event");
        let settings = self.table.settings();
        let round = command.past_round().map_or_else(
            || RoundStakes::from(&self.table),
            |record| RoundStakes::of(settings.id, settings.currency, record),
        );
        let unit = self.unit_by(round, vec![event.clone()], None);
        self.commit_alone(unit).await?;
        Ok(CorrectionOutcome::Committed { seq: self.table.seq(), event: Box::new(event) })
    }
}
