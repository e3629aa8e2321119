//! Whether two people who have to agree about a finding are independent: a supervisor who chose the PIN of a dealer can
//! log in as that dealer.

use table::{StaffId, TableId};

use super::checked_people::CheckedPeople;
use super::commands::Answer;
use crate::answer::Rejection;
use crate::house::House;

impl House {
    /// Refuses an answer to a finding if the person who gives it and the one who has to agree are not independent: one
    /// of them chose the PIN of the other.
    pub(super) async fn check_two_people(
        &self,
        table: TableId,
        by: StaffId,
        answer: Option<Answer>,
    ) -> Result<Option<CheckedPeople>, Rejection> {
        let Some(answer) = answer else { return Ok(None) };
        let status = self.live_status(table).and_then(|status| status.borrow().clone());
        let checked = CheckedPeople::of(status.as_ref(), answer);
        for other in checked.others() {
            self.people().check_own_pins(*other, by).await?;
        }
        Ok(Some(checked))
    }
}
