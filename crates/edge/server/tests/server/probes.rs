//! `/healthz` and `/readyz` under faults: a store that fails, hangs or is full, a table that stops.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use house::people::{CredentialKind, Person};
use house::ports::{Call, Layer, PortFuture, ReadStore as _, Store, StoreFailure};
use punto_server::Config;
use serde_json::{Value, json};
use store::SqliteStore;
use table::StaffId;
use tokio::sync::watch;

use crate::http::{Answer, get};
use crate::socket_client::{TIMEOUT, id, slip};
use crate::test_server::{Parts, QUICK, SLOW, TestServer, tables};

/// What the writes of a store do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writes {
    Work,
    Fail,
    Hang,
}

/// A store whose writes fail or hang. It always reads.
struct Faulty {
    inner: Arc<SqliteStore>,
    writes: watch::Receiver<Writes>,
}

impl Layer for Faulty {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let mut writes = self.writes.clone();
        if !matches!(call, Call::Write(_)) || *writes.borrow() == Writes::Work {
            return go();
        }
        Box::pin(async move {
            // The sender is there for as long as the test runs.
            let _ = writes.wait_for(|writes| *writes != Writes::Hang).await;
            if *writes.borrow() == Writes::Fail {
                return Err(StoreFailure::Storage("No space left on device (os error 28)".to_owned()));
            }
            go().await
        })
    }
}

async fn readyz(server: &TestServer) -> Answer {
    get(server.address, "/readyz", None).await
}

/// Asks until the server is as ready as that. The program runs all the while.
async fn becomes(server: &TestServer, status: u16) -> Value {
    let asked = async {
        loop {
            let health = get(server.address, "/healthz", None).await;
            assert_eq!((health.status, health.text()), (200, "ok\n"));
            let answer = readyz(server).await;
            assert!(!answer.text().contains("device"), "causes are in the log: {}", answer.text());
            if answer.status == status {
                return answer.json();
            }
        }
    };
    tokio::time::timeout(TIMEOUT, asked).await.expect("it says so in time")
}

#[tokio::test]
async fn readiness_tells_of_a_store_that_fails_or_hangs_and_of_its_recovery() {
    let (set, writes) = watch::channel(Writes::Work);
    let wrap = |inner| Arc::new(Faulty { inner, writes });
    let server = TestServer::with_store(Config::default(), tables(), wrap).await;
    let ready = json!({"status": "ready", "store": "ok", "tables": 2, "stopped": 0, "stopping": false});
    assert_eq!(readyz(&server).await.json(), ready);
    for (fault, store) in [(Writes::Fail, "failing"), (Writes::Hang, "hanging")] {
        set.send_replace(fault);
        let unready = becomes(&server, 503).await;
        assert_eq!((&unready["status"], &unready["store"]), (&json!("unready"), &json!(store)));
        let health = get(server.address, "/api/v1/health", None).await;
        assert_eq!((health.status, &health.json()["status"]), (503, &json!("degraded")), "{fault:?}");
        set.send_replace(Writes::Work);
        assert_eq!(becomes(&server, 200).await["store"], "ok", "after {fault:?}");
    }
    let left = server.store.credentials_of(CredentialKind::Session, Person::Staff(StaffId(0))).await;
    assert_eq!(left.unwrap(), [], "the writes leave nothing");
}

/// A small file system in memory, gone when dropped.
struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    /// Mounts it; none where this user may not.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=8m", "punto-test"]).arg(folder.path());
        mount.output().is_ok_and(|done| done.status.success()).then_some(Self { folder })
    }

    /// Fills what is left.
    fn fill(&self) -> PathBuf {
        let path = self.folder.path().join("filler");
        let mut file = File::create(&path).expect("a file");
        for size in [64 << 10, 1 << 10, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
        path
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // What is still open keeps it until then.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).output();
    }
}

#[tokio::test]
async fn a_full_disk_makes_the_server_unready_and_refuses_slips_until_there_is_room_and_tables_go_on() {
    let Some(disk) = SmallDisk::mount() else {
        {
            eprintln!(
                "skipped: only root may mount a small disk; another test has a store that fails in the same words"
            );
        }
        return;
    };
    let folder = Some(Path::to_owned(disk.folder.path()));
    let server = TestServer::of(Parts { folder, ..Parts::default() }).await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &id(1), &[("tie", 100)]).await;
    becomes(&server, 200).await;
    let filler = disk.fill();
    assert_eq!(becomes(&server, 503).await["store"], "failing");
    socket.send(&slip(SLOW, &round, &id(2), &[("tie", 1_000)])).await;
    assert_eq!(socket.receive_problem().await, "unavailable");
    std::fs::remove_file(filler).expect("it is there");
    becomes(&server, 200).await;
    assert_eq!(server.balance(&ana).await, 999_900, "the accepted slip counts, and the refused one does not");
    let again = socket.place(SLOW, &round, &id(2), &[("tie", 1_000)]).await;
    assert_eq!((&again["type"], &again["staked"]), (&json!("slip_accepted"), &json!(1_100)), "{again}");
    assert_eq!(server.balance(&ana).await, 998_900);
    let mut other = server.spectator().await;
    other.watch(QUICK).await;
    other.receive_event("betting_opened").await;
}
