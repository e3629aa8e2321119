//! Dealers who come in at a table by number and PIN, and whether those who have to agree there are two people. Decides
//! nothing about cards.

use table::live::{LiveRefusal, Needs, Person};
use table::{StaffId, TableId};

use super::commands::Answer;
use super::status::{FindingStatus, LiveStatus};
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

    /// Checks that whoever answers a finding for which two people have to agree does not know the PIN of the other one,
    /// and the other one not theirs.
    pub(super) async fn check_two_people(
        &self,
        table: TableId,
        by: StaffId,
        answer: Answer,
    ) -> Result<(), Rejection> {
        let status = self.live_status(table).and_then(|status| status.borrow().clone());
        let others = status.as_ref().map(|live| others(live, answer)).unwrap_or_default();
        for other in others {
            self.people().check_own_pins(other, by).await?;
        }
        Ok(())
    }
}

/// With whom somebody who answers a finding has to agree: nobody, where one person decides.
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
    let proposed = proposed.map(|(_, person): (_, Person)| person.id());
    dealer.into_iter().chain(proposed).chain(typed_by.iter().copied()).collect()
}
