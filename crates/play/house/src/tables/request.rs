//! The requests to a running table, each with the channel for its answer.

use table::{Command, Event, PatronId, PatronView, RoundRef, Slip, StaffId};
use tokio::sync::oneshot;

use crate::answer::{Rejection, SeatReceipt, SlipReceipt, TakenBack};
use crate::protection::allowance::Allowance;
use crate::risk::exposure::RoundTotals;

/// The channel for an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Rejection>>;

/// A request to a running table.
#[derive(Debug)]
pub(crate) enum Request {
    Slip(Attempt),
    Unbatched(Unbatched),
}

/// A slip that is to be taken.
#[derive(Debug)]
pub(crate) struct Attempt {
    pub(crate) slip: Slip,
    /// What the patron's protection allows; none for a patron without protection.
    pub(crate) allowance: Option<Allowance>,
    pub(crate) reply: Reply<SlipReceipt>,
}

/// What is not judged together with anything else.
#[derive(Debug)]
pub(crate) enum Unbatched {
    /// A command that may give a patron their wagers back.
    TakeBack {
        command: Command,
        reply: Reply<TakenBack>,
    },
    TakeSeat {
        patron: PatronId,
        reply: Reply<SeatReceipt>,
    },
    Void {
        round: RoundRef,
        by: StaffId,
        reply: Reply<RoundRef>,
    },
    View {
        patron: PatronId,
        reply: Reply<PatronView>,
    },
    /// The sums of the round, for its exposure.
    Totals {
        reply: Reply<RoundTotals>,
    },
    /// A command about an earlier round, which was read up to event `as_of`.
    Correct {
        command: Command,
        as_of: u64,
        reply: Reply<CorrectionOutcome>,
    },
}

/// What became of a command about an earlier round.
#[derive(Debug)]
pub(crate) enum CorrectionOutcome {
    /// Its event is durable.
    Committed { seq: u64, event: Box<Event> },
    /// It was carried out before.
    Duplicate,
    /// Another correction was committed after the round was read.
    Outdated,
}

/// Answers a request. If the caller is gone, the answer is dropped.
pub(crate) fn answer<T>(reply: Reply<T>, answer: Result<T, Rejection>) {
    let _ = reply.send(answer);
}
