//! The role matrix: every route and every socket message with every role, against the lists that the server checks.

use house::Token;
use house::log::{Actor, Entity, HouseEvent};
use house::people::hash_of;
use house::people::{Account, CredentialChange, Person, Role, Roles, SessionBody, StaffMember};
use house::ports::{CommitStore as _, HouseEntry};
use punto_server::permissions::{self, Permission};
use punto_server::{Limits, Rate};
use serde_json::json;
use strum::VariantArray as _;
use table::{PatronId, StaffId};

use crate::http::{Answer, send};
use crate::socket_client::id;
use crate::test_server::{SLOW, TestServer};

/// A running server with somebody of each role.
struct Matrix {
    server: TestServer,
    people: Vec<(Role, Option<Person>)>,
}

impl Matrix {
    async fn start() -> Self {
        let staff = Rate { burst: 10_000, ..Limits::default().staff };
        let server = TestServer::with_limits(Limits { staff, ..Limits::default() }).await;
        // Number 1 is the one whom routes change.
        server.staff("Nobody", &[Role::Dealer]).await;
        let patron =
            async |name: &str| PatronId(u32::try_from(server.guest(name).await.id).expect("a number"));
        let (guest, with_account) = (patron("Ana").await, patron("Bob").await);
        let since = server.house.now();
        let account = Account { patron: with_account, nickname: "Bob".to_owned(), since };
        add(&server, Entity::Account(account)).await;
        let mut people = vec![
            (Role::Spectator, None),
            (Role::Guest, Some(Person::Patron(guest))),
            (Role::Patron, Some(Person::Patron(with_account))),
        ];
        for (number, role) in (2..).zip(Role::VARIANTS.iter().copied().skip(3)) {
            let (id, roles) = (StaffId(number), Roles::from([role]));
            add(&server, Entity::Staff(StaffMember::new(id, role.to_string(), roles))).await;
            people.push((role, Some(Person::Staff(id))));
        }
        Self { server, people }
    }

    /// The token of a session that has just begun. Some routes end the session that calls them.
    async fn session(&self, person: Person) -> String {
        let now = self.server.house.now();
        let body = match person {
            Person::Patron(_) => SessionBody::since(now),
            Person::Staff(_) => SessionBody { program: true, ..SessionBody::since(now) },
        };
        let bits = self.server.house.people().random_bits().expect("random bits");
        let secret = Token::new(bits).secret().to_owned();
        let credential = body.credential(hash_of(&secret), person).expect("a session");
        let put = self.server.store.change_credentials(vec![CredentialChange::Put(credential)]).await;
        assert!(put.expect("the store answers"));
        secret
    }

    /// Every role, each with the token of somebody who holds it.
    async fn callers(&self) -> Vec<(Role, Option<String>)> {
        let mut callers = Vec::new();
        for (role, person) in &self.people {
            let token = match person {
                Some(person) => Some(self.session(*person).await),
                None => None,
            };
            callers.push((*role, token));
        }
        callers
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

async fn add(server: &TestServer, entity: Entity) {
    let event = HouseEvent::Changed { by: Actor::Operator, why: String::new(), entity };
    let entry =
        HouseEntry { at: server.house.now(), event, expected: 0, postings: vec![], credentials: vec![] };
    server.store.append_entry(entry).await.expect("the store answers");
}

#[tokio::test]
async fn every_route_admits_the_listed_roles_and_no_others() {
    let matrix = Matrix::start().await;
    for Permission { action, roles } in permissions::of_routes() {
        for (role, token) in matrix.callers().await {
            let answer = matrix.call(&action, token.as_deref()).await;
            // The members of staff have tokens of programs here: their roles may call the route, the tokens may not.
            let refused = [401, 403].contains(&answer.status) && answer.code() != "not_for_programs";
            assert!(answer.status != 500 && answer.status != 429, "{role} {action}: {answer:?}");
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
                "watch" | "take_seat" | "leave" | "stop_auto" => json!({"type": action, "table_id": SLOW}),
                "place_slip" => {
                    let wagers = json!([{"spot": "tie", "stake": 100}]);
                    json!({"type": action, "table_id": SLOW, "round": round, "slip_id": id(1), "wagers": wagers})
                }
                "rebet" => json!({"type": action, "table_id": SLOW, "round": round, "slip_id": id(3)}),
                "clear_wagers" | "undo_last" => {
                    json!({"type": action, "table_id": SLOW, "round": round, "request_id": id(2)})
                }
                "quick_seat" | "watch_lobby" | "unwatch_lobby" => json!({"type": action}),
                "start_auto" => {
                    let wagers = json!([{"spot": "tie", "stake": 100}]);
                    json!({"type": action, "table_id": SLOW, "wagers": wagers, "rounds": 1, "request_id": id(4)})
                }
                "pledge_nonce" => {
                    json!({"type": action, "table_id": SLOW, "shoe_no": 1, "pledge": "11".repeat(32)})
                }
                "reveal_nonce" => {
                    json!({"type": action, "table_id": SLOW, "shoe_no": 1, "nonce": "11".repeat(32)})
                }
                "squeeze" => json!({
                    "type": action, "table_id": SLOW, "round": round, "slot": "P1", "edge": "long", "permille": 1
                }),
                "open" => json!({"type": action, "table_id": SLOW, "round": round, "slot": "P1"}),
                "show_name" => json!({"type": action, "shown": true}),
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
