//! What an operator sees of a running server: metrics with their dashboard and alerts, logs, and how it stops.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Serving, mode, only_for_owner, text};

/// A file of the folder `packaging`.
fn packaged(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../packaging").join(name)).unwrap()
}

/// The arguments of a house whose rounds take milliseconds.
const QUICK: [&str; 4] = ["--shuffle-ms=0", "--card-ms=0", "--result-ms=0", "--betting-ms=5"];

/// The names of metrics in queries.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let ours = |word: &&str| word.starts_with("punto_") || word.starts_with("process_");
    words.filter(ours).map(str::to_owned).collect()
}

/// The names that a scrape has by the types that it declares.
fn metrics_of(scrape: &str) -> BTreeSet<String> {
    let types = scrape.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let names = types.flat_map(|(name, kind)| match kind {
        "counter" => vec![format!("{name}_total")],
        "histogram" => ["bucket", "sum", "count"].map(|end| format!("{name}_{end}")).to_vec(),
        _ => vec![name.to_owned()],
    });
    names.collect()
}

/// The number of the request that an answer names.
fn request_of(answer: &str) -> String {
    answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_owned()
}

/// Opens a socket and leaves at once. Returns the head of the answer.
fn open_socket_and_leave(serving: &Serving) -> String {
    let url = serving.url();
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let request = format!("GET /api/v1/socket HTTP/1.1\r\nHost: {address}\r\n{upgrade}");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = vec![];
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    String::from_utf8(answer).unwrap()
}

/// The value of a line of a scrape.
fn value(scrape: &str, line: &str) -> Option<u64> {
    scrape.lines().find_map(|it| it.strip_prefix(line)?.trim().parse().ok())
}

#[test]
fn metrics_count_what_happens_and_the_dashboard_shows_only_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path()), "--metrics-listen", "127.0.0.1:0"];
    let serving = Serving::start(&[&place, &QUICK[..]].concat());
    assert!(serving.answer("/metrics", "").starts_with("HTTP/1.1 404"), "it is not public");
    serving.guest("Zebulon");
    let wrong = json!({"name": "Zebulon", "password": "no such password"});
    assert!(serving.post("/api/v1/sessions", &wrong).starts_with("HTTP/1.1 401"));
    let scrape = loop {
        let scrape = serving.scrape();
        if value(&scrape, "punto_rounds_settled_total{table=\"1\"}").is_some_and(|rounds| rounds > 2) {
            break scrape;
        }
    };
    assert!(scrape.contains("application/openmetrics-text") && scrape.ends_with("# EOF\n"), "{scrape}");
    for (line, least) in [
        ("punto_tables_running", 6),
        ("punto_commit_seconds_count", 10),
        ("punto_commit_units_count", 10),
        ("punto_step_lateness_seconds_count{table=\"1\",step=\"card\"}", 8),
        ("punto_step_lateness_seconds_count{table=\"1\",step=\"close_betting\"}", 2),
        ("punto_http_requests_total{method=\"POST\",route=\"/api/v1/guests\",status=\"201\"}", 1),
        ("punto_http_requests_total{method=\"POST\",route=\"/api/v1/sessions\",status=\"401\"}", 1),
        ("punto_http_requests_total{method=\"any\",route=\"none\",status=\"404\"}", 1),
        ("punto_log_ins_total{result=\"wrong_credentials\"}", 1),
        ("punto_frames_published_total", 10),
        ("process_open_fds", 5),
        ("process_resident_memory_bytes", 1_000_000),
    ] {
        assert!(value(&scrape, line).is_some_and(|value| value >= least), "{line} >= {least}: {scrape}");
    }
    assert_eq!(value(&scrape, "punto_tables_stopped"), Some(0));
    assert!(!scrape.contains("Zebulon") && !scrape.contains("127.0.0.1"), "nobody is named");
    let there = metrics_of(&scrape);
    for file in ["grafana/punto.json", "prometheus/alerts.yml"] {
        let asked = metrics_in(&packaged(file));
        let missing: Vec<_> = asked.difference(&there).collect();
        assert!(asked.len() > 5 && missing.is_empty(), "{file} asks for {missing:?}; there is {there:?}");
    }
    let dashboard: Value = serde_json::from_str(&packaged("grafana/punto.json")).unwrap();
    let shown: BTreeSet<_> = metrics_in(&dashboard["panels"].to_string());
    let families = |names: &BTreeSet<String>| -> BTreeSet<String> {
        let ends = ["_bucket", "_sum", "_count"];
        names
            .iter()
            .map(|name| ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned())
            .collect()
    };
    assert_eq!(families(&shown), families(&there), "every metric is on the dashboard");
}

