//! What staff read: searches, statements, exposure, edges, reports and the log; and that each read is on record.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use house::log::{EventKind, HouseEvent, LogKind, LogSearch};
use house::people::Role;
use house::ports::{Call, Layer, PortFuture, Store, StoreFailure};
use punto_server::Config;
use serde_json::{Value, json};
use store::SqliteStore;

use crate::http::{Answer, get, post};
use crate::test_server::{self, Patron, QUICK, SLOW, TestServer};

/// A store that takes no entry of the house's own log while `fails` is set.
struct NoLog {
    inner: Arc<SqliteStore>,
    fails: Arc<AtomicBool>,
}

impl Layer for NoLog {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        if call == Call::Write("append_entry") && self.fails.load(Ordering::SeqCst) {
            return Box::pin(async { Err(StoreFailure::Storage("the log is full".to_owned())) });
        }
        go()
    }
}

/// A server with a supervisor, and with a guest who played a round of the quick table.
struct Staffed {
    server: TestServer,
    fails: Arc<AtomicBool>,
    secret: String,
    ana: Patron,
    round: Value,
}

impl Staffed {
    async fn start() -> Self {
        let fails = Arc::new(AtomicBool::new(false));
        let failing = Arc::clone(&fails);
        let wrap = |inner| Arc::new(NoLog { inner, fails: failing });
        let server = TestServer::with_store(Config::default(), test_server::tables(), wrap).await;
        let secret = server.staff("Ann Lee", &[Role::Supervisor]).await;
        let ana = server.guest("Ana").await;
        let mut socket = server.connect_as(&ana).await;
        let round = socket.place_in_next_round(QUICK, &[("tie", 100), ("banker", 300)]).await;
        socket.receive_type("you_settled").await;
        Self { server, fails, secret, ana, round }
    }

