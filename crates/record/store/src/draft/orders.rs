//! What can be written, on its way to a writer and back. Knows no database.

use house::people::CredentialChange;
use house::ports::{
    HouseEntry, HouseOutcome, NewPatron, Patron, PortFuture, StoreFailure, Unit, UnitOutcome,
};
use ledger::{TransferRefusal, TransferRequest};
use table::{RulesRef, TableId, Timestamp};
use tokio::sync::oneshot;

use super::encoded::EncodedUnit;

/// Something to be written.
pub(crate) enum Order {
    /// A table is to be run by this server.
    Take(TableId),
    /// Units of a table.
    Commit { table: TableId, expected_seq: u64, units: Vec<EncodedUnit> },
    /// Money outside any table.
    Post(Timestamp, Vec<TransferRequest>),
    /// A new patron.
    CreatePatron(NewPatron),
    /// House rules, to be put on record.
    RecordRules { at: Timestamp, name: RulesRef, document: String },
    /// An entry of the house's own log.
    Append(Box<HouseEntry>),
    /// Credentials, without an entry.
    ChangeCredentials(Vec<CredentialChange>),
}

/// The answer to an [`Order`], by its kind.
pub(crate) enum Answer {
    /// A table was taken, or rules are on record.
    Done,
    Outcomes(Vec<UnitOutcome>),
    Posted(Result<(), TransferRefusal>),
    Patron(Patron),
    Appended(HouseOutcome),
    Changed(bool),
}

/// The answer to a job, or why nothing of it was written.
pub(crate) type Answered = Result<Answer, StoreFailure>;

impl Order {
    /// Whether it may write to the house's own log.
    pub(crate) fn is_outside_tables(&self) -> bool {
        match self {
            Self::Take(_) | Self::ChangeCredentials(_) => false,
            Self::Commit { units, .. } => units
                .iter()
                .any(|EncodedUnit { unit, .. }| unit.events.is_empty() && !unit.postings.is_empty()),
            Self::Post(..) | Self::CreatePatron(_) | Self::RecordRules { .. } | Self::Append(_) => true,
        }
    }
}

/// An order on its way, and where its answer goes.
pub(crate) struct Job {
    pub(crate) order: Order,
    reply: oneshot::Sender<Answered>,
}

impl Job {
    /// The order as a job.
    pub(crate) const fn new(order: Order, reply: oneshot::Sender<Answered>) -> Self {
        Self { order, reply }
    }

    /// How much of a batch it is.
    pub(crate) fn units(&self) -> usize {
        match &self.order {
            Order::Commit { units, .. } => units.len(),
            _ => 1,
        }
    }

    /// Answers it. The caller may have gone; what was written stays written.
    pub(crate) fn answer(self, answer: Answered) {
        let _: Result<(), _> = self.reply.send(answer);
    }
}

/// Each order has an answer of its kind; anything else is a bug of this module.
macro_rules! expect {
    ($answer:expr, $kind:path) => {
        match $answer {
            $kind(answer) => Ok(answer),
            _ => unreachable!("an order was answered by an answer of another kind"),
        }
    };
}

/// A store that carries out orders, with the writing methods of the port.
pub(crate) trait Orders: Sync {
    /// Carries out an order, and returns its answer once it is durable.
    fn order(&self, order: Order) -> impl Future<Output = Answered> + Send;

    /// Carries out an order that has no answer of its own.
    fn order_done(&self, order: Order) -> PortFuture<'_, ()> {
        Box::pin(async move { self.order(order).await.map(|_| ()) })
    }

    fn record_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()> {
        self.order_done(Order::RecordRules { at, name, document })
    }

    fn commit_units(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        Box::pin(async move {
            let units = EncodedUnit::all(units)?;
            expect!(self.order(Order::Commit { table, expected_seq, units }).await?, Answer::Outcomes)
        })
    }

    fn post_money(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>> {
        Box::pin(async move { expect!(self.order(Order::Post(at, postings)).await?, Answer::Posted) })
    }

    fn add_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron> {
        Box::pin(async move { expect!(self.order(Order::CreatePatron(patron)).await?, Answer::Patron) })
    }

    fn append(&self, entry: HouseEntry) -> PortFuture<'_, HouseOutcome> {
        Box::pin(async move { expect!(self.order(Order::Append(Box::new(entry))).await?, Answer::Appended) })
    }

    fn change(&self, changes: Vec<CredentialChange>) -> PortFuture<'_, bool> {
        Box::pin(
            async move { expect!(self.order(Order::ChangeCredentials(changes)).await?, Answer::Changed) },
        )
    }
}

/// Methods of a port that are carried out by a method of [`Orders`].
macro_rules! ordered {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty = $order:ident;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> PortFuture<'_, $answer> {
            self.$order($($argument),*)
        }
    )*};
}
pub(crate) use ordered;
