//! Faults of a server as a process: its database goes away, it is killed, it is stopped. Bots play meanwhile and check
//! that nothing that was answered is lost.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use load::bots::{Crowd, Plan, Rest};
use load::swarm::Swarm;
use postgres::Cluster;
use serde_json::Value;

use crate::support::{Serving, text};

/// How long a test waits for anything before it fails.
const TIMEOUT: Duration = Duration::from_mins(2);
/// Quick rounds; a stop takes a moment, because the cards of a round come to their end.
const QUICK: [&str; 4] = ["--betting-ms=1500", "--card-ms=60", "--result-ms=300", "--shuffle-ms=0"];
/// Rounds that are dealt slowly: a server that is stopped when a deal begins goes on for two seconds and more.
const SLOW_DEAL: [&str; 4] = ["--betting-ms=1500", "--card-ms=500", "--result-ms=300", "--shuffle-ms=0"];
/// The tables that a new house has.
const TABLES: u32 = 6;

/// What `/readyz` answers: its status, and whether the store takes writes. None when nobody answers.
fn readyz(serving: &Serving) -> Option<(u16, Value)> {
    let answer = serving.try_answer("/readyz")?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let body: Value = serde_json::from_str(body).ok()?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body))
}

/// Asks until the answer has this status and one of these states of the store. The program runs all the while.
fn becomes(serving: &Serving, status: u16, store: &[&str]) {
    let start = Instant::now();
    loop {
        assert_eq!(serving.get("/healthz"), "ok\n");
        let (now, body) = readyz(serving).unwrap();
        if now == status {
            assert!(store.iter().any(|state| body["store"] == *state), "{body}");
            return;
        }
        assert!(start.elapsed() < TIMEOUT, "{now} {body}");
    }
}

#[test]
fn a_server_is_ready_while_its_database_is_there() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let serving = Serving::start(&[&["--database", &url], &QUICK[..]].concat());
    becomes(&serving, 200, &["ok"]);
    let guest = serving.guest("Ana");
    cluster.kill().unwrap();
    becomes(&serving, 503, &["failing", "hanging"]);
    let refused = serving.post("/api/v1/guests", &serde_json::json!({ "nickname": "Ben" }));
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\"unavailable\""), "{refused}");
    cluster.restart().unwrap();
    becomes(&serving, 200, &["ok"]);
    assert!(serving.guest("Ben") > guest, "it serves again");
    serving.stop();
}

/// Bots and the server that they play on.
struct Play {
    swarm: Swarm,
    crowd: Crowd,
    rest: Rest,
}

impl Play {
    /// Bots that connect.
    fn begin(address: SocketAddr) -> Self {
        let plan = Plan {
            tables: (1..=TABLES).collect(),
            sockets: 36,
            patrons: 24,
            slow_percent: 0,
            drop_percent: 5,
            drain_ms: 100,
            joining: Duration::from_millis(200),
            seed: 11,
        };
        let rest = Rest::new(address);
        let guests = (1..=plan.patrons).map(|number| rest.guest(&format!("Load {number}")).unwrap());
        let crowd = Crowd::new(plan.clone(), guests.collect());
        Self { swarm: Swarm::new(address).unwrap(), crowd, rest }
    }

    /// Plays until that is so.
    fn until(&mut self, mut is_enough: impl FnMut(&Crowd) -> bool) {
        let start = Instant::now();
        while !is_enough(&self.crowd) {
            self.crowd.turn(&mut self.swarm, Duration::from_millis(10)).unwrap();
            self.crowd.check(&self.rest);
            assert!(start.elapsed() < TIMEOUT, "{:?}", self.crowd.tally);
        }
    }

    /// Plays until a deal has begun since the last look, so that most of its cards are still to come.
    fn until_a_deal_begins(&mut self, serving: &Serving) {
        let mut before = dealing(serving);
        self.until(|_| {
            let now = dealing(serving);
            let begins = now.iter().any(|table| !before.contains(table));
            before = now;
            begins
        });
    }

    /// Goes on with a server that was started again.
    fn go_on(&mut self, address: SocketAddr) {
        self.rest = Rest::new(address);
        self.crowd.move_to(&mut self.swarm, address);
        self.until(|crowd| crowd.watching() == 36);
    }
}

/// The tables where cards are being dealt.
fn dealing(serving: &Serving) -> Vec<u64> {
    let lobby = serving.get_json("/api/v1/tables");
    let tables = lobby["tables"].as_array().unwrap().iter();
    tables
        .filter(|table| table["phase"]["name"] == "dealing")
        .map(|table| table["table_id"].as_u64().unwrap())
        .collect()
}

#[test]
fn no_answered_slip_is_lost_by_a_kill_or_a_stop_under_load_and_readiness_goes_before_the_port() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&["--data", text(folder.path())], &QUICK[..]].concat();
    let serving = Serving::start(&args);
    let mut play = Play::begin(serving.socket_address());
    play.until(|crowd| crowd.tally.settled >= 40);
    // Slips of this round count, and its cards are still to come.
    let accepted = play.crowd.tally.accepted;
    play.until(|crowd| crowd.tally.accepted > accepted + 5);
    play.crowd.disturb(true);
    drop(serving);
    play.until(Crowd::is_alone);

    let serving = Serving::start(&[&["--data", text(folder.path())], &SLOW_DEAL[..]].concat());
    play.go_on(serving.socket_address());
    let settled = play.crowd.tally.settled;
    play.until(|crowd| crowd.tally.settled >= settled + 40);
    play.until_a_deal_begins(&serving);
    play.crowd.disturb(true);
    serving.terminate();
    let mut unready = 0;
    play.until(|crowd| match readyz(&serving) {
        Some((503, body)) => {
            assert_eq!(body["stopping"], true, "{body}");
            unready += 1;
            false
        }
        Some((status, _)) => {
            assert!(status == 200 && unready == 0, "{status} after it was not ready");
            false
        }
        None => crowd.is_alone(),
    });
    assert!(unready > 0, "the port closed before it was not ready");
    serving.ends_well();

    let serving = Serving::start(&args);
    play.go_on(serving.socket_address());
    play.crowd.end();
    play.until(Crowd::is_at_rest);
    play.crowd.compare(&play.rest);
    let tally = &play.crowd.tally;
    assert!(tally.problems.is_empty(), "{:#?}", tally.problems);
    assert!(tally.repeated > 0 || tally.resumed > 36, "{tally:?}");
    serving.stop();
}
