//! Whether two people who have to agree about a finding are independent: a supervisor who chose the PIN of a dealer can
//! log in as that dealer.

use table::live::Needs;
use table::{StaffId, TableId};

use super::commands::Answer;
use super::status::{FindingStatus, LiveStatus};
use crate::answer::Rejection;
use crate::house::House;

impl House {
    /// Refuses an answer to a finding if the person who gives it and the one who has to agree are not independent: one
    /// of them chose the PIN of the other. Returns what the person saw: where two decide and it is not said, that is
    /// how the table stood when this was checked, so that nobody else takes the place of the other meanwhile.
    pub(super) async fn check_two_people(
        &self,
        table: TableId,
        by: StaffId,
        (answer, seen): (Answer, Option<u64>),
    ) -> Result<Option<u64>, Rejection> {
        let status = self.live_status(table).and_then(|status| status.borrow().clone());
        let Some(live) = status else { return Ok(seen) };
        let others = others(&live, answer);
        for other in &others {
            self.people().check_own_pins(*other, by).await?;
        }
        Ok(if others.is_empty() { seen } else { seen.or(Some(live.seq)) })
    }
}

/// The people who have to agree with an answer to a finding; empty where one person decides.
fn others(live: &LiveStatus, answer: Answer) -> Vec<StaffId> {
    let Some(FindingStatus { ways, proposed, typed_by, .. }) = &live.finding else { return Vec::new() };
    let needs = match answer {
        Answer::Card => Needs::DealerAndSupervisor,
        Answer::How(how) => match ways.iter().find(|(way, _)| *way == how) {
            Some((_, needs)) => *needs,
            None => return Vec::new(),
        },
    };
    if !needs.two() {
        return Vec::new();
    }
    let dealer = live.dealer.filter(|_| needs == Needs::DealerAndSupervisor);
    let proposed = proposed.as_ref().map(|proposed| proposed.by.id());
    dealer.into_iter().chain(proposed).chain(typed_by.iter().copied()).collect()
}
