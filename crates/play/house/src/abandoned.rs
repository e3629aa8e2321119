//! Rounds left open at tables that are not opened any more: after a time they are voided, and every stake goes
//! back. Knows such a table by its history alone.

use std::collections::HashSet;
use std::time::Duration;

use table::event::{Returned, VoidReason};
use table::{Event, RoundRecord, TableId};
use tokio::sync::watch;
use tracing::{info, warn};

use crate::notice::Notice;
use crate::ports::{OpenRound, StoreFailure, Unit, UnitOutcome};
use crate::postings::void_postings;
use crate::runner::World;

/// How long after its last event a round of a table that does not run is taken for abandoned, in milliseconds:
/// ten minutes. A table that runs always has something to do long before.
pub const ABANDONED_MS: u32 = 600_000;

/// How long to wait before what failed is tried again.
const RETRY: Duration = Duration::from_secs(10);

/// Voids the open rounds of tables that are not among `running`, each when its time has come. Ends when there are
/// none left, or when the house closes.
pub(crate) async fn void_abandoned(world: World, running: HashSet<TableId>, mut stop: watch::Receiver<bool>) {
    loop {
        let wait = match void_due(&world, &running).await {
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
async fn void_due(world: &World, running: &HashSet<TableId>) -> Result<Option<Duration>, StoreFailure> {
    let mut next = None;
    for open in world.store.open_rounds().await? {
        if running.contains(&open.table) {
            continue;
        }
        let wait = world.clock.now().ms_until(open.at.plus_ms(ABANDONED_MS));
        if wait > 0 {
            let wait = Duration::from_millis(wait);
            next = Some(next.map_or(wait, |least: Duration| least.min(wait)));
        } else if let Err(failure) = void(world, open).await {
            warn!(table = open.table.0, %failure, "an abandoned round was not voided; it is tried again");
            next = Some(next.map_or(RETRY, |least: Duration| least.min(RETRY)));
        }
    }
    Ok(next)
}

async fn void(world: &World, open: OpenRound) -> Result<(), StoreFailure> {
    let OpenRound { table, round, seq, .. } = open;
    let events = world.store.round_events(table, round).await?;
    let lost = || StoreFailure::Corrupt(format!("round {round} of table {} is open and not there", table.0));
    let record = RoundRecord::of(round, &events).ok_or_else(lost)?;
    let back = record.book().standing().map(|(patron, own)| Returned { patron, amount: own.staked() });
    let (reason, returned, now) = (VoidReason::Abandoned, back.collect::<Vec<_>>(), world.clock.now());
    let unit = Unit {
        events: vec![(now, Event::RoundVoided { reason, returned: returned.clone(), by: None })],
        postings: void_postings(table, &record),
        shoe_seed: None,
    };
    world.store.take_table(table).await?;
    match world.store.commit(table, seq, vec![unit]).await {
        Ok(outcomes) if matches!(outcomes[..], [UnitOutcome::Committed { .. }]) => {}
        Ok(outcomes) => {
            let said = format!("a void of round {round} of table {} became {outcomes:?}", table.0);
            return Err(StoreFailure::Corrupt(said));
        }
        // Somebody runs it after all.
        Err(StoreFailure::Stale { .. } | StoreFailure::TakenOver { .. }) => return Ok(()),
        Err(failure) => return Err(failure),
    }
    info!(table = table.0, %round, "an abandoned round was voided");
    for Returned { patron, amount: returned } in returned {
        world.board.tell(patron, Notice::RoundVoided { table, round, reason, returned, at: now });
        world.board.owe_balance(patron);
    }
    Ok(())
}
