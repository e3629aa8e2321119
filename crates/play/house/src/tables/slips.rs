//! The way of a slip to its table, and slips whose wagers follow from what the patron had: those that replace, undo,
//! and repeat the last round.

use std::sync::Arc;

use table::event::PlacedWager;
use table::{
    PatronId, PatronView, RawWager, Refusal, RequestId, RoundRef, Slip, SlipKind, TableId, Timestamp,
};

use crate::answer::{HouseRefusal, Rejection, SlipReceipt};
use crate::context::Context;
use crate::house::House;
use crate::money::funding::cash_for;
use crate::ports::AcceptedSlip;
use crate::protection::gate::Gate;
use crate::tables::request::{Attempt, Awaited, Inbox, Request};

/// A slip on its way to its table.
struct Sent {
    gate: Arc<Gate>,
    answer: Awaited<SlipReceipt>,
}

impl Sent {
    async fn answer(self) -> Result<SlipReceipt, Rejection> {
        let answer = self.answer.get().await;
        if matches!(answer, Err(Rejection::Failed(_))) {
            // The slip may be durable all the same; what the patron staked is read again.
            self.gate.report_change();
        }
        answer
    }
}

impl Context {
    /// Sends a slip through the gate of its patron to a table, and answers when it is durable. The slip takes the gate
    /// with it, so that it stays closed until then, also when the caller goes away.
    pub(crate) async fn send_slip(&self, inbox: &Inbox, slip: Slip) -> Result<SlipReceipt, Rejection> {
        let answer = match self.begin_slip(inbox, slip).await {
            Ok(sent) => sent.answer().await,
            Err(rejection) => Err(rejection),
        };
        inbox.tally.answered(&answer);
        answer
    }

    /// Sends slips one behind the other, and answers when the last one is durable.
    pub(crate) async fn send_slips(
        &self,
        inbox: &Inbox,
        slips: Vec<Slip>,
    ) -> Vec<Result<SlipReceipt, Rejection>> {
        let mut all_sent = Vec::with_capacity(slips.len());
        for slip in slips {
            all_sent.push(self.begin_slip(inbox, slip).await);
        }
        let mut answers = Vec::with_capacity(all_sent.len());
        // The table answers the last one last, as a rule, so the caller wakes once for all.
        for sent in all_sent.into_iter().rev() {
            let answer = match sent {
                Ok(sent) => sent.answer().await,
                Err(rejection) => Err(rejection),
            };
            inbox.tally.answered(&answer);
            answers.push(answer);
        }
        answers.reverse();
        answers
    }

    async fn begin_slip(&self, inbox: &Inbox, mut slip: Slip) -> Result<Sent, Rejection> {
        let entered = self.enter(slip.patron).await?;
        let gate = Arc::clone(entered.gate());
        slip.limits = self.own_limits(&gate).await?;
        if gate.bonus.is_seen() {
            slip.cash = cash_for(&slip, Box::pin(self.wallet(slip.patron)).await?.wallet);
        }
        let answer = inbox
            .send(|reply| Request::Slip(Attempt { slip, entered, reply, again: 0, was_skipped: false }))
            .await?;
        Ok(Sent { gate, answer })
    }
}

impl House {
    /// Places slips that came together, in their order. Each is judged and answered by itself, as
    /// [`place_slip`](Self::place_slip) does it; the answers come when the last one is durable.
    pub async fn place_slips(&self, table: TableId, slips: Vec<Slip>) -> Vec<Result<SlipReceipt, Rejection>> {
        match self.inbox(table) {
            Ok(inbox) => self.context.send_slips(&inbox, slips).await,
            Err(refusal) => slips.iter().map(|_| Err(refusal.clone().into())).collect(),
        }
    }

    /// Whether slips of this patron that came together gain by [`place_slips`](Self::place_slips): each slip of a
    /// patron with limits waits until the one before it is durable, so they are better placed one by one.
    pub fn takes_together(&self, patron: PatronId) -> bool {
        self.context.gates.watched(patron).is_none()
    }

    /// Sends a slip through the patron's gate to its table, and answers when it is durable.
    pub(crate) async fn send_slip(&self, table: TableId, slip: Slip) -> Result<SlipReceipt, Rejection> {
        self.context.send_slip(&self.inbox(table)?, slip).await
    }

    /// Replaces all wagers of the patron in the round by those of a slip, in one unit: either the old ones go back and
    /// the new ones stand, or nothing changes. Without wagers it takes the old ones back. Otherwise a slip like any
    /// other, judged as if the patron had nothing in the round; the stakes that go back can pay for it.
    ///
    /// # Errors
    /// [`Rejection`]; `nothing_to_clear` when there is nothing on either side.
    pub async fn replace_wagers(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: RequestId,
        wagers: Vec<RawWager>,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let slip = Slip::new((patron, slip_id), round, SlipKind::Replaces, wagers, received_at);
        self.send_slip(table, slip).await
    }

    /// Undoes the patron's last slip of the round: the wagers before it replace what stands. The next undo goes one
    /// slip further back. The request is a slip itself, so its id counts once.
    ///
    /// # Errors
    /// [`Rejection`]; `nothing_to_undo` when there is no slip to undo, or the wagers were taken back since.
    pub async fn undo_last(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        request_id: RequestId,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let slip = Slip::new((patron, request_id), round, SlipKind::Undoes, Vec::new(), received_at);
        self.send_slip(table, slip).await
    }

    /// Rebet: places the patron's wagers of the latest finished round at this table that had any, as a slip of its own.
    /// The table remembers those of its latest shoe, a voided round among them; before that, the latest round that
    /// counts is taken from the store. The id counts once, even if the last wagers are others by then.
    ///
    /// # Errors
    /// [`Rejection`]; [`HouseRefusal::NothingToRebet`] when there was no such round.
    pub async fn rebet(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: RequestId,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let view = self.patron_view(patron, table).await?;
        if let Some(AcceptedSlip { table: at, round: of, .. }) =
            self.context.store.accepted_slip(patron, slip_id).await?
        {
            if (at, of) != (table, round) {
                return Err(Refusal::SlipIdUsed { table: at, round: of }.into());
            }
            let (wagers, staked) =
                if view.round == Some(round) { (view.wagers, view.staked) } else { Default::default() };
            let seq = view.seq;
            return Ok(SlipReceipt { table, round, slip_id, repeated: true, seq, wagers, staked });
        }
        if view.last_wagers.is_empty() {
            return Err(HouseRefusal::NothingToRebet.into());
        }
        let wagers = RawWager::all(&view.last_wagers);
        self.place_slip(patron, table, round, slip_id, wagers, received_at).await
    }

    /// The view with the last wagers of an earlier shoe, if the patron had none in the latest.
    pub(crate) async fn with_last_wagers(
        &self,
        table: TableId,
        view: PatronView,
    ) -> Result<PatronView, Rejection> {
        if !view.last_wagers.is_empty() {
            return Ok(view);
        }
        let latest = self.context.store.latest_round(view.patron, table).await?;
        let settled = latest.map(|round| round.wagers).unwrap_or_default();
        let last_wagers = settled.iter().map(|line| PlacedWager::in_cash(line.spot, line.stake)).collect();
        Ok(PatronView { last_wagers, ..view })
    }
}
