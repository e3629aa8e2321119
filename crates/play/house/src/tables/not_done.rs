//! Why a decision of a table did not become durable, as the table and its callers need to know.

use ledger::TransferRefusal;

use crate::answer::{HouseRefusal, Rejection};
use crate::ports::StoreFailure;

/// Why a decision did not become durable. Nothing of it was written, or nobody knows.
#[derive(Debug)]
pub(crate) enum NotDone {
    /// The ledger refused its money. A repeat is refused again, until the accounts change.
    Refused(TransferRefusal),
    /// A transfer of its event was made before it. A repeat is of no use.
    Repeated,
    /// The store failed.
    Failed(StoreFailure),
}

impl NotDone {
    /// Why the ledger does not take it; the failure when it is the store that failed.
    pub(crate) fn into_why(self) -> Result<String, StoreFailure> {
        match self {
            Self::Refused(refusal) => Ok(refusal.to_string()),
            Self::Repeated => Ok("a transfer of this event was made before it".to_owned()),
            Self::Failed(failure) => Err(failure),
        }
    }

    /// The failure of what the ledger must not refuse.
    pub(crate) fn into_failure(self) -> StoreFailure {
        self.into_why().map_or_else(
            |failure| failure,
            |why| StoreFailure::Corrupt(format!("the house has to take this step, and it is refused: {why}")),
        )
    }
}

impl From<StoreFailure> for NotDone {
    fn from(failure: StoreFailure) -> Self {
        Self::Failed(failure)
    }
}

impl From<NotDone> for Rejection {
    fn from(not_done: NotDone) -> Self {
        if let NotDone::Refused(refusal) = not_done {
            return HouseRefusal::by_ledger(&refusal).into();
        }
        match not_done.into_why() {
            Ok(why) => HouseRefusal::NotBooked { why }.into(),
            Err(failure) => failure.into(),
        }
    }
}