    async fn get(&self, path: &str) -> Answer {
        get(self.server.address, &format!("/api/v1{path}"), Some(&self.secret)).await
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    /// The reads on record, oldest first: of whom, and what.
    async fn reads(&self) -> Vec<(Option<u32>, String)> {
        let search = LogSearch { kind: Some(LogKind::Event(EventKind::PatronRead)), ..LogSearch::default() };
        let page = self.server.house.log_entries(search, None, 100).await.expect("the log is read");
        let read = |event: &HouseEvent| match event {
            HouseEvent::PatronRead { patron, what, .. } => {
                Some((patron.map(|patron| patron.0), what.clone()))
            }
            _ => None,
        };
        page.found.iter().rev().filter_map(|logged| read(&logged.entry.event)).collect()
    }
}

#[tokio::test]
async fn every_read_of_a_patron_is_on_record_before_it_is_answered() {
    let staffed = Staffed::start().await;
    let (ana, round) = (u32::try_from(staffed.ana.id).expect("a number"), &staffed.round);
    let of_round = format!("/tables/{QUICK}/shoes/{}/rounds/{}", round["shoe_no"], round["round_no"]);
    for path in [
        format!("/patrons/{ana}/wallet"),
        format!("/patrons/{ana}/statement?limit=1"),
        format!("/patrons/{ana}/statement"),
        format!("/patrons/{ana}/rounds"),
        format!("/patrons/{ana}/turnover?from=2001-02-03"),
        format!("/patrons/%3{ana}/wallet"),
        "/patrons?prefix=an&limit=3".to_owned(),
        "/patrons?prefix=an".to_owned(),
        format!("/slips?patron={ana}"),
        format!("/transfers?account=patron_cash:{ana}"),
        of_round.clone(),
        format!("/tables/{QUICK}/corrections"),
        "/log".to_owned(),
        format!("/log?entity=account:{ana}&kind=account"),
        "/adjustments?limit=3".to_owned(),
        // These are about no patron.
        "/rounds".to_owned(),
        "/exposure".to_owned(),
        format!("/tables/{SLOW}/edges"),
        "/alerts".to_owned(),
        "/proposals".to_owned(),
        "/reports/daily".to_owned(),
    ] {
        staffed.json_or_text(&path).await;
    }
    let own = |what: &str| (Some(ana), what.to_owned());
    let about = |what: &str| (None, what.to_owned());
    let expected = [
        own("wallet"),
        own("statement"),
        own("rounds"),
        own("turnover?from=2001-02-03"),
        about(&format!("/patrons/%3{ana}/wallet")),
        about("/patrons?prefix=an"),
        own(&format!("/slips?patron={ana}")),
        own(&format!("/transfers?account=patron_cash:{ana}")),
        about(&of_round),
        about(&format!("/tables/{QUICK}/corrections")),
        about("/log"),
        own(&format!("/log?entity=account:{ana}&kind=account")),
        about("/adjustments"),
    ];
    assert_eq!(staffed.reads().await, expected, "a repeat within a minute shares an entry");

    staffed.fails.store(true, Ordering::SeqCst);
    let refused = staffed.get(&format!("/patrons/{ana}")).await;
    assert_eq!(refused.status, 404, "there is no such route: {refused:?}");
    for path in ["/patrons?nickname=Ana".to_owned(), format!("/slips?table={QUICK}")] {
        let refused = staffed.get(&path).await;
        assert_eq!(refused.status, 503, "{path}: no answer without an entry: {refused:?}");
        assert!(!refused.text().contains("log is full"), "{refused:?}");
    }
    staffed.json(&format!("/patrons/{ana}/wallet")).await;
    assert_eq!(staffed.reads().await.len(), expected.len());
}

impl Staffed {
    async fn json_or_text(&self, path: &str) {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
}

#[tokio::test]
async fn searches_answer_page_by_page_and_say_what_they_accept() {
    let staffed = Staffed::start().await;
    let ana = staffed.ana.id;
    let slips = staffed.json(&format!("/slips?patron={ana}")).await;
    let slip = &slips["slips"][0];
    assert_eq!((&slip["round"], slip["wagers"].as_array().map(Vec::len)), (&staffed.round, Some(2)));
    let by_id = staffed.json(&format!("/slips?slip={}", slip["slip_id"].as_str().expect("an id"))).await;
    assert_eq!(by_id["slips"], json!([slip]));
    let round = format!("/rounds?table={QUICK}&shoe={}&limit=50", staffed.round["shoe_no"]);
    let rounds = staffed.json(&round).await;
    let played = rounds["rounds"].as_array().expect("rounds").iter();
    assert_eq!(played.filter(|round| round["round"] == staffed.round).count(), 1, "{rounds}");
    let first = staffed.json("/rounds?limit=1").await;
    let next = first["next_before"].as_str().expect("there are more rounds");
    let second = staffed.json(&format!("/rounds?limit=1&before={next}")).await;
    assert_ne!(first["rounds"], second["rounds"]);

    for nickname in ["Anabel", "Ben"] {
        staffed.server.guest(nickname).await;
    }
    let names = |answer: &Value| -> Vec<String> {
        let patrons = answer["patrons"].as_array().expect("patrons").iter();
        patrons.map(|patron| patron["nickname"].as_str().expect("a name").to_owned()).collect()
    };
    let page = staffed.json("/patrons?prefix=AN&limit=1").await;
    assert_eq!(names(&page), ["Ana"]);
    let page = staffed.json(&format!("/patrons?prefix=AN&limit=1&after={}", page["next_after"])).await;
    assert_eq!((names(&page), &page["next_after"]), (vec!["Anabel".to_owned()], &Value::Null));
    assert_eq!(names(&staffed.json(&format!("/patrons?number={ana}")).await), ["Ana"]);
    assert_eq!(names(&staffed.json("/patrons").await), ["Ben", "Anabel", "Ana"]);

    for (path, code) in [
        ("/rounds?shoe=1", "unacceptable"),
        ("/rounds?outcome=luck", "unacceptable"),
        ("/rounds?limit=51", "unacceptable"),
        ("/rounds?before=1.2", "unacceptable"),
        ("/rounds?before=1.2.3.99999999", "unacceptable"),
        ("/rounds?colour=red", "malformed_request"),
        ("/slips?round=1", "unacceptable"),
        ("/slips?slip=x", "unacceptable"),
        ("/slips?before=1.2.3.4", "unacceptable"),
        ("/slips?before=1.2.3.4.5.6", "unacceptable"),
        ("/transfers?id=x", "unacceptable"),
        ("/transfers?kind=luck", "unacceptable"),
        ("/transfers?account=bank", "unacceptable"),
        ("/transfers?account=patron_cash:x", "unacceptable"),
        ("/transfers?before=9223372036854775808", "unacceptable"),
        ("/transfers?limit=51", "unacceptable"),
        ("/transfers?patron=1", "malformed_request"),
        ("/patrons?number=1&prefix=a", "unacceptable"),
        ("/patrons?after=999", "unacceptable"),
        ("/patrons/999/statement", "unknown_patron"),
        ("/reports/daily?day=2001-02-30", "unacceptable"),
        ("/reports/daily?day=2001-02-03&from=2001-02-03", "unacceptable"),
        ("/log?kind=luck", "unacceptable"),
        ("/log?by=nobody", "unacceptable"),
        ("/log?entity=staff", "unacceptable"),
        ("/tables/99/exposure", "unknown_table"),
        ("/tables/99/edges", "unknown_table"),
    ] {
        assert_eq!(staffed.get(path).await.code(), code, "{path}");
    }
}

#[tokio::test]
async fn what_staff_read_of_a_patron_is_what_the_patron_reads() {
    let staffed = Staffed::start().await;
    let ana = staffed.ana.id;
    for what in ["rounds", "statement"] {
        let own = get(staffed.server.address, &format!("/api/v1/me/{what}"), Some(&staffed.ana.token)).await;
        assert_eq!(staffed.json(&format!("/patrons/{ana}/{what}")).await, own.json());
    }
    let turnover = staffed.json(&format!("/patrons/{ana}/turnover")).await;
    assert_eq!((&turnover["patron"], &turnover["total"]["staked"]), (&json!(ana), &json!("400")));
    let none = staffed.json(&format!("/patrons/{ana}/turnover?until=2001-02-03")).await;
    assert_eq!(none["total"]["staked"], "0");
    let day = turnover["tables"][0]["day"].as_str().expect("a day");
    let report = staffed.json(&format!("/reports/daily?day={day}&table={QUICK}")).await;
    assert_eq!((&report["agrees"], &report["tables"]), (&json!(true), &turnover["tables"]));
    let csv = staffed.get(&format!("/reports/daily?from={day}&format=csv")).await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8; header=present"));
    assert!(csv.text().contains(&format!("{day},{QUICK},PLAY,2,banker,false,1,300,")), "{}", csv.text());
}

#[tokio::test]
async fn exposure_and_edges_of_a_running_table_are_shown() {
    let staffed = Staffed::start().await;
    let mut socket = staffed.server.connect_as(&staffed.ana).await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &crate::socket_client::id(9), &[("player", 200)]).await;
    let all = staffed.json("/exposure").await;
    let one = staffed.json(&format!("/tables/{SLOW}/exposure")).await;
    assert_eq!((&all["tables"][0], &all["not_running"]), (&one, &json!([])));
    assert_eq!(
        (&one["held"], &one["paid_at_most"], &one["patrons"]),
        (&json!("200"), &json!("400"), &json!(1))
    );
    assert_eq!((&one["result_at_least"], &one["banker_less_player"]), (&json!("-200"), &json!("-200")));
    let edges = staffed.json(&format!("/tables/{SLOW}/edges")).await;
    let player = edges["spots"].as_array().expect("spots").iter().find(|spot| spot["spot"] == "player");
    let edge = player.expect("it has a Player")["house_edge"]["decimal"].as_str().expect("text").to_owned();
    assert!(edge.starts_with("0.01"), "{edge}");
    assert_eq!(staffed.json("/alerts").await["alerts"], json!([]));
}

#[tokio::test]
async fn the_log_is_answered_without_secrets() {
    let staffed = Staffed::start().await;
    staffed.json(&format!("/patrons/{}/wallet", staffed.ana.id)).await;
    let log = staffed.json("/log?limit=50").await;
    let entries = log["entries"].as_array().expect("entries");
    let kinds: Vec<_> = entries.iter().map(|entry| entry["kind"].as_str().expect("a kind")).collect();
    for kind in ["patron_created", "house_rules_used", "patron_read"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
        let some = staffed.json(&format!("/log?kind={kind}")).await;
        assert!(some["entries"].as_array().expect("entries").iter().all(|entry| entry["kind"] == kind));
    }
    let created = entries.iter().find(|entry| entry["kind"] == "patron_created").expect("Ana came in");
    let says: Vec<&String> = created["says"].as_object().expect("an object").keys().collect();
    assert_eq!(says, ["currency", "decimals", "nickname", "patron"]);
    let reader = entries.iter().find(|entry| entry["kind"] == "patron_read").expect("her wallet was read");
    let by_reader = staffed.json(&format!("/log?by={}", reader["by"].as_str().expect("who"))).await;
    let by_reader = by_reader["entries"].as_array().expect("entries");
    assert!(by_reader.contains(reader) && by_reader.iter().all(|entry| entry["by"] == reader["by"]));
    let newest = by_reader[0]["says"]["what"].as_str().expect("what was read");
    assert!(newest.starts_with("/log?by="), "{newest}: this read of the log is on record, too");
    assert!(entries.iter().all(|entry| entry["digest"].as_str().is_some_and(|digest| digest.len() == 64)));
    let numbers: Vec<_> = entries.iter().map(|entry| entry["no"].as_u64().expect("a number")).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] == pair[1] + 1), "{numbers:?}");
    let page = staffed.json("/log?limit=1").await;
    assert_eq!(page["next_before"], page["entries"][0]["no"]);

    // Nothing that staff can read has the token of a patron, its hash, or the name of a secret part.
    let hash = table::hex::write(&house::people::token::hash_of(&staffed.ana.token));
    for path in ["/log?limit=50", "/patrons", "/slips", "/rounds", "/exposure", "/reports/daily"] {
        let text = staffed.get(path).await.text().to_owned();
        for secret in [hash.as_str(), &staffed.ana.token, "token_hash", "password", "secret", "code\""] {
            assert!(!text.contains(secret), "{path} has {secret}");
        }
    }
}

