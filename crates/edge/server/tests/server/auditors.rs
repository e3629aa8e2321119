//! What an auditor may do: read everything that staff read, each read on record, and change nothing.

use std::collections::BTreeSet;

use house::log::{Actor, HouseEvent, LogSearch};
use house::people::Role;
use punto_server::permissions;
use punto_server::{Limits, Rate};
use serde_json::Value;

use crate::http::{get, send};
use crate::test_server::{Patron, QUICK, TestServer};

/// A running server with an auditor and a guest who played a round.
struct Inspected {
    server: TestServer,
    auditor: String,
    ana: Patron,
    round: Value,
}

impl Inspected {
    async fn start() -> Self {
        let staff = Rate { burst: 10_000, ..Limits::default().staff };
        let server = TestServer::with_limits(Limits { staff, ..Limits::default() }).await;
        let auditor = server.staff("Ann Lee", &[Role::Auditor]).await;
        let ana = server.guest("Ana").await;
        let mut socket = server.connect_as(&ana).await;
        let round = socket.place_in_next_round(QUICK, &[("tie", 100)]).await;
        socket.receive_type("you_settled").await;
        Self { server, auditor, ana, round }
    }

    /// The path of a route, with what there is in place of its parameters.
    fn path(&self, route: &str) -> String {
        let path = route.replace("{patron}", &self.ana.id.to_string()).replace("{table}", &QUICK.to_string());
        let path = path.replace("{shoe}", &self.round["shoe_no"].to_string());
        let path = path.replace("{round}", &self.round["round_no"].to_string());
        // What is left names something that is changed.
        path.split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part })
            .collect::<Vec<_>>()
            .join("/")
    }

    /// The reads on record, oldest first, as paths; and how many other entries staff caused in the house's own log.
    async fn log(&self) -> (Vec<String>, usize) {
        let page = self.server.house.log_entries(LogSearch::default(), None, 500).await;
        let entries = page.expect("the log is read").found;
        let read = |event: &HouseEvent| match event {
            HouseEvent::PatronRead { patron: Some(patron), what, .. } if !what.starts_with('/') => {
                Some(format!("/patrons/{}/{what}", patron.0))
            }
            HouseEvent::PatronRead { what, .. } => Some(what.clone()),
            _ => None,
        };
        let reads: Vec<String> =
            entries.iter().rev().filter_map(|logged| read(&logged.entry.event)).collect();
        let by_staff = |event: &HouseEvent| matches!(event.actor(), Some(Actor::Staff(_)));
        let by_staff = entries.iter().filter(|logged| by_staff(&logged.entry.event)).count();
        (reads.clone(), by_staff - reads.len())
    }
}

/// The routes that an auditor with a token may call, or may not, without those that are for everybody.
fn routes(allowed: bool) -> Vec<(String, String)> {
    let routes = permissions::of_routes().into_iter().filter(|route| {
        !route.roles.contains(&Role::Spectator) && route.roles.contains(&Role::Auditor) == allowed
    });
    let split = |action: String| {
        let (method, path) = action.split_once(" /api/v1").expect("a method and a path");
        (method.to_owned(), path.to_owned())
    };
    routes.map(|route| split(route.action)).collect()
}

#[tokio::test]
async fn each_read_of_an_auditor_is_answered_and_on_record() {
    let inspected = Inspected::start().await;
    let mut expected = Vec::new();
    // A file of a recording is there only where a camera records; a test of recordings reads some.
    let gets =
        routes(true).into_iter().filter(|(method, path)| method == "GET" && !path.ends_with("/{file}"));
    let searches = [
        "/rounds?table=2",
        "/slips?patron=1",
        "/log?kind=staff",
        "/patrons?prefix=an",
        "/transfers?kind=hold",
    ];
    let paths = gets.map(|(_, path)| inspected.path(&path)).chain(searches.map(str::to_owned));
    for path in paths {
        let answer = get(inspected.server.address, &format!("/api/v1{path}"), Some(&inspected.auditor)).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        expected.push(path);
        assert_eq!(inspected.log().await.0, expected, "the whole query is on record at once");
    }
    for of_patrons in ["wallet", "statement", "rounds", "turnover", "limits", "range"] {
        assert!(expected.contains(&format!("/patrons/{}/{of_patrons}", inspected.ana.id)), "{expected:?}");
    }
    for others in
        ["/log", "/patrons", "/slips", "/transfers", "/rounds", "/adjustments", "/staff", "/reports/daily"]
    {
        assert!(expected.contains(&others.to_owned()), "{expected:?}");
    }
}

#[tokio::test]
async fn an_auditor_changes_nothing() {
    let inspected = Inspected::start().await;
    let (before, token) =
        (inspected.log().await.1, ("Authorization", format!("Bearer {}", inspected.auditor)));
    let json = ("Content-Type", "application/json".to_owned());
    let mut tried = 0;
    for (method, path) in routes(false) {
        let path = format!("/api/v1{}", inspected.path(&path));
        let answer =
            send(inspected.server.address, &method, &path, &[token.clone(), json.clone()], b"{}").await;
        answer.is_refusal(403, "not_allowed");
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
    let (reads, after) = inspected.log().await;
    assert_eq!((reads, after), (vec![], before), "nothing is on record but what was before");
    // What is left is the auditor's own session and password.
    let own = routes(true).into_iter().filter(|(method, _)| method != "GET").map(|(_, path)| path);
    let own: BTreeSet<String> =
        own.map(|path| path.split('/').nth(1).unwrap_or_default().to_owned()).collect();
    assert_eq!(own, ["me", "session", "sessions", "socket-tickets"].map(str::to_owned).into());
}
