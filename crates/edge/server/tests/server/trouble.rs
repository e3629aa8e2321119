//! A store that fails or is slow: responses hide the cause, and the same request works once the store does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use house::ports::{Call, Layer, PortFuture, Store, StoreFailure};
use punto_server::{Config, Limits, Rate};
use serde_json::json;
use store::SqliteStore;
use tokio::sync::Semaphore;

use crate::http::{get, post};
use crate::socket_client::{id, round_of, slip};
use crate::test_server::{self, QUICK, SLOW, TestServer};

/// The error of the failing store. No response may contain it.
const SECRET: &str = "disk /dev/sda1 is gone";

/// More commits than a test makes.
const ALL: usize = 1 << 20;

/// A store that fails while `fails` is set, and commits as often as its door lets it.
struct Failing {
    inner: Arc<SqliteStore>,
    fails: Arc<AtomicBool>,
    door: Arc<Semaphore>,
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
            self.door.acquire().await.expect("nobody closes the door").forget();
            answer.await
        })
    }
}

async fn open() -> (TestServer, Arc<AtomicBool>) {
    let fails = Arc::new(AtomicBool::new(false));
    let failing = Arc::clone(&fails);
    let wrap = |inner| Arc::new(Failing { inner, fails: failing, door: Arc::new(Semaphore::new(ALL)) });
    (TestServer::with_store(Config::default(), test_server::tables(), wrap).await, fails)
}

#[tokio::test]
async fn http_responses_hide_the_cause_of_a_failure() {
    let (server, fails) = open().await;
    let ana = server.guest("Ana").await;
    fails.store(true, Ordering::SeqCst);
    for (method, path) in [
        ("GET", "/api/v1/me"),
        ("GET", "/api/v1/me/rounds"),
        ("POST", "/api/v1/me/play-money"),
        ("POST", "/api/v1/guests"),
    ] {
        let token = Some(ana.token.as_str());
        let answer = match method {
            "GET" => get(server.address, path, token).await,
            _ => post(server.address, path, token, &json!({"nickname": "Ben"})).await,
        };
        assert_eq!((answer.status, answer.code().as_str()), (503, "unavailable"), "{path}");
        assert!(answer.header("retry-after").is_some(), "{path}");
        assert!(!answer.text().contains("sda1"), "{path}: {}", answer.text());
    }
    let health = get(server.address, "/api/v1/health", None).await;
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("degraded")));
    assert_eq!(
        get(server.address, "/api/v1/tables", None).await.status,
        200,
        "what is known can still be seen"
    );
    fails.store(false, Ordering::SeqCst);
    assert_eq!(get(server.address, "/api/v1/me", Some(&ana.token)).await.status, 200);
}

#[tokio::test]
async fn a_slip_that_failed_is_sent_again_and_counts_once() {
    let (server, fails) = open().await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    let round = socket.betting(SLOW).await;
    socket.take_seat(SLOW).await;
    fails.store(true, Ordering::SeqCst);
    socket.send(&slip(SLOW, &round, &id(1), &[("tie", 100)])).await;
    let problem = socket.receive_type("problem").await;
    assert_eq!(problem["error"]["code"], "unavailable");
    assert!(!problem.to_string().contains("sda1"), "{problem}");
    fails.store(false, Ordering::SeqCst);
    let answer = socket.place(SLOW, &round, &id(1), &[("tie", 100)]).await;
    assert_eq!(answer["type"], "slip_accepted", "{answer}");
    assert_eq!(server.balance(&ana).await, 999_900);
}

#[tokio::test]
async fn a_slip_is_timed_when_it_arrives_and_not_when_it_is_handled() {
    let mut tables = test_server::tables();
    (tables[1].timings.betting_ms, tables[1].timings.drain_ms) = (500, 2_000);
    let door = Arc::new(Semaphore::new(ALL));
    let wrap = |inner| Arc::new(Failing { inner, fails: Arc::default(), door: Arc::clone(&door) });
    let limits = Limits { messages: Rate::per_second(1_000_000), ..Limits::default() };
    let server = TestServer::with_store(Config { limits, ..Config::default() }, tables, wrap).await;
    let ana = server.guest("Ana").await;
    let (mut socket, mut clock) = (server.connect_as(&ana).await, server.spectator().await);
    socket.watch(QUICK).await;
    socket.take_seat(QUICK).await;
    let opened = socket.receive_event("betting_opened").await;
    let (round, closes_at) =
        (round_of(&opened["event"]["shoe"]), opened["event"]["phase"]["closes_at"].as_i64());
    door.forget_permits(ALL);
    for n in [1, 2] {
        socket.send(&slip(QUICK, &round, &id(n), &[("tie", 100)])).await;
    }
    // The first waits for the door; by the clock of the server, betting closes meanwhile.
    while {
        clock.send(&json!({"type": "ping", "nonce": 1})).await;
        clock.receive_type("pong").await["now"].as_i64() < closes_at
    } {}
    door.add_permits(ALL);
    for n in [1, 2] {
        let answer = socket.receive_until(|message| message["slip_id"] == id(n)).await;
        assert_eq!(answer["type"], "slip_accepted", "{answer}");
    }
}

#[tokio::test]
async fn an_answer_does_not_wait_for_the_next_slip_when_the_store_hangs() {
    let mut tables = test_server::tables();
    tables.retain(|table| table.id.0 == SLOW);
    let door = Arc::new(Semaphore::new(ALL));
    let wrap = |inner| Arc::new(Failing { inner, fails: Arc::default(), door: Arc::clone(&door) });
    let server = TestServer::with_store(Config::default(), tables, wrap).await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    let round = socket.betting(SLOW).await;
    socket.take_seat(SLOW).await;
    door.forget_permits(ALL);
    for n in [1, 2] {
        socket.send(&slip(SLOW, &round, &id(n), &[("tie", 100)])).await;
    }
    for n in [1, 2] {
        door.add_permits(1);
        let answer = socket.receive_type("slip_accepted").await;
        assert_eq!(answer["slip_id"], id(n), "{answer}");
    }
}