#[tokio::test]
async fn the_ledger_is_searched_by_account_kind_time_and_id() {
    let staffed = Staffed::start().await;
    let ana = staffed.ana.id;
    let of_ana = format!("/transfers?account=patron_cash:{ana}");
    let holds = staffed.json(&format!("{of_ana}&kind=hold")).await;
    let holds = holds["transfers"].as_array().expect("transfers");
    let amounts: Vec<_> = holds.iter().map(|hold| hold["amount"].as_u64().expect("an amount")).collect();
    assert_eq!(amounts.iter().sum::<u64>(), 400, "{amounts:?}");
    for hold in holds {
        assert_eq!(hold["from"], json!({"kind": "patron_cash", "owner": ana}));
        assert_eq!(hold["to"], json!({"kind": "stakes_held", "owner": QUICK}));
        assert_eq!((&hold["table_id"], &hold["round"]), (&json!(QUICK), &staffed.round));
        assert_eq!(hold["currency"], json!({"code": "PLAY", "decimals": 2}));
    }
    let hold = &holds[0];
    let by_id =
        staffed.json(&format!("/transfers?id={}", hold["transfer_id"].as_str().expect("an id"))).await;
    assert_eq!(by_id, json!({"transfers": [hold], "next_before": null}));
    let at = hold["at"].as_i64().expect("a time");
    let then = staffed.json(&format!("{of_ana}&kind=hold&from={at}&until={}", at + 1)).await;
    assert!(then["transfers"].as_array().expect("transfers").contains(hold), "{then}");
    assert_eq!(staffed.json(&format!("/transfers?until={}", 0)).await["transfers"], json!([]));

    let gifts = staffed.json("/transfers?account=issue").await;
    let gift = &gifts["transfers"][0];
    assert_eq!(
        (&gift["kind"], &gift["table_id"], &gift["round"]),
        (&json!("move"), &Value::Null, &Value::Null)
    );
    let entry =
        staffed.json(&format!("/log?limit=1&before={}", gift["seq"].as_u64().expect("an entry") + 1)).await;
    assert_eq!((&entry["entries"][0]["no"], &entry["entries"][0]["at"]), (&gift["seq"], &gift["at"]));

    let first = staffed.json("/transfers?limit=1").await;
    let second = staffed.json(&format!("/transfers?limit=1&before={}", first["next_before"])).await;
    let place = |page: &Value| page["transfers"][0]["place"].as_u64().expect("a place");
    assert!(place(&first) > place(&second), "{first} {second}");
}

