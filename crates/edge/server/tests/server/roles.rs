//! The role matrix: every route and every socket message with every role, against the lists that the server checks.

use house::people::Role;
use punto_server::permissions::{self, Permission};
use punto_server::{Config, Supervisors};
use serde_json::json;

use crate::http::{Answer, send};
use crate::socket_client::id;
use crate::test_server::{SLOW, TestServer};

/// A running server, and how somebody of each role proves it.
struct Matrix {
    server: TestServer,
    supervisor: String,
}

impl Matrix {
    async fn start() -> Self {
        let (text, _, supervisor) = Supervisors::add("", "Ann", [1; 32]).expect("a name");
        let supervisors = Some(text.parse().expect("what was written"));
        Self {
            server: TestServer::with_config(Config { supervisors, ..Config::default() }).await,
            supervisor,
        }
    }

    /// The roles that somebody can have, each with a token.
    async fn callers(&self) -> Vec<(Role, Option<String>)> {
        vec![
            (Role::Spectator, None),
            (Role::Guest, Some(self.server.guest("Ana").await.token)),
            (Role::Supervisor, Some(self.supervisor.clone())),
        ]
    }

    /// Calls a route with an empty object as its body, and 1 for each part of the path that names something.
    async fn call(&self, action: &str, token: Option<&str>) -> Answer {
        let (method, path) = action.split_once(' ').expect("a method and a path");
        let named = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = named.collect::<Vec<_>>().join("/");
        let token = token.map(|token| ("Authorization", format!("Bearer {token}")));
        let kind = ("Content-Type", "application/json".to_owned());
        let headers: Vec<_> = token.into_iter().chain([kind]).collect();
        send(self.server.address, method, &path, &headers, b"{}").await
    }
}

#[tokio::test]
async fn every_route_admits_the_listed_roles_and_no_others() {
    let matrix = Matrix::start().await;
    for Permission { action, roles } in permissions::of_routes() {
        for (role, token) in matrix.callers().await {
            let answer = matrix.call(&action, token.as_deref()).await;
            let refused = [401, 403].contains(&answer.status);
            assert_eq!(refused, !roles.contains(&role), "{role} {action}: {answer:?}");
            if refused {
                let code = if role == Role::Spectator { "unauthenticated" } else { "not_allowed" };
                assert_eq!(answer.code(), code, "{role} {action}");
                let named = roles.iter().all(|role| answer.text().contains(role.as_ref()));
                assert!(named || role == Role::Spectator, "{action}: {}", answer.text());
            }
        }
    }
}

#[tokio::test]
async fn every_socket_message_admits_the_listed_roles_and_no_others() {
    let matrix = Matrix::start().await;
    for (role, token) in matrix.callers().await {
        for Permission { action, roles } in permissions::of_messages() {
            let mut socket = matrix.server.connect().await;
            socket.send(&json!({"type": "hello", "token": token})).await;
            socket.receive_type("welcome").await;
            let round = json!({"shoe_no": 1, "round_no": 1});
            let message = match action.as_str() {
                "hello" => json!({"type": action, "token": token}),
                "watch" | "take_seat" | "leave" => json!({"type": action, "table_id": SLOW}),
                "place_slip" => {
                    let wagers = json!([{"spot": "tie", "stake": 100}]);
                    json!({"type": action, "table_id": SLOW, "round": round, "slip_id": id(1), "wagers": wagers})
                }
                "rebet" => json!({"type": action, "table_id": SLOW, "round": round, "slip_id": id(3)}),
                "clear_wagers" | "undo_last" => {
                    json!({"type": action, "table_id": SLOW, "round": round, "request_id": id(2)})
                }
                "ping" => json!({"type": action, "nonce": 1}),
                other => panic!("the test has no {other} message"),
            };
            socket.send(&message).await;
            socket.send(&json!({"type": "ping", "nonce": 99})).await;
            let mut refused = None;
            loop {
                let next = socket.next().await;
                match next["type"].as_str() {
                    Some("pong") if next["nonce"] == 99 => break,
                    Some("problem") => refused = next["error"]["code"].as_str().map(str::to_owned),
                    _ => {}
                }
            }
            let code = if role == Role::Spectator { "unauthenticated" } else { "not_allowed" };
            let expected = (!roles.contains(&role)).then(|| code.to_owned());
            assert_eq!(refused, expected, "{role} {action}");
        }
    }
}

#[test]
fn what_spectators_may_do_everybody_may() {
    for Permission { action, roles } in permissions::of_routes().into_iter().chain(permissions::of_messages())
    {
        assert!(roles.is_sorted(), "{action}");
        assert!(!roles.contains(&Role::Spectator) || roles.len() == 8, "{action}");
    }
}

#[test]
fn the_page_of_roles_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/ROLES.md");
    let page = permissions::page();
    if std::env::var_os("PUNTO_WRITE_ROLES").is_some() {
        std::fs::write(file, &page).expect("the page can be written");
    }
    let stored = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(stored, page, "run this test with PUNTO_WRITE_ROLES=1 to write the page");
}
