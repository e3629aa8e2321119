//! What is asked of a table, in the order it came: slips of different patrons are committed together, all else
//! by itself.

use std::collections::HashSet;
use std::sync::Arc;

use ledger::TransferRefusal;
use money::Amount;
use table::event::VoidReason;
use table::judge::slip as judge_slip;
use table::{
    Ahead, Command, Decision, Event, PatronId, Refusal, RoundRef, Slip, SupervisorId, TableId, Timestamp,
    decide,
};
use tracing::debug;

use crate::answer::{ClearReceipt, Failure, HouseRefusal, LeaveReceipt, Rejection, SlipReceipt};
use crate::funding::{TRIES, cash_for, covers, wanted};
use crate::ports::{AcceptedSlip, Store, StoreFailure, Unit, UnitOutcome, Wallet};
use crate::request::{Alone, Clear, Reply, Request, answer};
use crate::runner::Runner;

/// How many slips are committed together, at most.
const BATCH: usize = 512;

/// A slip, how many times it was judged before, and where its answer goes.
type Tried = (Slip, u8, Reply<SlipReceipt>);

/// Slips of different patrons that were decided and wait to be committed together.
#[derive(Default)]
struct Batch {
    units: Vec<Unit>,
    slips: Vec<Tried>,
    patrons: HashSet<PatronId>,
    ahead: Ahead,
}

impl Runner {
    /// Serves everything that waits.
    pub(crate) async fn serve(&mut self) {
        while let Some(front) = self.waiting.front() {
            if matches!(front, Request::Slip { .. }) {
                let batch = self.next_batch();
                self.commit_batch(batch).await;
            } else if let Some(Request::Alone(request)) = self.waiting.pop_front() {
                self.serve_alone(request).await;
            }
        }
    }

    /// Takes slips from the front of what waits, as long as each can be judged without the ones before it: of a
    /// patron with none in this batch, and not refused for a limit that the batch may have used up in vain.
    fn next_batch(&mut self) -> Batch {
        let mut batch = Batch::default();
        while batch.slips.len() < BATCH {
            let Some(Request::Slip { slip, .. }) = self.waiting.front() else { break };
            if batch.patrons.contains(&slip.patron) {
                break;
            }
            let decision = judge_slip(&self.table, slip, batch.ahead);
            if matches!(decision, Err(Refusal::ExposureLimit { .. })) && !batch.ahead.is_empty() {
                break;
            }
            let Some(Request::Slip { slip, tries, lacking, reply }) = self.waiting.pop_front() else { break };
            match decision {
                Ok(Decision::Accepted(events)) => {
                    match lacking.or_else(|| self.breach(slip.patron, &events)) {
                        Some(refusal) => answer(reply, Err(refusal.into())),
                        None => self.add_to(&mut batch, (slip, tries, reply), events),
                    }
                }
                Ok(Decision::Duplicate) => answer(reply, Ok(self.receipt(&slip, true))),
                Err(refusal) => self.refuse_slip(slip, reply, refusal),
            }
        }
        batch
    }

    /// Why a decided slip breaches the rule for bonus money, with all that the patron has in this round.
    fn breach(&mut self, patron: PatronId, events: &[Event]) -> Option<HouseRefusal> {
        let Some(Event::SlipAccepted { wagers, .. }) = events.first() else { return None };
        let (rules, own) = (&self.table.settings().rules, self.table.book().of(patron));
        let spots = self.bonus_rule.breach(rules, own, wagers)?;
        debug!(patron = patron.0, ?spots, "a slip was refused for its bonus money");
        Some(HouseRefusal::BonusRule { spots })
    }

    fn add_to(&self, batch: &mut Batch, tried: Tried, events: Vec<Event>) {
        for event in &events {
            if let Event::SlipAccepted { wagers, .. } = event {
                batch.ahead.count(wagers);
            }
        }
        batch.patrons.insert(tried.0.patron);
        batch.units.push(self.unit(events, None));
        batch.slips.push(tried);
    }

