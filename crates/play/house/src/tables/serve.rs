//! Serves the requests to a table in their order. Slips are committed in [batches](crate::tables::batches); every other
//! request is committed alone.

use std::collections::VecDeque;
use std::sync::Arc;

use money::Amount;
use table::event::VoidReason;
use table::{
    Command, Decision, Event, PatronId, Refusal, RequestId, RoundRef, Slip, StaffId, TableId, decide,
};
use tracing::debug;

use crate::answer::{HouseRefusal, Rejection, SlipReceipt, TakenBack};
use crate::ports::{AcceptedSlip, Store, StoreFailure};
use crate::protection::allowance::Allowance;
use crate::risk::exposure::RoundTotals;
use crate::tables::batches::Batch;
use crate::tables::request::{Attempt, Reply, Request, Unbatched, answer};
use crate::tables::runner::Runner;

impl Runner {
    /// Serves everything that waits. A slip that the ledger refused and the wallet covers is judged again with the next
    /// batch, and so is one that rested on a slip that came to nothing.
    pub(crate) async fn serve(&mut self) {
        let mut again = VecDeque::new();
        loop {
            let batch = self.fill(Batch::default(), &mut again);
            if !batch.is_empty() {
                self.commit_batches(batch, &mut again).await;
            } else if let Some(Request::Unbatched(request)) = self.waiting.pop_front() {
                self.serve_unbatched(request).await;
            } else {
                return;
            }
        }
    }

    pub(super) fn receipt(&self, slip: &Slip, repeated: bool) -> SlipReceipt {
        let view = self.table.patron_view(slip.patron);
        SlipReceipt {
            table: self.table.settings().id,
            round: self.table.round().unwrap_or(slip.round),
            slip_id: slip.slip_id,
            repeated,
            seq: view.seq,
            wagers: view.wagers,
            staked: view.staked,
        }
    }

    /// A slip that comes too late may be one that was accepted in time, sent again because its answer was lost.
    pub(super) fn refuse_slip(&self, attempt: Attempt, refusal: Refusal) {
        let is_late = is_late(&refusal);
        let closed = attempt.entered.allowance.as_ref().and_then(Allowance::closed);
        let refusal = closed.map_or(HouseRefusal::Table(refusal), HouseRefusal::Protection);
        debug!(patron = attempt.slip.patron.0, code = refusal.code(), "a slip was refused");
        if is_late {
            self.answer_repeated(attempt, Some(refusal));
        } else {
            answer(attempt.reply, Err(refusal.into()));
        }
    }

    /// Answers where a slip counts, or else with the refusal. Apart from the table, which need not wait for it.
    pub(super) fn answer_repeated(
        &self,
        Attempt { slip, reply, .. }: Attempt,
        refusal: Option<HouseRefusal>,
    ) {
        let (store, at) =
            (Arc::clone(&self.context.store), (self.table.settings().id, self.table.public_seq()));
        tokio::spawn(async move { answer(reply, accepted_before(&*store, at, &slip, refusal).await) });
    }

    async fn serve_unbatched(&mut self, request: Unbatched) {
        match request {
            Unbatched::View { patron, reply } => answer(reply, Ok(self.table.patron_view(patron))),
            Unbatched::Auto { command, reply } => answer(reply, self.change_auto(&command).await),
            Unbatched::TakeSeat { patron, entered, reply } => {
                answer(reply, self.take_seat(patron).await);
                drop(entered);
            }
            Unbatched::Nonce { patron, shoe_no, given, received_at, reply } => {
                answer(reply, self.take_nonce(patron, (shoe_no, given), received_at));
            }
            Unbatched::Squeeze { patron, lift, reply } => answer(reply, self.squeeze(patron, lift).await),
            Unbatched::Totals { reply } => answer(reply, Ok(RoundTotals::of(&self.table))),
            Unbatched::TakeBack { command, reply } => {
                let taken_back = self.take_back(&command).await;
                self.answer_taken_back(&command, taken_back, reply);
            }
            Unbatched::Void { round, by, reply } => answer(reply, self.void(round, by).await),
            Unbatched::AbandonShoe { shoe_no, by, reply } => {
                answer(reply, self.abandon_shoe(shoe_no, by).await);
            }
            Unbatched::Deliver { record, reply } => answer(reply, self.deliver(*record).await),
            Unbatched::Live { asked, checked, seen, request_id, reply } => {
                answer(reply, self.carry_out_once((asked, checked), seen, request_id).await);
            }
            Unbatched::SetUp { setup, status, reply } => {
                self.set_up(setup, status);
                answer(reply, Ok(()));
            }
            Unbatched::Correct { command, as_of, reply } => {
                answer(reply, self.correct(&command, as_of).await);
            }
        }
    }

