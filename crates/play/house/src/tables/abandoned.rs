//! Rounds left open at tables that are not opened any more: after a time they are voided, and every stake goes
//! back. Such a table is loaded from its history, and decides the void like any other one.

use std::sync::Arc;
use std::time::Duration;

use table::Command;
use table::event::VoidReason;
use tokio::sync::{mpsc, watch};
use tracing::{info, warn};

use crate::context::Context;
use crate::floor::record::TableStatus;
use crate::floor::registry::Registry;
use crate::patrons::presence::Presence;
use crate::ports::{OpenRound, StoreFailure};
use crate::tables::not_done::NotDone;
use crate::tables::rulebook::TableSetup;
use crate::tables::runner::Runner;

/// How long after its last event a round of a table that does not run is taken for abandoned, in milliseconds:
/// ten minutes. A table that runs may have no event for longer, and is left alone.
pub const ABANDONED_MS: u32 = 600_000;

/// How long to wait before what failed is tried again.
const RETRY: Duration = Duration::from_secs(10);

/// Voids the open rounds of tables that are not in the registry, each when its time has come. Ends when there are none
/// left, or when the house closes.
pub(crate) async fn void_abandoned(
    context: Context,
    running: Arc<Registry>,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let wait = match void_due(&context, &running, &stop).await {
            Ok(None) => return,
            Ok(Some(wait)) => wait,
            Err(failure) => {
                warn!(%failure, "the rounds of closed tables were not looked after; it is tried again");
                RETRY
            }
        };
        tokio::select! {
            biased;
            _ = stop.changed() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// Voids what is due; says how long until the next one is, if there is one.
async fn void_due(
    context: &Context,
    running: &Registry,
    stop: &watch::Receiver<bool>,
) -> Result<Option<Duration>, StoreFailure> {
    let mut next = None;
    for open in context.store.open_rounds().await? {
        if running.with(open.table, |_| ()).is_some() {
            continue;
        }
        let wait = context.clock.now().ms_until(open.at.plus_ms(ABANDONED_MS));
        if wait > 0 {
            let wait = Duration::from_millis(wait);
            next = Some(next.map_or(wait, |least: Duration| least.min(wait)));
        } else if let Err(failure) = void(context, open, stop.clone()).await {
            warn!(table = open.table.0, %failure, "an abandoned round was not voided; it is tried again");
            next = Some(next.map_or(RETRY, |least: Duration| least.min(RETRY)));
        }
    }
    Ok(next)
}

/// Voids the round at its table, which is loaded for this alone.
async fn void(context: &Context, open: OpenRound, stop: watch::Receiver<bool>) -> Result<(), StoreFailure> {
    let OpenRound { table, round, seq, .. } = open;
    let (_, inbox) = mpsc::channel(1);
    // Nobody waits there: whose connection is lost does not matter, and no seat there takes time.
    let (presence, gates) = (Arc::new(Presence::new(Arc::clone(&context.clock))), Arc::default());
    let alone = Context { gates, presence, ..context.clone() };
    let mut runner =
        Runner::load(alone, TableSetup::of_lost_table(table), TableStatus::Closed, inbox, stop).await?;
    if runner.table.seq() != seq {
        // Somebody runs it after all.
        return Ok(());
    }
    let at_risk: Vec<_> = runner.table.wagers().active().map(|(patron, _)| patron).collect();
    let void = Command::VoidRound { reason: VoidReason::Abandoned, by: None };
    let done = runner.carry_out(&void, None).await;
    context.gates.report_changes(at_risk);
    match done.map_err(NotDone::into_why) {
        Err(Err(StoreFailure::Stale { .. } | StoreFailure::TakenOver { .. })) => return Ok(()),
        Err(Err(failure)) => return Err(failure),
        Err(Ok(why)) => return Err(StoreFailure::Corrupt(format!("the ledger refuses the void: {why}"))),
        Ok(()) => {}
    }
    info!(table = table.0, %round, "an abandoned round was voided");
    Ok(())
}
