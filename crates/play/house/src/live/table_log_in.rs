//! The log-in of a dealer at a live table, and the consoles where it happens. Knows which tables are live and who sits
//! there; secrets and PINs are judged elsewhere.

use table::live::LiveRefusal;
use table::{StaffId, TableId};

use crate::answer::{HouseRefusal, Rejection};
use crate::house::House;
use crate::people::{NewConsole, NewSession, Origin, PeopleRefusal, SignedInAgain, TableLogIn};

impl House {
    /// Lets a dealer in at a live table by number and PIN, at a console that has this secret and is open there. From
    /// anywhere else, it looks at neither the number nor the PIN. A dealer deals at one table at a time.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], `not_live`, [`PeopleRefusal::ConsoleClosed`], [`PeopleRefusal::DealsElsewhere`],
    /// a refusal of the number or the PIN, or a [`Failure`](crate::Failure).
    pub async fn log_in_at_table(
        &self,
        (table, console): (TableId, Option<&str>),
        log_in: TableLogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        self.check_live(table)?;
        let Some(console) = self.people().open_console_at(table, console).await? else {
            tracing::warn!(
                target: "security", address = %from.address, table = table.0, "a PIN came from no open console"
            );
            return Err(HouseRefusal::from(PeopleRefusal::ConsoleClosed(table)).into());
        };
        if let Some(other) = self.deals_at(log_in.dealer).filter(|other| *other != table) {
            return Err(HouseRefusal::from(PeopleRefusal::DealsElsewhere(other)).into());
        }
        self.people().log_in_at_table(log_in, &console, from).await
    }

    /// Opens a console of a live table, as a supervisor.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], `not_live`, a [`PeopleRefusal`] of the proof, or a [`Failure`](crate::Failure).
    pub async fn open_console(
        &self,
        table: TableId,
        by: &SignedInAgain<'_>,
    ) -> Result<NewConsole, Rejection> {
        self.check_live(table)?;
        self.people().open_console(table, by).await
    }

    fn check_live(&self, table: TableId) -> Result<(), Rejection> {
        let status = self.live_status(table).ok_or(HouseRefusal::UnknownTable { table })?;
        if status.borrow().is_none() {
            return Err(HouseRefusal::Table(LiveRefusal::NotLive.into()).into());
        }
        Ok(())
    }

    /// The live table at which this dealer sits.
    fn deals_at(&self, dealer: StaffId) -> Option<TableId> {
        self.floor.all().into_iter().find(|table| {
            let status = self.live_status(*table);
            status.is_some_and(|status| status.borrow().as_ref().and_then(|live| live.dealer) == Some(dealer))
        })
    }
}
