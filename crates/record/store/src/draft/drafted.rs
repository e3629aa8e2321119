//! A batch that was judged, ready to be written.

use foldhash::HashMap;
use journal::{HouseHead, TableProgress};
use table::TableId;

use super::batch::Draft;
use super::facts::{Facts, NotJudged};
use super::orders::{Answer, Answered, Order};
use super::projection::{Projection, Rows};

/// A batch that was judged.
pub(crate) struct Drafted {
    /// The answer of each job, in order.
    pub(crate) answers: Vec<Answered>,
    /// The rows to be written.
    pub(crate) rows: Rows,
    /// How far the tables have come then.
    pub(crate) progress: HashMap<TableId, TableProgress>,
    /// The head of the house's own log then, if the batch wrote to it.
    pub(crate) house: Option<HouseHead>,
}

impl Drafted {
    /// Judges orders one after the other.
    pub(crate) fn of<'o, F: Facts>(
        orders: impl IntoIterator<Item = &'o Order>,
        facts: &F,
    ) -> Result<Self, NotJudged> {
        let mut draft = Draft::new(facts);
        let answers = orders.into_iter().map(|order| judge(order, &mut draft)).collect::<Result<_, _>>()?;
        let Draft { projection: Projection { rows, progress, .. }, house, .. } = draft;
        Ok(Self { answers, rows, progress, house })
    }
}

/// Judges an order after the orders before it.
fn judge<F: Facts>(order: &Order, draft: &mut Draft<'_, F>) -> Result<Answered, NotJudged> {
    Ok(match order {
        Order::Take(_) => Ok(Answer::Done),
        Order::Commit { table, expected_seq, units } => {
            draft.commit(*table, *expected_seq, units)?.map(Answer::Outcomes)
        }
        Order::Post(at, postings) => Ok(Answer::Posted(draft.post(*at, postings)?)),
        Order::CreatePatron(new) => draft.create_patron(new)?.map(Answer::Patron),
        Order::RecordRules { at, name, document } => {
            draft.record_rules(*at, name, document)?;
            Ok(Answer::Done)
        }
        Order::Append(entry) => Ok(Answer::Appended(draft.append_entry(entry)?)),
        Order::ChangeCredentials(changes) => Ok(Answer::Changed(draft.change_credentials(changes)?)),
    })
}
