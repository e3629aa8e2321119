//! The log-in of a dealer at a live table. Knows which tables are live and who sits there; the PIN is judged elsewhere.

use table::live::LiveRefusal;
use table::{StaffId, TableId};

use crate::answer::{HouseRefusal, Rejection};
use crate::house::House;
use crate::people::{NewSession, Origin, PeopleRefusal, TableLogIn};

impl House {
    /// Lets a dealer in at a live table by number and PIN. A dealer deals at one table at a time.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], `not_live`, [`PeopleRefusal::DealsElsewhere`], a refusal of the number or the
    /// PIN, or a [`Failure`](crate::Failure).
    pub async fn log_in_at_table(
        &self,
        log_in: TableLogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let table = log_in.table;
        let status = self.live_status(table).ok_or(HouseRefusal::UnknownTable { table })?;
        if status.borrow().is_none() {
            return Err(HouseRefusal::Table(LiveRefusal::NotLive.into()).into());
        }
        if let Some(other) = self.deals_at(log_in.dealer).filter(|other| *other != table) {
            return Err(HouseRefusal::from(PeopleRefusal::DealsElsewhere(other)).into());
        }
        self.people().log_in_at_table(log_in, from).await
    }

    /// The live table at which this dealer sits.
    fn deals_at(&self, dealer: StaffId) -> Option<TableId> {
        self.floor.all().into_iter().find(|table| {
            let status = self.live_status(*table);
            status.is_some_and(|status| status.borrow().as_ref().and_then(|live| live.dealer) == Some(dealer))
        })
    }
}
