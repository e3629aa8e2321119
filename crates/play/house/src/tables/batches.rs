//! Slips that are committed together. The store writes one batch while the table takes in the batch before it.

use std::collections::{HashSet, VecDeque};

use ledger::TransferRefusal;
use table::judge::slip as judge_slip;
use table::{Ahead, Decision, Event, PatronId, Refusal, Slip};
use tracing::{debug, error};

use crate::answer::HouseRefusal;
use crate::money::funding::{cash_for, covers, funds_for, stake_of};
use crate::ports::{StoreFailure, Unit, UnitOutcome, Wallet};
use crate::protection::allowance::SlipStakes;
use crate::tables::commit::{Commit, Pending, count_committed};
use crate::tables::request::{Attempt, Request, answer};
use crate::tables::runner::Runner;

/// How many slips are committed together, at most.
const BATCH: usize = 512;

/// How many batches take up slips that arrived meanwhile, before the table looks at anything else.
const TURNS: u64 = 16;

/// How many times a slip is judged again, at most. Each time takes another change of the wallet from elsewhere.
const AGAIN: u8 = 8;

/// Slips of different patrons that were decided, and wait to be committed together.
#[derive(Default)]
pub(super) struct Batch {
    units: Vec<Unit>,
    slips: Vec<Attempt>,
    patrons: HashSet<PatronId>,
    ahead: Ahead,
    /// The patrons of the batch before, which is not yet part of the table.
    patrons_before: HashSet<PatronId>,
    /// What this batch and the one before it add.
    all_ahead: Ahead,
}

/// A durable batch that is not yet part of the table.
struct Durable {
    slips: Vec<Attempt>,
    pending: Vec<Pending>,
    outcomes: Vec<UnitOutcome>,
}

impl Batch {
    pub(super) const fn is_empty(&self) -> bool {
        self.slips.is_empty()
    }

    /// An empty batch after another one that is not yet part of the table.
    fn after(before: &mut Self) -> Self {
        let patrons_before = std::mem::take(&mut before.patrons);
        Self { patrons_before, all_ahead: before.ahead, ..Self::default() }
    }

    /// Whether a slip of this patron is not yet part of the table.
    fn has(&self, patron: PatronId) -> bool {
        self.patrons.contains(&patron) || self.patrons_before.contains(&patron)
    }
}

impl Runner {
    /// Commits a batch and those after it, and answers their slips, but for those that are to be judged again.
    pub(super) async fn commit_batches(&mut self, mut batch: Batch, refused: &mut VecDeque<Attempt>) {
        if let Err(failure) = self.make_up().await {
            return fail(batch.slips, &failure);
        }
        let (mut seq, mut before) = (self.table.seq(), None);
        for turn in 0_u64.. {
            let Commit { pending, outcomes } = match self.begin_commit(seq, batch.units.split_off(0)) {
                Ok(commit) => commit,
                Err(failure) => return fail(batch.slips, &failure),
            };
            let meanwhile = async { before.take().map(|durable| self.take_in_batch(durable, refused)) };
            let outcomes = match tokio::join!(biased; outcomes, meanwhile).0 {
                Ok(outcomes) => outcomes,
                Err(failure) => {
                    let failure = self.after_failure(failure).await;
                    return fail(batch.slips, &failure);
                }
            };
            if turn < TURNS {
                self.drain();
            }
            let next = self.fill(Batch::after(&mut batch), refused);
            seq = self.table.seq().saturating_add(count_committed(&pending, &outcomes));
            let durable = Durable { slips: batch.slips, pending, outcomes };
            if next.is_empty() {
                return self.take_in_batch(durable, refused);
            }
            (before, batch) = (Some(durable), next);
        }
    }

    /// Makes a durable batch part of the table and answers its slips.
    fn take_in_batch(
        &mut self,
        Durable { slips, pending, outcomes }: Durable,
        refused: &mut VecDeque<Attempt>,
    ) {
        self.take_in(pending, &outcomes);
        debug!(slips = slips.len(), seq = self.table.seq(), "slips were committed");
        for (attempt, outcome) in slips.into_iter().zip(outcomes) {
            match outcome {
                UnitOutcome::Committed { .. } => {
                    answer(attempt.reply, Ok(self.receipt(&attempt.slip, false)));
                }
                UnitOutcome::Refused { refusal, wallet } => {
                    refused.extend(self.refused_by_ledger(attempt, &refusal, wallet));
                }
                UnitOutcome::Repeated => self.answer_repeated(attempt, None),
            }
        }
    }

    /// Fills a batch with slips, those that were refused before those that wait, as long as each can be judged without
    /// the ones ahead of it: of a patron with none among them, and not refused for a limit that they may have used up
    /// in vain.
    pub(super) fn fill(&mut self, mut batch: Batch, refused: &mut VecDeque<Attempt>) -> Batch {
        while batch.slips.len() < BATCH {
            let Some(Attempt { slip, .. }) = refused.front().or_else(|| first_slip(&self.waiting)) else {
                break;
            };
            if batch.has(slip.patron) {
                break;
            }
            let decision = judge_slip(&self.table, slip, batch.all_ahead);
            if matches!(decision, Err(Refusal::ExposureLimit { .. })) && !batch.all_ahead.is_empty() {
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
                let placed = self.table.wagers().of(patron);
                batch.ahead.count(placed, kind, wagers);
                batch.all_ahead.count(placed, kind, wagers);
            }
        }
        batch.patrons.insert(patron);
        batch.units.push(self.unit(events, None));
        batch.slips.push(attempt);
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
}

/// Answers slips whose commit failed. They may be durable all the same; what the patrons staked is read again.
fn fail(slips: Vec<Attempt>, failure: &StoreFailure) {
    for Attempt { entered, reply, .. } in slips {
        entered.gate().report_change();
        answer(reply, Err(failure.clone().into()));
    }
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
