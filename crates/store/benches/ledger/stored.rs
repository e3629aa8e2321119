//! Whether a new wager costs more when millions are stored: the same load on an empty store and on a full one, in
//! turn, so that what else the machine does meets both. The past comes in large commits through the same port, and is
//! settled: its rows are those of a house that was open for long.

use std::sync::Arc;
use std::time::Duration;

use house::ports::Store;

use crate::kinds::Kind;
use crate::load::{Hall, Table};
use crate::report::{Limit, Line};
use crate::units::{Wager, deal};

/// How many patrons play, then as now.
const PATRONS: usize = 100;
/// How many wagers each has in a past round.
const EACH: u32 = 20;
/// How often each store takes its turn, and for how long.
const TURNS: usize = 6;
const TURN: Duration = Duration::from_millis(500);

/// The cost of a new wager on an empty store and on one with so many.
pub(crate) async fn compare(kind: &Kind<'_>, rows: u32) -> [Line; 2] {
    let [empty, full] = [kind.fresh().open(), kind.fresh().open()];
    let mut halls = [Hall::furnish(&empty, PATRONS).await, Hall::furnish(&full, PATRONS).await];
    fill(&full, &mut halls[1], rows).await;
    let mut best = [0; 2];
    // Each goes first as often as second: who is second meets what the first has left the disk to do.
    for place in (0..TURNS).flat_map(|turn| [turn % 2, 1 - turn % 2]) {
        let store = [&empty, &full][place];
        best[place] = halls[place].play(store, TURN).await.per_second().max(best[place]);
    }
    let name = kind.name();
    let held = Limit::no_slower(best[0]);
    [
        Line::new(&format!("{name}, 100 patrons, none stored"), best[0], "/s"),
        Line::new(&format!("{name}, {} wagers stored", crate::report::grouped(rows.into())), best[1], "/s")
            .held_to(held),
    ]
}

async fn fill(store: &Arc<dyn Store>, hall: &mut Hall, rows: u32) {
    let mut stored = 0;
    while stored < rows {
        for table in &mut hall.tables {
            let mut wagers = Vec::new();
            for place in 0..EACH {
                wagers.extend(hall.patrons.iter().map(|patron| Wager { patron: *patron, place }));
            }
            wagers.truncate(usize::try_from(rows.saturating_sub(stored)).unwrap_or(usize::MAX));
            stored += u32::try_from(wagers.len()).expect("few wagers");
            past_round(&**store, table, &wagers).await;
        }
    }
}

async fn past_round(store: &dyn Store, table: &mut Table, wagers: &[Wager]) {
    if wagers.is_empty() {
        return;
    }
    let round = table.round;
    let mut units: Vec<_> = wagers.iter().map(|wager| round.slip(*wager, table.ids.next())).collect();
    units.extend([deal(), round.settle(wagers), table.next_round().open()]);
    table.commit(store, units).await;
}
