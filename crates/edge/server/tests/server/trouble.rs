//! A store that fails: the caller is told that, and not why; the same request works once the store does. And one
//! that takes its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use house::ports::{Call, Layer, PortFuture, Store, StoreFailure};
use punto_server::{Config, Limits, Rate};
use serde_json::json;
use store::SqliteStore;
use tokio::sync::RwLock;

use crate::hall::{self, Hall, QUICK, SLOW};
use crate::http::{self, get, post};
use crate::line::{id, round_of};

/// What the store says when it fails. Nobody outside may read it.
const SECRET: &str = "disk /dev/sda1 is gone";

/// A store that fails when told to, and commits only while its door is open.
struct Failing {
    inner: Arc<SqliteStore>,
    fails: Arc<AtomicBool>,
    door: Arc<RwLock<()>>,
}

impl Layer for Failing {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        if self.fails.load(Ordering::SeqCst) {
            return Box::pin(async { Err(StoreFailure::Storage(SECRET.to_owned())) });
        }
        let answer = go();
        if call != Call::Write("commit") {
            return answer;
        }
        Box::pin(async move {
            let _inside = self.door.read().await;
            answer.await
        })
    }
}

async fn open() -> (Hall, Arc<AtomicBool>) {
    let fails = Arc::new(AtomicBool::new(false));
    let failing = Arc::clone(&fails);
    let wrap = |inner| Arc::new(Failing { inner, fails: failing, door: Arc::default() });
    (Hall::with_store(Config::default(), hall::tables(), wrap).await, fails)
}

#[tokio::test]
async fn http_answers_that_it_failed_and_not_why() {
    let (hall, fails) = open().await;
    let ana = hall.guest("Ana").await;
    fails.store(true, Ordering::SeqCst);
    for (method, path) in [
        ("GET", "/api/me"),
        ("GET", "/api/me/rounds"),
        ("POST", "/api/me/play-money"),
        ("POST", "/api/guests"),
    ] {
        let token = Some(ana.token.as_str());
        let answer = match method {
            "GET" => get(hall.address, path, token).await,
            _ => post(hall.address, path, token, &json!({"nickname": "Ben"})).await,
        };
        assert_eq!((answer.status, answer.code().as_str()), (503, "unavailable"), "{path}");
        assert!(answer.header("retry-after").is_some(), "{path}");
        assert!(!answer.text().contains("sda1"), "{path}: {}", answer.text());
    }
    let health = get(hall.address, "/api/health", None).await;
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("degraded")));
    assert_eq!(get(hall.address, "/api/tables", None).await.status, 200, "what is known can still be seen");
    fails.store(false, Ordering::SeqCst);
    assert_eq!(get(hall.address, "/api/me", Some(&ana.token)).await.status, 200);
}

#[tokio::test]
async fn a_slip_that_failed_is_sent_again_and_counts_once() {
    let (hall, fails) = open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    fails.store(true, Ordering::SeqCst);
    let slip = json!({"type": "place_slip", "table_id": SLOW, "round": round, "slip_id": id(1),
                      "wagers": [{"spot": "tie", "stake": 100}]});
    line.say(&slip).await;
    let problem = line.next_of("problem").await;
    assert_eq!(problem["error"]["code"], "unavailable");
    assert!(!problem.to_string().contains("sda1"), "{problem}");
    fails.store(false, Ordering::SeqCst);
    let answer = line.place(SLOW, &round, &id(1), &[("tie", 100)]).await;
    assert_eq!(answer["type"], "slip_accepted", "{answer}");
    let me = http::get(hall.address, "/api/me", Some(&ana.token)).await.json();
    assert_eq!(me["balance"], 999_900);
}

#[tokio::test]
async fn a_slip_came_when_it_arrived_however_long_the_one_before_it_took() {
    let mut tables = hall::tables();
    (tables[1].timings.betting_ms, tables[1].timings.drain_ms) = (500, 2_000);
    let door = Arc::new(RwLock::new(()));
    let wrap = |inner| Arc::new(Failing { inner, fails: Arc::default(), door: Arc::clone(&door) });
    let limits = Limits { messages: Rate::per_second(1_000_000), ..Limits::default() };
    let hall = Hall::with_store(Config { limits, ..Config::default() }, tables, wrap).await;
    let ana = hall.guest("Ana").await;
    let (mut line, mut clock) = (hall.seated(&ana).await, hall.spectator().await);
    line.watch(QUICK).await;
    let opened = line.event("betting_opened").await;
    let (round, closes_at) =
        (round_of(&opened["event"]["shoe"]), opened["event"]["phase"]["closes_at"].as_i64());
    let shut = door.write().await;
    for n in [1, 2] {
        line.say(&json!({"type": "place_slip", "table_id": QUICK, "round": round, "slip_id": id(n),
                         "wagers": [{"spot": "tie", "stake": 100}]}))
            .await;
    }
    // The first waits for the door; by the clock of the server, betting closes meanwhile.
    while {
        clock.say(&json!({"type": "ping", "nonce": 1})).await;
        clock.next_of("pong").await["now"].as_i64() < closes_at
    } {}
    drop(shut);
    for n in [1, 2] {
        let answer = line.until(|message| message["slip_id"] == id(n)).await;
        assert_eq!(answer["type"], "slip_accepted", "{answer}");
    }
}
