//! Slips that are committed together. The store writes one batch while the table takes in the batch before it.

use std::collections::{HashMap, HashSet, VecDeque};

use ledger::TransferRefusal;
use table::judge::slip_after;
use table::round_wagers::{PatronWagers, PlacedSlip};
use table::{Ahead, Decision, Event, PatronId, Refusal, Slip, Table};
use tracing::{debug, error};

use crate::answer::HouseRefusal;
use crate::money::funding::{BonusRule, cash_for, covers, funds_for, stake_of};
use crate::money::postings::RoundStakes;
use crate::patrons::channels::LAG;
use crate::ports::{StoreFailure, Unit, UnitOutcome, Wallet};
use crate::protection::allowance::SlipStakes;
use crate::tables::commit::{Commit, Pending, Wallets, count_committed};
use crate::tables::request::{Attempt, Request, answer};
use crate::tables::runner::Runner;

/// How many slips are committed together, at most.
const BATCH: usize = 512;

/// How many slips of one patron are in a batch, at most: half of what the channel of their notices holds.
const OF_ONE_PATRON: usize = LAG / 2;

/// How many batches take up slips that arrived meanwhile, before the table looks at anything else.
const TURNS: u64 = 16;

/// How many times a slip is judged again, at most. Each time takes another change of the wallet from elsewhere.
const AGAIN: u8 = 8;

/// Slips that were decided, and wait to be committed together. Those of one patron rest on each other.
#[derive(Default)]
pub(super) struct Batch {
    units: Vec<Unit>,
    slips: Vec<Attempt>,
    /// The last slip of each patron.
    last: HashMap<PatronId, Last>,
    /// What those who have several slips in the batch have in the round after them.
    placed: HashMap<PatronId, PatronWagers>,
    ahead: Ahead,
    /// The patrons of the batch before, which is not yet part of the table.
    patrons_before: HashSet<PatronId>,
    /// What this batch and the one before it add.
    all_ahead: Ahead,
}

/// The last slip of a patron in a batch.
#[derive(Clone, Copy)]
struct Last {
    /// Its place in the batch.
    place: usize,
    /// How many slips of the patron there are up to it.
    count: usize,
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
        let patrons_before = before.last.drain().map(|(patron, _)| patron).collect();
        Self { patrons_before, all_ahead: before.ahead, ..Self::default() }
    }

    /// Whether it takes one more slip of this patron. A full one takes more of its last patron, so that those that came
    /// together stay together.
    fn has_room(&self, patron: PatronId) -> bool {
        let is_of_last = || self.slips.last().is_some_and(|last| last.slip.patron == patron);
        let of_patron = self.last.get(&patron).map_or(0, |last| last.count);
        !self.patrons_before.contains(&patron)
            && of_patron < OF_ONE_PATRON
            && (self.slips.len() < BATCH || is_of_last())
    }

    /// What a patron has in the round after the slips in this batch, whose last one is at that place.
    fn placed_after(&mut self, table: &Table, patron: PatronId, last: usize) -> &PatronWagers {
        let (units, slips) = (&self.units, &self.slips);
        self.placed.entry(patron).or_insert_with(|| {
            let mut own = table.wagers().of(patron).cloned().unwrap_or_default();
            if let Some((unit, attempt)) = units.get(last).zip(slips.get(last)) {
                let placed = unit.events.iter().filter_map(|(_, event)| placed_slip(&attempt.slip, event));
                placed.for_each(|slip| own.accept(0, slip));
            }
            own
        })
    }

    /// Adds a slip that was decided, with its unit.
    fn add(&mut self, table: &Table, attempt: Attempt, unit: Unit) {
        let Slip { patron, kind, .. } = attempt.slip;
        let mut own = self.placed.get_mut(&patron);
        for slip in unit.events.iter().filter_map(|(_, event)| placed_slip(&attempt.slip, event)) {
            let placed = own.as_deref().or_else(|| table.wagers().of(patron));
            self.ahead.count(placed, kind, &slip.wagers);
            self.all_ahead.count(placed, kind, &slip.wagers);
            if let Some(own) = &mut own {
                own.accept(0, slip);
            }
        }
        let count = self.last.get(&patron).map_or(1, |last| last.count.saturating_add(1));
        self.last.insert(patron, Last { place: self.units.len(), count });
        self.units.push(unit);
        self.slips.push(attempt);
    }
}

/// The slip as an event that accepts it places it.
fn placed_slip(slip: &Slip, event: &Event) -> Option<PlacedSlip> {
    let Event::SlipAccepted { wagers, .. } = event else { return None };
    Some(PlacedSlip { slip_id: slip.slip_id, kind: slip.kind, wagers: wagers.clone() })
}

impl Runner {
    /// Commits a batch and those after it, and answers their slips, but for those that are to be judged again.
    pub(super) async fn commit_batches(&mut self, mut batch: Batch, again: &mut VecDeque<Attempt>) {
        if let Err(failure) = self.make_up().await {
            return fail(batch.slips, &failure);
        }
        let (mut seq, mut before) = (self.table.seq(), None);
        for turn in 0_u64.. {
            let Commit { pending, outcomes } = match self.begin_commit(seq, batch.units.split_off(0)) {
                Ok(commit) => commit,
                Err(failure) => return fail(batch.slips, &failure),
            };
            let meanwhile = async { before.take().map(|durable| self.take_in_batch(durable, again)) };
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
            let next = self.fill(Batch::after(&mut batch), again);
            seq = self.table.seq().saturating_add(count_committed(&pending, &outcomes));
            let durable = Durable { slips: batch.slips, pending, outcomes };
            if next.is_empty() {
                return self.take_in_batch(durable, again);
            }
            (before, batch) = (Some(durable), next);
        }
    }

