//! Auto: the house places the same wagers for a patron in every round. Its slips go the way of every slip: through the
//! gate of the patron's protection, into the inbox of the table, and into a batch. A slip that is refused ends it, as
//! does the protection of a patron who may not play any more.

use std::time::Duration;

use table::{
    Command, Decision, Event, PatronId, RawStopAt, RawWager, Refusal, RequestId, Slip, TableId, decide,
};
use tracing::{debug, info, warn};

use crate::answer::{AutoReceipt, Failure, HouseRefusal, Rejection};
use crate::context::Context;
use crate::house::House;
use crate::tables::not_done::NotDone;
use crate::tables::request::{Inbox, OwnInbox, Request, Unbatched};
use crate::tables::runner::Runner;

/// How long to wait before a slip that failed is sent again.
const RETRY: Duration = Duration::from_secs(1);

impl House {
    /// Starts Auto: the house places these wagers for the patron once a round, for so many rounds.
    ///
    /// The first one is the open round, unless a slip of theirs was accepted in it. A round in which the patron wagers
    /// first is left to them and does not count. A new start replaces the Auto before it. Auto ends by itself when the
    /// patron loses the seat, when one of its slips is refused, when they may not play any more, or when a settled or
    /// corrected round meets a stop condition.
    ///
    /// # Errors
    /// [`Rejection`]; a patron who may not play does not start it.
    pub async fn start_auto(
        &self,
        patron: PatronId,
        table: TableId,
        wagers: Vec<RawWager>,
        rounds: u16,
        stop_at: RawStopAt,
        request_id: RequestId,
    ) -> Result<AutoReceipt, Rejection> {
        let entered = self.enter_to_sit(patron).await?;
        let limits = self.context.own_limits(entered.gate()).await?;
        let command = Command::StartAuto { patron, wagers, rounds, stop_at, request_id, limits };
        self.change_auto(table, command).await
    }

    /// Has the house place no more wagers for the patron. Those that it placed already stay.
    ///
    /// # Errors
    /// [`Rejection`]; never a refusal of the table's.
    pub async fn stop_auto(&self, patron: PatronId, table: TableId) -> Result<AutoReceipt, Rejection> {
        self.change_auto(table, Command::StopAuto { patron, no: None, refusal: None }).await
    }

    async fn change_auto(&self, table: TableId, command: Command) -> Result<AutoReceipt, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Auto { command, reply })).await
    }
}

/// Sends a slip of Auto until it is answered or the table stops. A refusal ends that Auto, unless the slip only came
/// too late.
async fn send_auto_slip(context: Context, inbox: Inbox, no: u64, slip: Slip) {
    while !inbox.is_closed() {
        let refusal = match context.send_slip(&inbox, slip.clone()).await {
            Ok(_) | Err(Rejection::Failed(Failure::NotRunning { .. })) => return,
            Err(Rejection::Refused(refusal)) => refusal,
            Err(Rejection::Failed(failure)) => {
                warn!(patron = slip.patron.0, %failure, "an Auto slip failed; it is sent again");
                pause(&inbox).await;
                continue;
            }
        };
        if came_late(&refusal) {
            return;
        }
        let (patron, code) = (slip.patron, refusal.code());
        debug!(patron = patron.0, code, "an Auto slip was refused");
        let stop = Command::StopAuto { patron, no: Some(no), refusal: Some(code.to_owned()) };
        match inbox.ask(|reply| Request::Unbatched(Unbatched::Auto { command: stop, reply })).await {
            // The slip is refused again, and that Auto is stopped then.
            Err(Rejection::Failed(Failure::Store(_))) => pause(&inbox).await,
            _ => return,
        }
    }
}

/// Waits before something is tried again, but not longer than the table runs.
async fn pause(inbox: &Inbox) {
    tokio::select! {
        () = inbox.closed() => {}
        () = tokio::time::sleep(RETRY) => {}
    }
}

/// Whether a refusal says nothing about the wagers: the round took no more of them, or none of Auto.
const fn came_late(refusal: &HouseRefusal) -> bool {
    matches!(
        refusal,
        HouseRefusal::Table(
            Refusal::RoundNotOpen { .. }
                | Refusal::BettingClosed { .. }
                | Refusal::NotSeated
                | Refusal::AutoPassed
        )
    )
}

impl Runner {
    /// Notes for whom Auto may have a slip to place after an event.
    pub(crate) fn follow_auto(&mut self, event: &Event) {
        match event {
            Event::BettingOpened { .. } => self.auto_due = self.table.auto_patrons(),
            Event::AutoStarted { patron, .. } => self.auto_due.push(*patron),
            _ => {}
        }
    }

    /// Sends the slips that Auto places in the open round, if there are any to be sent. The table does not wait for
    /// them: they come to its inbox like all others.
    pub(crate) fn send_auto_slips(&mut self) {
        let (due, now) = (std::mem::take(&mut self.auto_due), self.context.clock.now());
        let slips: Vec<_> = due.into_iter().filter_map(|patron| self.table.auto_slip(patron, now)).collect();
        let Some(inbox) = self.own_inbox.as_ref().and_then(OwnInbox::upgrade) else { return };
        for (no, slip) in slips {
            tokio::spawn(send_auto_slip(self.context.clone(), inbox.clone(), no, slip));
        }
    }

    /// Ends the Auto of patrons who may not play, each with the code that says why. What it placed is settled.
    pub(crate) async fn stop_autos(&mut self, patrons: &[(PatronId, &'static str)]) -> Result<(), NotDone> {
        let stop = |(patron, code): &(PatronId, &'static str)| {
            let refusal = Some((*code).to_owned());
            match decide(&self.table, &Command::StopAuto { patron: *patron, no: None, refusal }) {
                Ok(Decision::Accepted(events)) => events,
                _ => Vec::new(),
            }
        };
        let events = patrons.iter().flat_map(stop).collect();
        info!(patrons = patrons.len(), "Auto ends for the protection of patrons");
        self.commit_own(events, None).await
    }

    /// Starts or stops Auto.
    pub(crate) async fn change_auto(&mut self, command: &Command) -> Result<AutoReceipt, Rejection> {
        let decision = decide(&self.table, command)?;
        let repeated = decision == Decision::Duplicate;
        if let Decision::Accepted(events) = decision {
            self.commit_own(events, None).await?;
        }
        let rounds_left = match command {
            Command::StartAuto { patron, .. } => self.table.auto(*patron).map_or(0, |auto| auto.rounds_left),
            _ => 0,
        };
        Ok(AutoReceipt { table: self.table.settings().id, repeated, rounds_left })
    }
}
