//! Serves the requests to a table in their order. Slips of different patrons are committed as one batch; every other
//! request is committed alone.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use ledger::TransferRefusal;
use money::Amount;
use table::event::VoidReason;
use table::judge::slip as judge_slip;
use table::{
    Ahead, Command, Decision, Event, PatronId, Refusal, RequestId, RoundRef, Slip, StaffId, TableId, decide,
};
use tracing::{debug, error};

use crate::answer::{HouseRefusal, Rejection, SlipReceipt, TakenBack};
use crate::money::funding::{cash_for, covers, funds_for, stake_of};
use crate::ports::{AcceptedSlip, Store, StoreFailure, Unit, UnitOutcome, Wallet};
use crate::protection::allowance::{Allowance, SlipStakes};
use crate::risk::exposure::RoundTotals;
use crate::tables::request::{Attempt, Reply, Request, Unbatched, answer};
use crate::tables::runner::Runner;

/// How many slips are committed together, at most.
const BATCH: usize = 512;

/// How many times a slip is judged again, at most. Each time takes another change of the wallet from elsewhere.
const AGAIN: u8 = 8;

/// Slips of different patrons that were decided and wait to be committed together.
#[derive(Default)]
struct Batch {
    units: Vec<Unit>,
    slips: Vec<Attempt>,
    patrons: HashSet<PatronId>,
    ahead: Ahead,
}

impl Runner {
    /// Serves everything that waits. A slip that the ledger refused and the wallet covers is judged again with the next
    /// batch.
    pub(crate) async fn serve(&mut self) {
        let mut refused = VecDeque::new();
        loop {
            let batch = self.next_batch(&mut refused);
            if !batch.slips.is_empty() {
                refused.extend(self.commit_batch(batch).await);
            } else if let Some(Request::Unbatched(request)) = self.waiting.pop_front() {
                self.serve_unbatched(request).await;
            } else {
                return;
            }
        }
    }

    /// Takes slips, those that were refused before those that wait, as long as each can be judged without the ones
    /// before it: of a patron with none in this batch, and not refused for a limit that the batch may have used up in
    /// vain.
    fn next_batch(&mut self, refused: &mut VecDeque<Attempt>) -> Batch {
        let mut batch = Batch::default();
        while batch.slips.len() < BATCH {
            let Some(Attempt { slip, .. }) = refused.front().or_else(|| first_slip(&self.waiting)) else {
                break;
            };
            if batch.patrons.contains(&slip.patron) {
                break;
            }
            let decision = judge_slip(&self.table, slip, batch.ahead);
            if matches!(decision, Err(Refusal::ExposureLimit { .. })) && !batch.ahead.is_empty() {
                break;
            }
            let next = refused.pop_front().or_else(|| pop_slip(&mut self.waiting));
            let Some(attempt) = next else { break };
            match decision {
                Ok(Decision::Accepted(events)) => match self.house_refusal(&attempt, &events) {
                    Some(refusal) => answer(attempt.reply, Err(refusal.into())),
                    None => self.add_to(&mut batch, attempt, events),
                },
                Ok(Decision::Duplicate) => answer(attempt.reply, Ok(self.receipt(&attempt.slip, true))),
                Err(refusal) => self.refuse_slip(attempt, refusal),
            }
        }
        batch
    }

    /// Why the house refuses a slip that the table would take.
    fn house_refusal(&mut self, attempt: &Attempt, events: &[Event]) -> Option<HouseRefusal> {
        let patron = attempt.slip.patron;
        if let (Some(allowance), Some(Event::SlipAccepted { wagers, replaced, .. })) =
            (&attempt.entered.allowance, events.first())
        {
            let own = self.table.wagers().of(patron);
            let replaced = replaced.as_ref().map(|replaced| replaced.returned).unwrap_or_default();
            if let Err(refusal) = allowance.judge(SlipStakes::new(own, replaced, wagers)) {
                debug!(
                    patron = patron.0,
                    code = refusal.code(),
                    "a slip was refused for the patron's protection"
                );
                return Some(refusal.into());
            }
        }
        self.breach(patron, events)
    }

    /// Why a decided slip breaches the rule for bonus money, with all that the patron has in this round.
    fn breach(&mut self, patron: PatronId, events: &[Event]) -> Option<HouseRefusal> {
        let Some(Event::SlipAccepted { wagers, replaced, .. }) = events.first() else { return None };
        let own = self.table.wagers().of(patron).filter(|_| replaced.is_none());
        let rules = &self.table.settings().rules;
        let spots = self.bonus_rule.breach(rules, own, wagers)?;
        debug!(patron = patron.0, ?spots, "a slip was refused for its bonus money");
        Some(HouseRefusal::BonusRule { spots })
    }