#[tokio::test]
async fn a_query_is_on_record_whole_or_refused() {
    let staffed = Staffed::start().await;
    let long = |length: usize| format!("/patrons?prefix={}", "a".repeat(length - "/patrons?prefix=".len()));
    staffed.get(&long(1_001)).await.is_refusal(414, "query_too_long");
    let longest = long(1_000);
    staffed.json(&longest).await;
    assert_eq!(staffed.reads().await, [(None, longest)]);
}

#[tokio::test]
async fn an_adjustment_that_tells_what_a_patron_has_is_on_record_as_a_read() {
    let staffed = Staffed::start().await;
    let (ana, address) = (staffed.ana.id, staffed.server.address);
    let adjust = async |change: i64, id: u32| {
        let body =
            json!({"purse": "bonus", "change": change, "why": "a test", "request_id": format!("{id:032x}")});
        post(address, &format!("/api/v1/patrons/{ana}/adjustments"), Some(&staffed.secret), &body).await
    };
    assert_eq!(adjust(5, 1).await.status, 200);
    assert_eq!(staffed.reads().await, [], "this is on record by itself");
    adjust(-6, 2).await.is_refusal(409, "not_so_much");
    let read = (u32::try_from(ana).ok(), "adjustments".to_owned());
    assert_eq!(staffed.reads().await, std::slice::from_ref(&read));
    staffed.fails.store(true, Ordering::SeqCst);
    assert_eq!(adjust(5, 1).await.json()["repeated"], true, "a repeat within a minute shares the entry");
    assert_eq!(staffed.reads().await, [read]);
}
