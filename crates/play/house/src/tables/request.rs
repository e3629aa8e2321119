//! The requests to a running table, each with the channel for its answer.

use std::sync::Arc;

use table::{
    Bytes32, Command, Event, PatronId, PatronView, RequestId, RoundRef, Slip, StaffId, TableId, Timestamp,
};
use tokio::sync::{mpsc, oneshot};

use crate::answer::{
    AbandonedShoe, AutoReceipt, Failure, NonceReceipt, Rejection, SeatReceipt, SlipReceipt, TakenBack,
};
use crate::floor::record::TableStatus;
use crate::live::checked_people::CheckedPeople;
use crate::live::commands::{Asked, LiveReceipt};
use crate::live::delivery::Delivery;
use crate::ports::DeviceRecord;
use crate::protection::gate::Entered;
use crate::risk::exposure::RoundTotals;
use crate::tables::lift::{Lift, Lifted};
use crate::tables::rulebook::TableSetup;
use crate::tables::tally::Tally;

/// The channel for an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Rejection>>;

/// How many requests wait in the inbox of a table, at most.
pub(crate) const INBOX: usize = 4_096;

/// The inbox of a running table, as those who send requests have it.
#[derive(Clone)]
pub(crate) struct Inbox {
    table: TableId,
    sender: mpsc::Sender<Request>,
    /// What the table did.
    pub(crate) tally: Arc<Tally>,
}

impl Inbox {
    /// An empty inbox, and the end where the table takes the requests out.
    pub(crate) fn new(table: TableId) -> (Self, mpsc::Receiver<Request>) {
        let (sender, requests) = mpsc::channel(INBOX);
        (Self { table, sender, tally: Arc::default() }, requests)
    }

    /// Whether the table takes no more requests.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Waits until the table takes no more requests.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }

    /// This inbox for the table itself: it does not keep the inbox open.
    pub(crate) fn downgrade(&self) -> OwnInbox {
        OwnInbox { table: self.table, sender: self.sender.downgrade(), tally: Arc::clone(&self.tally) }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask<T>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Result<T, Rejection> {
        self.send(request).await?.get().await
    }

    /// Sends a request, whose answer comes later.
    pub(crate) async fn send<T>(
        &self,
        request: impl FnOnce(Reply<T>) -> Request,
    ) -> Result<Awaited<T>, Rejection> {
        let (reply, answer) = oneshot::channel();
        if self.sender.send(request(reply)).await.is_err() {
            return Err(Failure::NotRunning { table: self.table }.into());
        }
        Ok(Awaited { table: self.table, answer })
    }
}

/// The answer to a request, once it comes.
pub(crate) struct Awaited<T> {
    table: TableId,
    answer: oneshot::Receiver<Result<T, Rejection>>,
}

impl<T> Awaited<T> {
    /// Waits for the answer. A table that stops without one does not run any more.
    pub(crate) async fn get(self) -> Result<T, Rejection> {
        let Self { table, answer } = self;
        answer.await.unwrap_or_else(|_| Err(Failure::NotRunning { table }.into()))
    }
}

/// The inbox of a running table, as the table itself has it.
pub(crate) struct OwnInbox {
    table: TableId,
    sender: mpsc::WeakSender<Request>,
    tally: Arc<Tally>,
}

impl OwnInbox {
    /// The inbox, as long as anybody else can still send to it.
    pub(crate) fn upgrade(&self) -> Option<Inbox> {
        Some(Inbox { table: self.table, sender: self.sender.upgrade()?, tally: Arc::clone(&self.tally) })
    }
}

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
    /// The gate of its patron, with what their protection allows.
    pub(crate) entered: Entered,
    pub(crate) reply: Reply<SlipReceipt>,
    /// How many times it was judged again, because the ledger refused it and the wallet covers it.
    pub(crate) again: u8,
    /// Whether the store skipped it, because one that it rested on came to nothing.
    pub(crate) was_skipped: bool,
}

/// A number of a patron for a shoe, hidden or shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The digest of the number.
    Pledged(Bytes32),
    /// The number.
    Revealed(Bytes32),
}

/// What is not judged together with anything else.
#[derive(Debug)]
pub(crate) enum Unbatched {
    /// A command that may give a patron their wagers back.
    TakeBack {
        command: Command,
        reply: Reply<TakenBack>,
    },
    /// A command that starts or stops Auto.
    Auto {
        command: Command,
        reply: Reply<AutoReceipt>,
    },
    TakeSeat {
        patron: PatronId,
        /// The gate of the patron, which stays closed to a pause until they sit.
        entered: Entered,
        reply: Reply<SeatReceipt>,
    },
    /// A number for a shoe.
    Nonce {
        patron: PatronId,
        shoe_no: u32,
        given: Given,
        received_at: Timestamp,
        reply: Reply<NonceReceipt>,
    },
    Void {
        round: RoundRef,
        by: StaffId,
        reply: Reply<RoundRef>,
    },
    /// Give up the shoe, which waits for its beacon.
    AbandonShoe {
        shoe_no: u32,
        by: StaffId,
        reply: Reply<AbandonedShoe>,
    },
    /// The record of the table was changed.
    SetUp {
        setup: TableSetup,
        status: TableStatus,
        reply: Reply<()>,
    },
    /// The record of a device.
    Deliver {
        record: Box<DeviceRecord>,
        reply: Reply<Delivery>,
    },
    /// What somebody at a live table asks, with the number of the public event that they saw last and their id of it.
    Live {
        asked: Asked,
        /// The people who had to agree with it when that was checked, where it is an answer to a finding.
        checked: Option<CheckedPeople>,
        seen: Option<u64>,
        request_id: Option<RequestId>,
        reply: Reply<LiveReceipt>,
    },
    /// A patron who turns cards lifts one, or shows it.
    Squeeze {
        patron: PatronId,
        lift: Lift,
        reply: Reply<Lifted>,
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