    async fn commit_batch(&mut self, batch: Batch) {
        if batch.units.is_empty() {
            return;
        }
        let outcomes = match self.commit(batch.units).await {
            Ok(outcomes) => outcomes,
            Err(failure) => {
                for (.., reply) in batch.slips {
                    answer(reply, Err(failure.clone().into()));
                }
                return;
            }
        };
        debug!(slips = batch.slips.len(), seq = self.table.seq(), "slips were committed");
        for ((slip, tries, reply), outcome) in batch.slips.into_iter().zip(outcomes) {
            match outcome {
                UnitOutcome::Committed { .. } => answer(reply, Ok(self.receipt(&slip, false))),
                UnitOutcome::Refused { refusal, .. } => self.answer_refused((slip, tries, reply), &refusal),
                UnitOutcome::Repeated => self.answer_repeated(slip, reply, None),
            }
        }
    }

    fn receipt(&self, slip: &Slip, repeated: bool) -> SlipReceipt {
        let view = self.table.patron_view(slip.patron);
        SlipReceipt {
            table: self.table.settings().id,
            round: self.table.round().unwrap_or(slip.round),
            slip_id: slip.slip_id,
            repeated,
            standing: view.wagers,
            staked: view.staked,
        }
    }

    /// A slip that comes too late may be one that was accepted in time, sent again because its answer was lost.
    fn refuse_slip(&self, slip: Slip, reply: Reply<SlipReceipt>, refusal: Refusal) {
        debug!(patron = slip.patron.0, code = refusal.code(), "a slip was refused");
        if matches!(refusal, Refusal::RoundNotOpen { .. } | Refusal::BettingClosed { .. }) {
            self.answer_repeated(slip, reply, Some(refusal));
        } else {
            answer(reply, Err(refusal.into()));
        }
    }

    /// Answers where a slip counts, or else with the refusal. Apart from the table, which need not wait for it.
    fn answer_repeated(&self, slip: Slip, reply: Reply<SlipReceipt>, refusal: Option<Refusal>) {
        let (store, at) = (Arc::clone(&self.world.store), self.table.settings().id);
        tokio::spawn(async move { answer(reply, accepted_before(&*store, at, &slip, refusal).await) });
    }

    /// Answers a slip that the ledger refused; or, where the wallet covers it by now or bonus money pays for what the
    /// cash lacks, lets it be judged again with what the wallet holds. The table has the last word, as the slip may
    /// have been sent twice and taken meanwhile. Apart from the table, which need not wait for the wallet.
    fn answer_refused(&self, (mut slip, tries, reply): Tried, refusal: &TransferRefusal) {
        debug!(patron = slip.patron.0, %refusal, "the ledger refused a slip");
        let lacking =
            matches!(refusal, TransferRefusal::InsufficientFunds { .. } | TransferRefusal::CashLeft { .. });
        if !lacking {
            let said = format!("the ledger refused a slip: {refusal}");
            return answer(reply, Err(StoreFailure::Corrupt(said).into()));
        }
        let (world, again) = (self.world.clone(), self.again.clone());
        let not_running = Failure::NotRunning { table: self.table.settings().id };
        tokio::spawn(async move {
            let wallet = match world.store.wallet(slip.patron).await {
                Ok(wallet) => wallet,
                Err(failure) => return answer(reply, Err(failure.into())),
            };
            world.holders.note(slip.patron, wallet);
            let (wanted, mut lacking) = (wanted(&slip), None);
            if !covers(wallet, wanted) {
                let Wallet { cash: available, bonus, .. } = wallet;
                lacking = Some(HouseRefusal::InsufficientFunds { available, bonus, wanted });
            } else if tries >= TRIES {
                return answer(reply, Err(Failure::Outrun { patron: slip.patron }.into()));
            }
            slip.cash = cash_for(wallet, wanted);
            let request = Request::Slip { slip, tries: tries.saturating_add(1), lacking, reply };
            let Some(again) = again.upgrade() else { return unsent(request, not_running) };
            if let Err(back) = again.send(request).await {
                unsent(back.0, not_running);
            }
        });
    }

