//! What can be written, on its way to the writer and back, and how a batch of it is judged. Pure; knows no database.

use foldhash::HashSet;
use house::ports::{Adjustment, NewPatron, Patron, StoreFailure, UnitOutcome};
use ledger::{Posted, TransferRefusal, TransferRequest};
use table::{PatronId, RulesRef, TableId, Timestamp};
use tokio::sync::oneshot;

use super::draft::{Draft, Stop};
use super::needs::Needs;
use crate::look::Look;
use crate::worded::Worded;

/// Something to be written.
pub(super) enum Order {
    /// A table is to be run by this server.
    Take(TableId),
    /// Units of a table.
    Commit { table: TableId, expected_seq: u64, units: Vec<Worded> },
    /// Money outside any table.
    Post(Timestamp, Vec<TransferRequest>),
    /// Money that a supervisor adjusts by hand.
    Adjust(Adjustment),
    /// A new patron.
    CreatePatron(NewPatron),
    /// House rules, to be put on record.
    RecordRules { at: Timestamp, name: RulesRef, document: String },
}

/// What became of an [`Order`], by its kind.
pub(super) enum Answer {
    /// A table was taken, or rules are on record: nothing is to be told.
    Done,
    Outcomes(Vec<UnitOutcome>),
    Posted(Result<(), TransferRefusal>),
    Adjusted(Result<Posted, TransferRefusal>),
    Patron(Patron),
}

impl Order {
    /// Whether it may write to the house's own log.
    pub(super) fn is_outside_tables(&self) -> bool {
        match self {
            Self::Take(_) => false,
            Self::Commit { units, .. } => {
                units.iter().any(|Worded { unit, .. }| unit.events.is_empty() && !unit.postings.is_empty())
            }
            Self::Post(..) | Self::Adjust(_) | Self::CreatePatron(_) | Self::RecordRules { .. } => true,
        }
    }
}

/// What must be known of the past to judge these jobs.
pub(super) fn needs(jobs: &[Job], look: Look) -> Needs {
    let mut needs = Needs::default();
    for job in jobs {
        match &job.order {
            Order::Commit { units, .. } => units.iter().for_each(|worded| needs.unit(&worded.unit, look)),
            Order::Adjust(adjustment) => needs.posting(&adjustment.posting(), Look::Everywhere),
            Order::Post(_, postings) => {
                for posting in postings {
                    needs.posting(posting, Look::Everywhere);
                }
            }
            Order::CreatePatron(new) => needs.token(new.token_hash),
            Order::Take(_) | Order::RecordRules { .. } => {}
        }
    }
    needs
}

/// What must be known of the past to judge these jobs for certain: whether all of it is there already, and the wallets
/// that refusals return.
pub(super) fn all_needs(jobs: &[Job]) -> Needs {
    let mut needs = needs(jobs, Look::Everywhere);
    for job in jobs {
        if let Order::Commit { units, .. } = &job.order {
            for worded in units {
                needs.wallets(&worded.unit);
            }
        }
    }
    needs
}

/// An order on its way, and where its answer goes.
pub(super) struct Job {
    pub(super) order: Order,
    pub(super) reply: oneshot::Sender<Answered>,
}

impl Job {
    /// How much of a batch it is.
    pub(super) fn units(&self) -> usize {
        match &self.order {
            Order::Commit { units, .. } => units.len(),
            _ => 1,
        }
    }

    /// Answers it. Whoever asked may have gone; what was written stays written.
    pub(super) fn answer(self, answer: Answered) {
        let _: Result<(), _> = self.reply.send(answer);
    }
}

/// What a job is told: its answer, or why nothing of it was written.
pub(super) type Answered = Result<Answer, StoreFailure>;

/// Judges jobs in order. `ours` are the tables that this server runs, `numbers` those of new patrons.
pub(super) fn judge(
    jobs: &[Job],
    draft: &mut Draft<'_>,
    ours: &HashSet<TableId>,
    numbers: &[u32],
) -> Result<Vec<Answered>, Stop> {
    let mut numbers = numbers.iter();
    let judge = |job: &Job| {
        Ok(match &job.order {
            Order::Take(_) => Ok(Answer::Done),
            Order::Commit { table, .. } if !ours.contains(table) => {
                Err(StoreFailure::TakenOver { table: *table })
            }
            Order::Commit { table, expected_seq, units } => {
                draft.commit(*table, *expected_seq, units)?.map(Answer::Outcomes)
            }
            Order::Post(at, postings) => Ok(Answer::Posted(draft.post(*at, postings)?)),
            Order::Adjust(adjustment) => Ok(Answer::Adjusted(draft.adjust(adjustment)?)),
            Order::CreatePatron(new) => {
                let number = numbers.next().expect("there is a number for each newcomer");
                draft.create_patron(PatronId(*number), new)?.map(Answer::Patron)
            }
            Order::RecordRules { at, name, document } => {
                draft.record_rules(*at, name, document)?;
                Ok(Answer::Done)
            }
        })
    };
    jobs.iter().map(judge).collect()
}
