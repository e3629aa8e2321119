//! The names of dealers: everybody reads a display name or a number. Only staff read the names under which staff log
//! in.

use house::people::Role;
use punto_server::permissions::{self, Permission};
use serde_json::{Value, json};

use crate::http;
use crate::leaks::{self, Caller};
use crate::live_studio::Studio;
use crate::socket_client::SocketClient;
use crate::test_server::SLOW;

/// The names under which the two dealers log in. Nothing else has a part of them.
const LOGINS: [&str; 2] = ["Quirin Zeltner", "Ottokar Vrabec"];

/// A live table and its two dealers, with those who must not learn how they log in.
struct Watched {
    studio: Studio,
    manager: String,
    spectator: SocketClient,
    lobby: SocketClient,
    /// The numbers of the dealers, in the order of their names.
    dealers: [u32; 2],
}

impl Watched {
    /// The first dealer has no display name, and the second one is Mora to everybody.
    async fn open() -> Self {
        let mut studio = Studio::open().await;
        let manager = studio.server.staff("Max", &[Role::Manager]).await;
        let body = json!({"name": LOGINS[1], "display_name": "Mora", "roles": ["dealer"]});
        let added = http::post(studio.server.address, "/api/v1/staff", Some(&manager), &body).await;
        assert_eq!(
            (added.status, &added.json()["member"]["display_name"]),
            (201, &json!("Mora")),
            "{added:?}"
        );
        studio.dealer = studio.server.staff(LOGINS[0], &[Role::Dealer]).await;
        let names = studio.server.house.people().staff_names().await.expect("the names");
        let number = |login: &&str| names.iter().find(|(_, name)| name == login).expect("a dealer").0.0;
        let dealers = LOGINS.each_ref().map(number);
        let mut spectator = studio.server.spectator().await;
        spectator.watch(SLOW).await;
        let mut lobby = studio.server.spectator().await;
        lobby.send(&json!({"type": "watch_lobby"})).await;
        Self { studio, manager, spectator, lobby, dealers }
    }

    /// Changes the display name of a dealer, as the manager.
    async fn show(&self, dealer: usize, name: Value) -> http::Answer {
        let path = format!("/api/v1/staff/{}/display-name", self.dealers[dealer]);
        let body = json!({"display_name": name});
        http::post(self.studio.server.address, &path, Some(&self.manager), &body).await
    }

    /// The name of the dealer, as the list of tables has it.
    async fn listed(&self) -> Value {
        let tables = http::get(self.studio.server.address, "/api/v1/tables", None).await.json();
        let tables = tables["tables"].as_array().expect("tables");
        let table = tables.iter().find(|table| table["table_id"] == SLOW).expect("the table");
        table["live"]["dealer"]["name"].clone()
    }

    /// Reads every socket and calls every route as a spectator and as a patron, and finds no part of a log-in name
    /// there. Returns how they read the dealer.
    async fn told(&mut self) -> String {
        let mut told = Vec::new();
        for socket in [&mut self.spectator, &mut self.lobby, &mut self.studio.socket] {
            told.extend(leaks::heard(socket).await.iter().map(Value::to_string));
        }
        let nobody = Caller { name: "spectator".to_owned(), token: None };
        let callers = [nobody, Caller::new("ana", &self.studio.ana.token)];
        let read = leaks::read(&self.studio, SLOW, &callers).await;
        told.extend(read.into_iter().map(|(place, said)| format!("{place}: {said}")));
        told.extend(self.changed_nothing(&callers).await);
        for said in &told {
            for part in LOGINS.iter().flat_map(|name| name.split(' ')) {
                assert!(!said.to_lowercase().contains(&part.to_lowercase()), "{part} is told: {said}");
            }
        }
        told.join("\n")
    }

    /// What the routes that change something answer them.
    async fn changed_nothing(&self, callers: &[Caller]) -> Vec<String> {
        let mut said = Vec::new();
        for Caller { name, token } in callers {
            for Permission { action, .. } in permissions::of_routes() {
                let (method, path) = action.split_once(' ').expect("a method and a path");
                // What ends the session of the patron or takes the account away is no question.
                if method != "POST" || !path.contains("{staff}") && !path.contains("{table}") {
                    continue;
                }
                let dealer = self.dealers[0].to_string();
                let named = path.split('/').map(|part| match part {
                    "{staff}" => &dealer,
                    part if part.starts_with('{') => "1",
                    part => part,
                });
                let path = named.collect::<Vec<_>>().join("/");
                let answer =
                    http::post(self.studio.server.address, &path, token.as_deref(), &json!({})).await;
                said.push(format!("{name}: {action}: {} {}", answer.status, answer.text()));
            }
        }
        said
    }
}

/// The message says that the dealer is read like this.
fn names(name: &str) -> String {
    format!("\"name\":\"{name}\",\"since\":")
}