    /// Decides a command that may give a patron their wagers back.
    async fn take_back(&mut self, command: &Command) -> Result<TakenBack, Rejection> {
        let Decision::Accepted(events) = decide(&self.table, command)? else {
            return Ok(TakenBack { repeated: true, returned: Amount::ZERO });
        };
        let returned = events.iter().find_map(|event| match event {
            Event::WagersCleared { returned, .. } => Some(*returned),
            _ => None,
        });
        self.commit_own(events, None).await?;
        Ok(TakenBack { repeated: false, returned: returned.unwrap_or_default() })
    }

    /// Answers a command that may give wagers back. A clear that comes too late may be one that was carried out, sent
    /// again because its answer was lost. The table need not wait for that look at its round.
    fn answer_taken_back(
        &self,
        command: &Command,
        taken_back: Result<TakenBack, Rejection>,
        reply: Reply<TakenBack>,
    ) {
        let Err(Rejection::Refused(HouseRefusal::Table(refusal))) = &taken_back else {
            return answer(reply, taken_back);
        };
        match *command {
            Command::ClearWagers { patron, round, request_id, .. } if is_late(refusal) => {
                let (store, at) = (Arc::clone(&self.context.store), (self.table.settings().id, round));
                tokio::spawn(async move {
                    let known = was_cleared(&*store, at, patron, request_id).await;
                    let repeated = TakenBack { repeated: true, returned: Amount::ZERO };
                    answer(reply, known.and_then(|known| if known { Ok(repeated) } else { taken_back }));
                });
            }
            _ => answer(reply, taken_back),
        }
    }

    async fn void(&mut self, round: RoundRef, by: StaffId) -> Result<RoundRef, Rejection> {
        let open = self.table.round().filter(|_| self.table.phase().round_under_way());
        if open != Some(round) {
            return Err(Refusal::RoundNotOpen { round, open }.into());
        }
        let command = Command::VoidRound { reason: VoidReason::Supervisor, by: Some(by) };
        if let Decision::Accepted(events) = decide(&self.table, &command)? {
            self.commit_own(events, None).await?;
        }
        self.go_on();
        Ok(round)
    }
}

async fn accepted_before(
    store: &dyn Store,
    (at, seq): (TableId, u64),
    slip: &Slip,
    refusal: Option<HouseRefusal>,
) -> Result<SlipReceipt, Rejection> {
    let (patron, slip_id) = (slip.patron, slip.slip_id);
    match (store.accepted_slip(patron, slip_id).await?, refusal) {
        (Some(AcceptedSlip { table, round, kind, wagers }), _)
            if table == at && slip.asks_for(round, kind, &wagers) =>
        {
            let (wagers, staked) = (Vec::new(), Amount::ZERO);
            Ok(SlipReceipt { table, round, slip_id, repeated: true, seq, wagers, staked })
        }
        (Some(AcceptedSlip { table, round, .. }), _) => Err(Refusal::SlipIdUsed { table, round }.into()),
        (None, Some(refusal)) => Err(refusal.into()),
        (None, None) => {
            let what = format!("a transfer of slip {slip_id} was made, but the slip is not there");
            Err(StoreFailure::Corrupt(what).into())
        }
    }
}

/// Whether a patron's wagers of that round were taken back by a request of this id.
async fn was_cleared(
    store: &dyn Store,
    (table, round): (TableId, RoundRef),
    whose: PatronId,
    id: RequestId,
) -> Result<bool, Rejection> {
    let events = store.round_events(table, round).await?;
    Ok(events.iter().any(|recorded| match &recorded.event {
        Event::WagersCleared { patron, request_id, .. } => (*patron, *request_id) == (whose, Some(id)),
        _ => false,
    }))
}

/// Whether a request was refused because its round takes no more of them.
const fn is_late(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::RoundNotOpen { .. } | Refusal::BettingClosed { .. })
}