    /// Makes a durable batch part of the table and answers its slips.
    fn take_in_batch(
        &mut self,
        Durable { slips, pending, outcomes }: Durable,
        again: &mut VecDeque<Attempt>,
    ) {
        debug!(slips = slips.len(), seq = self.table.seq(), "slips were committed");
        let mut back = Vec::new();
        let mut units = slips.into_iter().zip(pending).zip(outcomes).peekable();
        while let Some(((attempt, unit), outcome)) = units.next() {
            match outcome {
                UnitOutcome::Committed { first_seq, wallets } => {
                    let is_outdated = units.peek().is_some_and(|((next, _), outcome)| {
                        next.slip.patron == attempt.slip.patron
                            && matches!(outcome, UnitOutcome::Committed { .. })
                    });
                    let how = if is_outdated { Wallets::Outdated } else { Wallets::Sent };
                    self.take_in_unit(unit, first_seq, &wallets, how);
                    answer(attempt.reply, Ok(self.receipt(&attempt.slip, false)));
                }
                UnitOutcome::Refused { refusal, wallet } => {
                    back.extend(self.refused_by_ledger(attempt, &refusal, wallet));
                }
                UnitOutcome::Repeated => self.answer_repeated(attempt, None),
                UnitOutcome::Skipped => back.push(Attempt { was_skipped: true, ..attempt }),
            }
        }
        self.after_taking_in();
        // They came before those of their patrons that still wait to be judged again.
        back.into_iter().rev().for_each(|attempt| again.push_front(attempt));
    }

    /// Fills a batch with slips, those that are judged again before those that wait, as long as each can be judged
    /// without the batch before it. A slip behind others of its patron is judged as if they were accepted, and rests on
    /// them. It is added only if it is accepted: those ahead of it may come to nothing, so they lead to no refusal. The
    /// same goes for a limit of the table that slips ahead may use up in vain. A slip that was skipped once rests on no
    /// other one again: of many slips that no money covers, the ledger looks at each once.
    pub(super) fn fill(&mut self, mut batch: Batch, again: &mut VecDeque<Attempt>) -> Batch {
        while let Some(Attempt { slip, was_skipped, .. }) =
            again.front().or_else(|| first_slip(&self.waiting))
        {
            let patron = slip.patron;
            if !batch.has_room(patron) || *was_skipped && batch.last.contains_key(&patron) {
                break;
            }
            let ahead = batch.all_ahead;
            let after = batch.last.get(&patron).map(|last| last.place);
            let placed = match after {
                Some(last) => Some(batch.placed_after(&self.table, patron, last)),
                None => self.table.wagers().of(patron),
            };
            let decision = slip_after(&self.table, slip, placed, ahead);
            let is_accepted = matches!(decision, Ok(Decision::Accepted(_)));
            let is_limit = matches!(decision, Err(Refusal::ExposureLimit { .. }));
            if after.is_some() && !is_accepted || is_limit && !ahead.is_empty() {
                break;
            }
            let next = again.pop_front().or_else(|| pop_slip(&mut self.waiting));
            let Some(attempt) = next else { break };
            match decision {
                Ok(Decision::Accepted(events)) => {
                    let own = batch.placed.get(&patron).or_else(|| self.table.wagers().of(patron));
                    match house_refusal(&self.table, &mut self.bonus_rule, &attempt, own, &events) {
                        Some(_) if after.is_some() => {
                            again.push_front(attempt);
                            break;
                        }
                        Some(refusal) => answer(attempt.reply, Err(refusal.into())),
                        None => self.add_to(&mut batch, attempt, events),
                    }
                }
                Ok(Decision::Duplicate) => answer(attempt.reply, Ok(self.receipt(&attempt.slip, true))),
                Err(refusal) => self.refuse_slip(attempt, refusal),
            }
        }
        batch
    }

    fn add_to(&self, batch: &mut Batch, attempt: Attempt, events: Vec<Event>) {
        let patron = attempt.slip.patron;
        let round = RoundStakes::from(&self.table).with_ahead(patron, batch.placed.get(&patron));
        let after = batch.last.get(&patron).map(|last| last.place);
        let unit = Unit { after, ..self.unit_by(round, events, None) };
        batch.add(&self.table, attempt, unit);
    }

    /// Answers a slip that the ledger refused; or gives it back to be judged again, where the wallet at the commit
    /// covers it. After too many times the answer is a failure, so that the table goes on.
    fn refused_by_ledger(
        &self,
        Attempt { mut slip, entered, reply, again, was_skipped }: Attempt,
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
        Some(Attempt { slip, entered, reply, again: again.saturating_add(1), was_skipped })
    }
}

/// Why the house refuses a slip that the table would take, of a patron who has `own` in the round.
fn house_refusal(
    table: &Table,
    rule: &mut BonusRule,
    Attempt { slip, entered, .. }: &Attempt,
    own: Option<&PatronWagers>,
    events: &[Event],
) -> Option<HouseRefusal> {
    let Some(Event::SlipAccepted { patron, wagers, replaced, .. }) = events.first() else { return None };
    if let Some(allowance) = &entered.allowance {
        let returned = replaced.as_ref().map(|replaced| replaced.returned).unwrap_or_default();
        if let Err(refusal) = allowance.judge(SlipStakes::new(own, returned, wagers)) {
            let code = refusal.code();
            debug!(patron = patron.0, code, "a slip was refused for the patron's protection");
            return Some(refusal.into());
        }
    }
    let added_to = own.filter(|_| !slip.kind.replaces());
    let spots = rule.breach(&table.settings().rules, added_to, wagers)?;
    debug!(patron = patron.0, ?spots, "a slip was refused for its bonus money");
    Some(HouseRefusal::BonusRule { spots })
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