#[tokio::test]
async fn nobody_but_staff_reads_the_name_under_which_a_dealer_logs_in() {
    let mut watched = Box::pin(Watched::open()).await;
    let [first, second] = watched.dealers.map(|number| number.to_string());
    watched.studio.begin().await;
    watched.studio.bet(&[("player", 10_000)]).await;
    watched.studio.cards("9h Kd Ks 3c").await;
    watched.studio.settled(20_000, 1_010_000).await;
    let told = watched.told().await;
    assert!(told.contains(&names(&first)), "a number is what everybody reads: {told}");
    assert_eq!(watched.listed().await, json!(first));
    let status = watched.studio.status().await;
    assert_eq!(status["names"][&first], LOGINS[0], "staff read who deals: {status}");

    // The second dealer takes over, and is called Mora.
    let seat = json!({"type": "seat", "dealer": watched.dealers[1]});
    let seated = watched.studio.supervise(&watched.studio.one, seat).await;
    assert_eq!(seated.status, 200, "{seated:?}");
    let told = watched.told().await;
    assert!(told.contains(&names("Mora")) && !told.contains(&names(&second)), "{told}");
    assert_eq!(watched.listed().await, json!("Mora"));
    assert_eq!(watched.studio.status().await["names"][&second], LOGINS[1]);
    watched.studio.server.stop().await;
}

#[tokio::test]
async fn a_change_of_a_display_name_is_read_at_once_and_ends_no_session() {
    let mut watched = Box::pin(Watched::open()).await;
    let first = watched.dealers[0].to_string();
    watched.studio.begin().await;
    for (name, read) in [(json!("Rosa"), "Rosa"), (json!(" Bo "), "Bo"), (Value::Null, &*first)] {
        leaks::heard(&mut watched.spectator).await;
        leaks::heard(&mut watched.lobby).await;
        let shown = watched.show(0, name).await;
        assert_eq!(shown.status, 200, "{shown:?}");
        assert_eq!(watched.listed().await, json!(read), "the next who reads it");
        let snapshot = watched.spectator.receive_type("snapshot").await;
        assert_eq!(snapshot["table"]["live"]["dealer"]["name"], json!(read), "{snapshot}");
        let lobby = watched.lobby.receive_type("lobby_changed").await;
        assert!(lobby.to_string().contains(&names(read)), "{lobby}");
        // The dealer works on with the session of before.
        assert_eq!(watched.studio.status().await["names"][&first], LOGINS[0]);
    }
    watched.told().await;
    watched.studio.server.stop().await;
}

#[tokio::test]
async fn managers_change_the_display_names_of_others() {
    let watched = Box::pin(Watched::open()).await;
    let (address, dealer) = (watched.studio.server.address, watched.dealers[1]);
    let shown = async |who: &str, staff: &str, body: Value| {
        http::post(address, &format!("/api/v1/staff/{staff}/display-name"), Some(who), &body).await
    };
    let (manager, number) = (watched.manager.clone(), dealer.to_string());
    let member = shown(&manager, &number, json!({"display_name": "Mo"})).await.json();
    assert_eq!(
        member,
        json!({"staff_id": dealer, "name": LOGINS[1], "display_name": "Mo", "roles": ["dealer"], "disabled": false})
    );
    let me = http::get(address, "/api/v1/staff/me", Some(&manager)).await.json()["staff_id"].to_string();
    for (who, staff, body, status, code) in [
        (&manager, &me, json!({"display_name": "Boss"}), 403, "own_roles"),
        (&manager, &number, json!({"display_name": "M\u{202e}o"}), 422, "bad_display_name"),
        (&manager, &number, json!({"display_name": ""}), 422, "bad_display_name"),
        (&manager, &number, json!({}), 400, "malformed_request"),
        (&manager, &"99".to_owned(), json!({"display_name": "Mo"}), 404, "unknown_staff"),
        (&watched.studio.dealer, &number, json!({"display_name": "Mo"}), 403, "not_allowed"),
        (&watched.studio.one, &number, json!({"display_name": "Mo"}), 403, "not_allowed"),
        (&watched.studio.ana.token, &number, json!({"display_name": "Mo"}), 403, "not_allowed"),
    ] {
        shown(who, staff, body).await.is_refusal(status, code);
    }
    let bad = json!({"name": "Cid", "display_name": "=1", "roles": ["dealer"]});
    http::post(address, "/api/v1/staff", Some(&manager), &bad).await.is_refusal(422, "bad_display_name");
    let listed = http::get(address, "/api/v1/staff", Some(&manager)).await.json();
    let with_name = |it: &&Value| it.get("display_name").is_some();
    let named: Vec<_> = listed["staff"].as_array().expect("staff").iter().filter(with_name).collect();
    assert_eq!(named, [&member], "a member without a display name is listed without one");
    let path = format!("/api/v1/log?entity=staff:{dealer}");
    let log = http::get(address, &path, Some(&manager)).await.json();
    let said: Vec<_> = log["entries"].as_array().expect("entries").iter().map(|it| &it["says"]).collect();
    let text = |name| said.iter().map(|said| said[name].as_str().unwrap_or_default()).collect::<Vec<_>>();
    assert_eq!(text("why"), ["given a display name", "added"], "{log}");
    assert_eq!(text("display_name"), ["Mo", "Mora"], "{log}");
    let disabled = format!("/api/v1/staff/{dealer}/disable");
    assert_eq!(http::post(address, &disabled, Some(&manager), &json!({})).await.status, 200);
    shown(&manager, &number, json!({"display_name": null})).await.is_refusal(409, "staff_disabled");
    watched.studio.server.stop().await;
}