#[test]
fn logs_have_nothing_secret_at_any_level_and_security_events_a_stream_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (log, security) = (file("server.log"), file("security.log"));
    fs::write(file("database.password"), "database-secret-7\n").unwrap();
    only_for_owner(&file("database.password"));
    let (data, password_file) = (file("data"), file("database.password"));
    let apart = ["--log-format", "json", "--security-log", text(&security)];
    let place = ["--data", text(&data), "--database-password-file", text(&password_file)];
    let args = [&place[..], &apart[..], &QUICK[..]];
    let variables = [("RUST_LOG", "trace"), ("PGPASSWORD", "database-secret-8")];
    let serving = Serving::with_log(&args.concat(), &variables, File::create(&log).unwrap());
    let body =
        |answer: &str| -> Value { serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap() };
    let (password, wrong) = ("nine green kettles", "ten purple kettles");
    let account = body(&serving.post("/api/v1/accounts", &json!({"nickname": "Ana", "password": password})));
    let token = account["token"].as_str().unwrap().to_owned();
    let by_cookie =
        serving.post("/api/v1/sessions", &json!({"name": "Ana", "password": password, "cookie": true}));
    let cookie = by_cookie.lines().find_map(|line| line.split_once("punto")?.1.split(['=', ';']).nth(1));
    let refused = serving.post("/api/v1/sessions", &json!({"name": "Ana", "password": wrong}));
    let request = request_of(&refused);
    let bearer = format!("Authorization: Bearer {token}\r\nContent-Length: 0\r\n\r\n");
    let ticket = body(&serving.send("POST /api/v1/socket-tickets", &bearer));
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    let upgrade =
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let socket = serving.answer(&format!("/api/v1/socket?ticket={ticket}"), upgrade);
    assert!(socket.starts_with("HTTP/1.1 "), "{socket}");
    let upgraded = open_socket_and_leave(&serving);
    assert!(upgraded.starts_with("HTTP/1.1 101 "), "{upgraded}");
    let guessed = "guessed-token-5f0c";
    assert!(serving.answer("/api/v1/me", &format!("Authorization: Bearer {guessed}\r\n")).contains(" 401 "));
    serving.stop();

    let (log, events) = (fs::read_to_string(&log).unwrap(), fs::read_to_string(&security).unwrap());
    let cookie = cookie.unwrap();
    for secret in
        [password, wrong, &token, cookie, &ticket, guessed, "database-secret-7", "database-secret-8"]
    {
        assert!(secret.len() > 8, "{secret:?}");
        assert!(!log.contains(secret) && !events.contains(secret), "{secret:?} is in a log");
    }
    assert_eq!(mode(&security), 0o600);
    let lines =
        |text: &str| -> Vec<Value> { text.lines().map(|line| serde_json::from_str(line).unwrap()).collect() };
    let (log, events) = (lines(&log), lines(&events));
    assert!(events.len() >= 2 && events.iter().all(|event| event["target"] == "security"), "{events:?}");
    assert!(
        log.len() > 20 && log.iter().all(|line| line["target"] != "security"),
        "security events are apart"
    );
    let of_request = |line: &&Value| line["span"]["id"] == request.as_str();
    assert!(
        events.iter().any(|event| of_request(&event)),
        "an event names its request {request}: {events:?}"
    );
    let closed: Vec<_> = log.iter().filter(|line| line["message"] == "socket closed").collect();
    let opened_by = request_of(&upgraded);
    assert!(
        closed.len() == 1 && closed[0]["span"]["id"] == opened_by.as_str(),
        "a line of a socket names the request that opened it, {opened_by}: {closed:?}"
    );
}

#[test]
fn a_second_signal_stops_a_server_at_once_that_waits_for_its_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let endless = ["--card-ms=3600000", "--betting-ms=1", "--shuffle-ms=0", "--stop-within=3600"];
    let place = ["--data", text(folder.path())];
    let serving = Serving::start(&[&place, &endless[..]].concat());
    // Some house rules burn cards first, which takes as long as a card here.
    let deals = |table: &Value| ["closed", "dealing"].map(Value::from).contains(&table["phase"]["name"]);
    while !serving.get_json("/api/v1/tables")["tables"].as_array().unwrap().iter().any(deals) {}
    serving.terminate();
    while !serving.answer("/api/v1/health", "").contains("\"status\":\"stopping\"") {}
    serving.terminate();
    serving.ends_well();
    let again = Serving::start(&[&place, &QUICK[..]].concat());
    assert_eq!(again.get_json("/api/v1/health")["status"], "ok", "it goes on from there");
    again.stop();
}
