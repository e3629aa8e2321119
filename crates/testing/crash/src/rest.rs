//! How a run comes to rest at a server that nobody kills: every open answer comes, and every round ends.

use std::net::SocketAddr;

use auditor::Planner;

use crate::connection::Disconnected;
use crate::live::{LiveDealer, LiveFloor, come_to_rest};
use crate::options::Options;
use crate::patron::{ask_balance, settle_up};
use crate::patron_observer::PatronObserver;
use crate::spectator::rounds_end;
use crate::staff::Staff;
use crate::supervisor::{Shared, SupervisorClient};

/// Everybody who has something to finish.
pub(crate) struct Unfinished<'a> {
    pub(crate) options: &'a Options,
    pub(crate) patrons: &'a mut [PatronObserver],
    pub(crate) supervisors: &'a [Staff],
    pub(crate) observed: &'a Shared,
    pub(crate) live: Option<&'a mut LiveFloor>,
}

impl Unfinished<'_> {
    /// Finishes it all.
    ///
    /// # Errors
    /// What does not end.
    pub(crate) async fn finish(self, server: SocketAddr) -> Result<(), String> {
        let Self { options, patrons, supervisors, observed, live } = self;
        let after = options.cycles.saturating_add(1);
        let mut planner = options.planner(after, 0);
        let dealers = live.as_ref().map(|floor| floor.dealers()).unwrap_or_default();
        let all = all_answers(server, (patrons, &mut planner), (supervisors, observed), &dealers);
        let Some(floor) = live else { return all.await };
        // What is on a live table is dealt to its end, and no dealer begins anything.
        let work = floor.work((server, supervisors), (options, after), false);
        tokio::select! {
            finished = all => finished,
            () = work => Err("nobody works at the live tables any more".to_owned()),
        }
    }
}

async fn all_answers(
    server: SocketAddr,
    (patrons, planner): (&mut [PatronObserver], &mut Planner),
    (supervisors, observed): (&[Staff], &Shared),
    dealers: &[LiveDealer],
) -> Result<(), String> {
    for observer in &mut *patrons {
        settle_up(server, observer, planner).await?;
    }
    for supervisor in supervisors {
        SupervisorClient { server, supervisor, observed }.settle_up().await?;
    }
    rounds_end(server).await.map_err(|Disconnected| "the connection broke before the rounds had ended")?;
    come_to_rest(dealers, server).await.map_err(|error| format!("a live table: {error}"))?;
    for observer in &mut *patrons {
        ask_balance(server, observer).await?;
    }
    Ok(())
}
