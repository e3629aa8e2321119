//! A round of a hundred thousand wagers, settled at once: one unit, one transaction.

use std::time::{Duration, Instant};

use crate::kinds::Kind;
use crate::load::Workload;
use crate::units::deal;

pub(crate) const WAGERS: u32 = 100_000;

/// So many wagers of each patron.
const EACH: u32 = 100;

/// How long the settlement takes until it is durable.
pub(crate) async fn time(kind: &Kind<'_>) -> Duration {
    let store = kind.fresh().open();
    let patrons = usize::try_from(WAGERS / EACH).expect("few patrons");
    let mut workload = Workload::create(&store, patrons).await;
    let mut table = workload.tables.remove(0);
    let round = table.round;
    let wagers = workload.wagers(EACH);
    for some in wagers.chunks(10_000) {
        let units = some.iter().map(|wager| round.slip(*wager, table.ids.next())).collect();
        table.commit(&*store, units).await;
    }
    table.commit(&*store, vec![deal()]).await;
    let settlement = vec![round.settle(&wagers)];
    let start = Instant::now();
    table.commit(&*store, settlement).await;
    let took = start.elapsed();
    let balance = store.trial_balance().await.expect("the store works");
    assert_eq!(balance.open_holds, 0, "every wager is settled");
    took
}
