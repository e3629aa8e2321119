//! Whether a new wager costs more when millions are stored: the same load on an empty store and on a full one, in
//! turn, so that what else the machine does meets both. The past comes in large commits through the same port, and is
//! settled: its rows are those of a house that was open for long.

use std::sync::Arc;
use std::time::Duration;

use house::ports::Store;

use crate::kinds::{Kind, Spot};
use crate::load::{Table, Workload};
use crate::report::{Limit, Line};
use crate::units::{Wager, deal};

/// How many patrons play, then as now.
const PATRONS: usize = 100;
/// How many wagers each has in a past round.
const EACH: u32 = 20;
/// How often each store takes its turn, and for how long. What counts is the turn in the middle.
const TURNS: usize = 11;
const TURN: Duration = Duration::from_millis(500);

/// The cost of a new wager on an empty store and on one with so many.
pub(crate) async fn compare(kind: &Kind<'_>, rows: u32) -> [Line; 2] {
    let spots = [kind.fresh(), kind.fresh()];
    let stores = spots.each_ref().map(Spot::open);
    let mut workloads =
        [Workload::create(&stores[0], PATRONS).await, Workload::create(&stores[1], PATRONS).await];
    fill(&stores[1], &mut workloads[1], rows).await;
    let mut turns = [const { Vec::new() }; 2];
    // Each goes first as often as second: who is second meets what the first has left the disk to do.
    for place in (0..TURNS).flat_map(|turn| [turn % 2, 1 - turn % 2]) {
        turns[place].push(workloads[place].closed_loop(&stores[place], TURN).await.per_second());
    }
    let [empty, full] = turns.map(|mut turns| {
        turns.sort_unstable();
        turns[TURNS / 2]
    });
    drop(stores);
    spots.iter().for_each(Spot::clear);
    let name = kind.name;
    let held = Limit::no_slower(empty);
    [
        Line::new(&format!("{name}, 100 patrons, none stored"), empty, "/s"),
        Line::new(&format!("{name}, {} wagers stored", crate::report::grouped(rows.into())), full, "/s")
            .held_to(held),
    ]
}

async fn fill(store: &Arc<dyn Store>, workload: &mut Workload, rows: u32) {
    let (all, mut stored) = (workload.wagers(EACH), 0);
    while stored < rows {
        for table in &mut workload.tables {
            let left = usize::try_from(rows.saturating_sub(stored)).unwrap_or(usize::MAX);
            let wagers = &all[..left.min(all.len())];
            stored += u32::try_from(wagers.len()).expect("few wagers");
            past_round(&**store, table, wagers).await;
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