    async fn serve_alone(&mut self, request: Alone) {
        match request {
            Alone::View { patron, reply } => answer(reply, Ok(self.table.patron_view(patron))),
            Alone::Clear { clear, reply } => answer(reply, self.clear(clear).await),
            Alone::Leave { patron, received_at, reply } => {
                answer(reply, self.leave(patron, received_at).await);
            }
            Alone::Void { round, by, reply } => answer(reply, self.void(round, by).await),
            Alone::Correct { command, as_of, reply } => answer(reply, self.correct(&command, as_of).await),
        }
    }

    async fn clear(&mut self, clear: Clear) -> Result<ClearReceipt, Rejection> {
        let Clear { patron, round, request_id, received_at } = clear;
        let command = Command::ClearWagers { patron, round, request_id, received_at };
        let table = self.table.settings().id;
        match decide(&self.table, &command)? {
            Decision::Duplicate => Ok(ClearReceipt { table, round, repeated: true, returned: Amount::ZERO }),
            Decision::Accepted(events) => {
                let returned = returned(&events);
                self.commit_own(events, None).await?;
                Ok(ClearReceipt { table, round, repeated: false, returned })
            }
        }
    }

    async fn leave(&mut self, patron: PatronId, received_at: Timestamp) -> Result<LeaveReceipt, Rejection> {
        let events = match decide(&self.table, &Command::Leave { patron, received_at })? {
            Decision::Accepted(events) => events,
            Decision::Duplicate => Vec::new(),
        };
        let returned = returned(&events);
        self.commit_own(events, None).await?;
        Ok(LeaveReceipt { table: self.table.settings().id, returned })
    }

    async fn void(&mut self, asked: RoundRef, by: SupervisorId) -> Result<RoundRef, Rejection> {
        let open = self.table.round().filter(|_| self.table.phase().round_under_way());
        if open != Some(asked) {
            return Err(Refusal::RoundNotOpen { asked, open }.into());
        }
        let command = Command::VoidRound { reason: VoidReason::Supervisor, by: Some(by) };
        if let Decision::Accepted(events) = decide(&self.table, &command)? {
            self.commit_own(events, None).await?;
        }
        Ok(asked)
    }
}

fn returned(events: &[Event]) -> Amount {
    let returned = events.iter().find_map(|event| match event {
        Event::WagersCleared { returned, .. } => Some(*returned),
        _ => None,
    });
    returned.unwrap_or_default()
}

async fn accepted_before(
    store: &dyn Store,
    at: TableId,
    slip: &Slip,
    refusal: Option<Refusal>,
) -> Result<SlipReceipt, Rejection> {
    let (patron, slip_id) = (slip.patron, slip.slip_id);
    match (store.accepted_slip(patron, slip_id).await?, refusal) {
        (Some(AcceptedSlip { table, round, wagers }), _) if table == at && slip.asks_for(round, &wagers) => {
            let (standing, staked) = (Vec::new(), Amount::ZERO);
            Ok(SlipReceipt { table, round, slip_id, repeated: true, standing, staked })
        }
        (Some(AcceptedSlip { table, round, .. }), _) => Err(Refusal::SlipIdUsed { table, round }.into()),
        (None, Some(refusal)) => Err(refusal.into()),
        (None, None) => {
            let said = format!("a transfer of slip {slip_id} was made, but the slip is not there");
            Err(StoreFailure::Corrupt(said).into())
        }
    }
}

/// Answers a slip that the table can no longer be asked about.
fn unsent(request: Request, failure: Failure) {
    if let Request::Slip { reply, .. } = request {
        answer(reply, Err(failure.into()));
    }
}
