//! Corrections at a running table: the round is read from the store, `table` decides, and what it decides is
//! committed with its money in one unit. And the way from a house to its tables for whoever corrects.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::Card;
use table::correct::{Proposed, Under, approve, propose, proposed_before, withdraw};
use table::{
    CorrectionRequest, Decision, Event, Proposal, ProposalStatus, RecordedEvent, Refusal, RequestId,
    RoundRecord, RoundRef, Ruling, SupervisorId, TableId,
};

use crate::answer::{CorrectionReceipt, Failure, ProposalReceipt, Rejection};
use crate::house::House;
use crate::ports::{StoreFailure, StoredRound, Unit};
use crate::postings::correction_postings;
use crate::request::{Alone, Request};
use crate::runner::Runner;

/// How many corrections are listed at once, at most.
const PAGE: u16 = 500;

impl House {
    /// Proposes to correct a round of a table, of this or an earlier shoe. Answers with a dry run: what it means
    /// for each patron. Nothing else changes until [`approve_correction`](Self::approve_correction). The same
    /// proposal sent again with the same `request_id` is answered with the first one, whatever became of that.
    ///
    /// # Errors
    /// [`Rejection`]: the table refused, or it is unknown what became of it; `request_id_used` when that id was used
    /// for another proposal at this table.
    pub async fn propose_correction(
        &self,
        table: TableId,
        round: RoundRef,
        ruling: Ruling,
        by: SupervisorId,
        why: &str,
        request_id: RequestId,
    ) -> Result<ProposalReceipt, Rejection> {
        let asked = CorrectionRequest { ruling, by, why: why.to_owned(), request_id: Some(request_id) };
        self.ask(table, |reply| Request::Alone(Alone::Propose { round, asked, reply })).await
    }

    /// Approves a proposal, as another supervisor than the one who made it: the round is corrected. The same
    /// approval sent again is answered alike and changes nothing.
    ///
    /// # Errors
    /// [`Rejection`]: the table refused, or it is unknown what became of it.
    pub async fn approve_correction(
        &self,
        table: TableId,
        correction_no: u64,
        by: SupervisorId,
    ) -> Result<CorrectionReceipt, Rejection> {
        self.ask(table, |reply| Request::Alone(Alone::Approve { correction_no, by, reply })).await
    }

    /// Withdraws a proposal that was not approved.
    ///
    /// # Errors
    /// [`Rejection`]: the table refused, or it is unknown what became of it.
    pub async fn withdraw_correction(
        &self,
        table: TableId,
        correction_no: u64,
        by: SupervisorId,
    ) -> Result<CorrectionReceipt, Rejection> {
        self.ask(table, |reply| Request::Alone(Alone::Withdraw { correction_no, by, reply })).await
    }

    /// What was proposed, withdrawn and corrected at a table, newest first: at most `limit` before event `before`.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEvent>, Failure> {
        Ok(self.world.store.corrections(table, before, limit.min(PAGE)).await?)
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
        let asked: BTreeSet<u64> = entries.iter().map(|entry| entry.seq).collect();
        let mut statuses = BTreeMap::new();
        for shoe_no in shoes {
            let said = self.world.store.shoe_corrections(table, shoe_no).await?;
            let decided = said.iter().filter_map(|entry| ProposalStatus::decided_by(&entry.event));
            statuses.extend(decided.filter(|(correction_no, _)| asked.contains(correction_no)));
        }
        Ok(statuses)
    }

    /// The rounds of a shoe as they stand now, in order. Round 0 is what happened before the first.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn rounds(&self, table: TableId, shoe_no: u32) -> Result<Vec<StoredRound>, Failure> {
        Ok(self.world.store.shoe_rounds(table, shoe_no).await?)
    }

    /// One round of any shoe with its slips and everything that was said of it since; none if it never began.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn round(&self, table: TableId, round: RoundRef) -> Result<Option<RoundRecord>, Failure> {
        Ok(RoundRecord::of(round, &self.world.store.round_events(table, round).await?))
    }
}

