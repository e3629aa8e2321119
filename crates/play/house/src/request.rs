//! What callers ask of a running table, each with the way back for its answer.

use table::{Command, Event, PatronId, PatronView, RequestId, RoundRef, Slip, SupervisorId, Timestamp};
use tokio::sync::oneshot;

use crate::answer::{ClearReceipt, HouseRefusal, LeaveReceipt, Rejection, SlipReceipt};

/// The way back for an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Rejection>>;

/// Something asked of a running table.
#[derive(Debug)]
pub(crate) enum Request {
    /// A slip; how many times it was judged before, while the wallet changed; and what is to be said of the wallet
    /// unless the slip was taken meanwhile, having been sent twice.
    Slip {
        slip: Slip,
        tries: u8,
        lacking: Option<HouseRefusal>,
        reply: Reply<SlipReceipt>,
    },
    Alone(Alone),
}

/// What is not judged together with anything else.
#[derive(Debug)]
pub(crate) enum Alone {
    Clear {
        clear: Clear,
        reply: Reply<ClearReceipt>,
    },
    Leave {
        patron: PatronId,
        received_at: Timestamp,
        reply: Reply<LeaveReceipt>,
    },
    Void {
        round: RoundRef,
        by: SupervisorId,
        reply: Reply<RoundRef>,
    },
    View {
        patron: PatronId,
        reply: Reply<PatronView>,
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
    Committed { seq: u64, event: Event },
    /// It was carried out before.
    Duplicate,
    /// Another correction was committed after the round was read.
    Outdated,
}

/// All of a patron's wagers of a round are to go back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clear {
    pub(crate) patron: PatronId,
    pub(crate) round: RoundRef,
    pub(crate) request_id: RequestId,
    pub(crate) received_at: Timestamp,
}

/// Answers a request. Whoever asked may have gone; then the answer is for nobody.
pub(crate) fn answer<T>(reply: Reply<T>, answer: Result<T, Rejection>) {
    let _ = reply.send(answer);
}