    fn add_to(&self, batch: &mut Batch, attempt: Attempt, events: Vec<Event>) {
        let Slip { patron, kind, .. } = attempt.slip;
        for event in &events {
            if let Event::SlipAccepted { wagers, .. } = event {
                batch.ahead.count(self.table.wagers().of(patron), kind, wagers);
            }
        }
        batch.patrons.insert(patron);
        batch.units.push(self.unit(events, None));
        batch.slips.push(attempt);
    }

    /// Commits a batch and answers its slips, but for those that are to be judged again.
    async fn commit_batch(&mut self, batch: Batch) -> Vec<Attempt> {
        let outcomes = match self.commit(batch.units).await {
            Ok(outcomes) => outcomes,
            Err(failure) => {
                for Attempt { entered, reply, .. } in batch.slips {
                    // The slip may be durable all the same; what the patron staked is read again.
                    entered.gate().report_change();
                    answer(reply, Err(failure.clone().into()));
                }
                return Vec::new();
            }
        };
        debug!(slips = batch.slips.len(), seq = self.table.seq(), "slips were committed");
        let mut again = Vec::new();
        for (attempt, outcome) in batch.slips.into_iter().zip(outcomes) {
            match outcome {
                UnitOutcome::Committed { .. } => {
                    answer(attempt.reply, Ok(self.receipt(&attempt.slip, false)));
                }
                UnitOutcome::Refused { refusal, wallet } => {
                    again.extend(self.refused_by_ledger(attempt, &refusal, wallet));
                }
                UnitOutcome::Repeated => self.answer_repeated(attempt, None),
            }
        }
        again
    }

    /// Answers a slip that the ledger refused; or gives it back to be judged again, where the wallet at the commit
    /// covers it. After too many times the answer is a failure, so that the table goes on.
    fn refused_by_ledger(
        &self,
        Attempt { mut slip, entered, reply, again }: Attempt,
        refusal: &TransferRefusal,
        wallet: Option<(PatronId, Wallet)>,
    ) -> Option<Attempt> {
        debug!(patron = slip.patron.0, %refusal, "the ledger refused a slip");
        if let TransferRefusal::AboveBound { .. } = refusal {
            answer(reply, Err(HouseRefusal::by_ledger(refusal).into()));
            return None;
        }
        let Some((_, wallet)) = wallet.filter(|(patron, _)| *patron == slip.patron) else {
            let what = format!("the ledger refused a slip: {refusal}");
            answer(reply, Err(StoreFailure::Corrupt(what).into()));
            return None;
        };
        entered.gate().bonus.note(wallet);
        let own = self.table.wagers().of(slip.patron);
        let (stake, funds) = (stake_of(&slip, own), funds_for(&slip, wallet, own));
        if !covers(funds, stake) {
            let Wallet { cash: available, bonus, .. } = funds;
            answer(reply, Err(HouseRefusal::InsufficientFunds { available, bonus, stake }.into()));
            return None;
        }
        if again == AGAIN {
            let (patron, id) = (slip.patron.0, slip.slip_id);
            error!(patron, slip_id = %id, %refusal, ?wallet, %stake, again, "a slip that the wallet covers is refused");
            let what =
                format!("the ledger refuses slip {id} again and again, and the wallet covers it: {refusal}");
            answer(reply, Err(StoreFailure::Storage(what).into()));
            return None;
        }
        slip.cash = cash_for(&slip, wallet);
        Some(Attempt { slip, entered, reply, again: again.saturating_add(1) })
    }

    fn receipt(&self, slip: &Slip, repeated: bool) -> SlipReceipt {
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
    fn refuse_slip(&self, attempt: Attempt, refusal: Refusal) {
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
    fn answer_repeated(&self, Attempt { slip, reply, .. }: Attempt, refusal: Option<HouseRefusal>) {
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
            Unbatched::Live { asked, seen, reply } => {
                answer(reply, self.carry_out_asked(asked, seen).await);
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

fn first_slip(waiting: &VecDeque<Request>) -> Option<&Attempt> {
    match waiting.front() {
        Some(Request::Slip(attempt)) => Some(attempt),
        _ => None,
    }
}

fn pop_slip(waiting: &mut VecDeque<Request>) -> Option<Attempt> {
    match waiting.pop_front_if(|request| matches!(request, Request::Slip(_))) {
        Some(Request::Slip(attempt)) => Some(attempt),
        _ => None,
    }
}