impl Runner {
    pub(crate) async fn propose(
        &mut self,
        round: RoundRef,
        asked: CorrectionRequest,
    ) -> Result<ProposalReceipt, Rejection> {
        self.not_used_elsewhere(round, &asked).await?;
        let record = self.record(round).await?;
        let table = self.table.settings().id;
        let proposed = if let Some(before) = proposed_before(&record, &asked)? {
            before
        } else {
            let others = self.cards_beside(round).await?;
            let (rules, used) = self.rules_for(round).await?;
            propose(Under { rules: &rules, named: Some(used) }, &record, &others, &asked)?
        };
        match proposed {
            Proposed::Before { correction_no, first, status } => {
                let proposal = first.clone();
                Ok(ProposalReceipt { table, correction_no, repeated: true, proposal, status })
            }
            Proposed::Now(proposal) => {
                self.commit_own(vec![Event::CorrectionProposed(proposal.clone())], None).await?;
                let (correction_no, status) = (self.table.seq(), ProposalStatus::Open);
                Ok(ProposalReceipt { table, correction_no, repeated: false, proposal, status })
            }
        }
    }

    /// Refuses what is asked with an id that was used for another round of this table, before anything is read of this
    /// one: it may not even be there.
    async fn not_used_elsewhere(&self, round: RoundRef, asked: &CorrectionRequest) -> Result<(), Rejection> {
        let Some(id) = asked.request_id else { return Ok(()) };
        let used = self.world.store.correction_asked(self.table.settings().id, id).await?;
        match used.filter(|used| used.event.corrects() != Some(round)) {
            Some(used) => Err(Refusal::RequestIdUsed { correction_no: used.seq }.into()),
            None => Ok(()),
        }
    }

    pub(crate) async fn approve(
        &mut self,
        correction_no: u64,
        by: SupervisorId,
    ) -> Result<CorrectionReceipt, Rejection> {
        let (proposal, record) = self.proposal(correction_no).await?;
        let (table, repeated) = match approve(&record, correction_no, by)? {
            Decision::Duplicate => (self.table.settings().id, true),
            Decision::Accepted(events) => {
                let settings = self.table.settings();
                let (id, currency, now) = (settings.id, settings.currency, self.world.clock.now());
                let postings = correction_postings(id, currency, &record, &proposal);
                let events = events.into_iter().map(|event| (now, event)).collect();
                self.commit_alone(Unit { events, postings, shoe_seed: None }).await?;
                (id, false)
            }
        };
        Ok(CorrectionReceipt { table, correction_no, repeated, proposal })
    }

    pub(crate) async fn withdraw(
        &mut self,
        correction_no: u64,
        by: SupervisorId,
    ) -> Result<CorrectionReceipt, Rejection> {
        let (proposal, record) = self.proposal(correction_no).await?;
        let (events, repeated) = match withdraw(&record, correction_no, by)? {
            Decision::Duplicate => (Vec::new(), true),
            Decision::Accepted(events) => (events, false),
        };
        self.commit_own(events, None).await?;
        Ok(CorrectionReceipt { table: self.table.settings().id, correction_no, repeated, proposal })
    }

    async fn record(&self, round: RoundRef) -> Result<RoundRecord, Rejection> {
        let events = self.world.store.round_events(self.table.settings().id, round).await?;
        Ok(RoundRecord::of(round, &events).ok_or(Refusal::UnknownRound { round })?)
    }

    /// The cards known to have come out of the shoe of a round, those of the round left out.
    async fn cards_beside(&self, round: RoundRef) -> Result<Vec<Card>, StoreFailure> {
        let rounds = self.world.store.shoe_rounds(self.table.settings().id, round.shoe_no).await?;
        Ok(rounds.into_iter().filter(|other| other.round != round).flat_map(|other| other.cards).collect())
    }

    /// A proposal of this table by its number, with the round it is about.
    async fn proposal(&self, correction_no: u64) -> Result<(Proposal, RoundRecord), Rejection> {
        let before = Some(correction_no.saturating_add(1));
        let found = self.world.store.corrections(self.table.settings().id, before, 1).await?.pop();
        match found.filter(|found| found.seq == correction_no).map(|found| found.event) {
            Some(Event::CorrectionProposed(proposal)) => {
                let record = self.record(proposal.round).await?;
                Ok((proposal, record))
            }
            _ => Err(Refusal::UnknownCorrection { correction_no }.into()),
        }
    }
}
