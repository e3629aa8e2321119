//! A table that stops: health names it and says why, and the others go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use house::ports::{CommitStore as _, Layer, PortFuture, Store, Unit, UnitOutcome};
use house::{House, StopReason};
use ledger::{Account, TransferRefusal};
use money::Currency;
use punto_server::Config;
use serde_json::json;
use store::SqliteStore;
use table::{Event, StaffId, TableId};

use crate::http::get;
use crate::test_server::{self, QUICK, TestServer};

/// A store whose ledger refuses the settlements of one table.
struct Refusing {
    inner: Arc<SqliteStore>,
    table: TableId,
    refuses: Arc<AtomicBool>,
}

impl Layer for Refusing {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass_commit(&self, table: TableId, seq: u64, units: Vec<Unit>) -> PortFuture<'_, Vec<UnitOutcome>> {
        let settles = units.iter().flat_map(|unit| &unit.events);
        let mut settles = settles.filter(|(_, event)| matches!(event, Event::RoundSettled { .. }));
        if table != self.table || settles.next().is_none() || !self.refuses.load(Ordering::SeqCst) {
            return self.inner.commit(table, seq, units);
        }
        let refusal = TransferRefusal::Overflow { account: Account::patron_cash(7, Currency::PLAY) };
        Box::pin(async move { Ok(vec![UnitOutcome::Refused { refusal, wallet: None }]) })
    }
}

/// Waits until a table has stopped.
async fn stop(house: &House) {
    let stops = async {
        while !house.stopped_tables().iter().any(|one| matches!(one.why, StopReason::Refused { .. })) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), stops).await.expect("it stops in time");
}

#[tokio::test]
async fn health_names_a_stopped_table_and_the_server_stays_ready() {
    let refuses = Arc::new(AtomicBool::new(true));
    let wrap = |inner| Arc::new(Refusing { inner, table: TableId(QUICK), refuses: Arc::clone(&refuses) });
    let server = TestServer::with_store(Config::default(), test_server::tables(), wrap).await;
    stop(&server.house).await;
    let health = get(server.address, "/api/v1/health", None).await;
    let stopped = json!([{
        "table_id": QUICK,
        "reason": "refused",
        "message": "the ledger refuses what is due; a supervisor can void the round",
    }]);
    assert_eq!(health.status, 200, "the other table goes on");
    assert_eq!((&health.json()["status"], &health.json()["stopped"]), (&json!("degraded"), &stopped));
    refuses.store(false, Ordering::SeqCst);
    let round = server.house.snapshot(TableId(QUICK)).unwrap().view.round.unwrap();
    server.house.void_this_round(TableId(QUICK), round, StaffId(1)).await.unwrap();
    let health = get(server.address, "/api/v1/health", None).await;
    assert_eq!((health.status, &health.json()["status"]), (200, &json!("ok")));
}
