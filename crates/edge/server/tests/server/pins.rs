//! Dealers who log in at a live table by number and PIN, over HTTP: what their session opens, and what it does not.

use std::ops::{Deref, DerefMut};

use house::people::Role;
use punto_server::permissions;
use serde_json::{Value, json};

use crate::accounts::PageSession;
use crate::device_admin::Supervisor;
use crate::http::{Answer, get, post, send};
use crate::live_studio::Studio;
use crate::test_server::{QUICK, SLOW};

const PIN: &str = "402917";
/// The number of the dealer Dan in a studio.
const DAN: u32 = 3;

/// A studio in which a supervisor has set the PIN of the dealer, and its console at the live table.
struct AtTable {
    studio: Studio,
    console: String,
}

impl Deref for AtTable {
    type Target = Studio;

    fn deref(&self) -> &Studio {
        &self.studio
    }
}

impl DerefMut for AtTable {
    fn deref_mut(&mut self) -> &mut Studio {
        &mut self.studio
    }
}

async fn studio() -> (AtTable, Supervisor) {
    let studio = Studio::open().await;
    let mut cid = Supervisor::new(&studio.server, "Cid").await;
    let console = cid.console(&studio.server, SLOW).await;
    let set = cid.act_at(&studio.server, &format!("/dealers/{DAN}/pin"), json!({"pin": PIN})).await;
    assert_eq!(set.status, 204, "{set:?}");
    (AtTable { studio, console }, cid)
}

async fn log_in(studio: &AtTable, table: u32, pin: &str, cookie: bool) -> Answer {
    let body = json!({"dealer": DAN, "pin": pin, "cookie": cookie, "console": studio.console});
    post(studio.server.address, &format!("/api/v1/tables/{table}/dealer-sessions"), None, &body).await
}

async fn token(studio: &AtTable) -> String {
    let answer = log_in(studio, SLOW, PIN, false).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.json()["token"].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn a_dealer_deals_with_a_pin() {
    let (mut studio, cid) = studio().await;
    studio.dealer = token(&studio).await;
    studio.begin().await;
    let status = studio.status().await;
    assert_eq!((&status["dealer"], &status["waits_for"]), (&json!(DAN), &json!("start")), "{status}");
    let info = get(studio.server.address, "/api/v1/session", Some(&studio.dealer)).await.json();
    assert_eq!((&info["roles"], &info["table_id"]), (&json!(["dealer"]), &json!(SLOW)), "{info}");
    let listed = cid.get(&studio.server, "/dealers").await;
    let dan = &listed["dealers"][0];
    let expected = json!({"staff_id": DAN, "name": "Dan", "pin": "set", "pin_set_by": 6, "at_table": SLOW});
    assert_eq!(*dan, expected);

    let page = PageSession::of(&log_in(&studio, SLOW, PIN, true).await);
    assert_eq!(page.send(&studio.server, "DELETE", "/api/v1/session", &Value::Null).await.status, 204);
    studio.studio.server.stop().await;
}

#[tokio::test]
async fn a_session_with_a_pin_opens_no_route_but_those_of_the_deal() {
    let (studio, _) = studio().await;
    // Somebody with every role that a member of staff may have.
    let roles: Vec<&str> = Role::STAFF.iter().map(AsRef::as_ref).collect();
    let manager = studio.server.staff("Meg", &[Role::Manager]).await;
    let path = format!("/api/v1/staff/{DAN}/roles");
    assert_eq!(
        post(studio.server.address, &path, Some(&manager), &json!({"roles": roles})).await.status,
        200
    );
    let token = token(&studio).await;
    let mut open = Vec::new();
    for permission in permissions::of_routes() {
        if permission.roles.contains(&Role::Spectator) {
            continue;
        }
        let (method, path) = permission.action.split_once(' ').expect("a method and a path");
        let named = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = named.collect::<Vec<_>>().join("/");
        let headers =
            [("Authorization", format!("Bearer {token}")), ("Content-Type", "application/json".to_owned())];
        // It would end the session.
        if permission.action == "DELETE /api/v1/session" {
            continue;
        }
        let answer = send(studio.server.address, method, &path, &headers, b"{}").await;
        if answer.status == 403 {
            assert!(["only_deals", "not_allowed"].contains(&answer.code().as_str()), "{path}: {answer:?}");
        } else {
            open.push(permission.action.clone());
        }
    }
    let expected = [
        "GET /api/v1/session",
        "GET /api/v1/tables/{table}/findings/{finding}/pictures/{picture}",
        "GET /api/v1/tables/{table}/live",
        "POST /api/v1/tables/{table}/deal",
    ];
    assert_eq!(open, expected);

    for (path, what) in [
        ("live", None),
        ("findings/1/pictures/x", None),
        ("deal", Some(json!({"order": {"type": "sit_down"}}))),
    ] {
        let path = format!("/api/v1/tables/{QUICK}/{path}");
        let answer = match what {
            None => get(studio.server.address, &path, Some(&token)).await,
            Some(body) => post(studio.server.address, &path, Some(&token), &body).await,
        };
        answer.is_refusal(403, "only_deals");
    }
    studio.studio.server.stop().await;
}

#[tokio::test]
async fn a_supervisor_who_chose_the_pin_is_no_second_person() {
    let (mut studio, cid) = studio().await;
    studio.dealer = token(&studio).await;
    studio.begin().await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h x").await;
    let finding_no = studio.status().await["finding"]["finding_no"].clone();
    let key_in = json!({"type": "key_in", "finding_no": finding_no, "card": "Kd"});
    let order = json!({"order": key_in});
    let path = format!("/tables/{SLOW}/supervise");
    cid.post(&studio.server, &path, &order).await.is_refusal(403, "not_independent");
    assert_eq!(studio.deal(key_in.clone()).await.status, 200);
    cid.post(&studio.server, &path, &order).await.is_refusal(403, "not_independent");
    let one = studio.one.clone();
    assert_eq!(studio.supervise(&one, key_in).await.status, 200, "another supervisor agrees");
    assert_eq!(studio.status().await["finding"], Value::Null);

    // A supervisor who has answered, and then chooses the PIN of the dealer, is none either.
    studio.cards("x").await;
    let finding_no = studio.status().await["finding"]["finding_no"].clone();
    let key_in = json!({"type": "key_in", "finding_no": finding_no, "card": "Ks"});
    let mut eva = Supervisor::new(&studio.server, "Eva").await;
    assert_eq!(eva.post(&studio.server, &path, &json!({"order": key_in})).await.status, 200);
    let set = eva.act_at(&studio.server, &format!("/dealers/{DAN}/pin"), json!({"pin": "913570"})).await;
    assert_eq!(set.status, 204, "{set:?}");
    studio.deal(key_in.clone()).await.is_refusal(401, "unauthenticated");
    studio.dealer = log_in(&studio, SLOW, "913570", false).await.json()["token"].as_str().unwrap().to_owned();
    studio.deal(key_in).await.is_refusal(403, "not_independent");
    studio.studio.server.stop().await;
}

#[tokio::test]
async fn a_supervisor_unlocks_a_pin_and_ends_a_session_at_the_console() {
    let (studio, cid) = studio().await;
    for (table, pin, status, code) in [
        (SLOW, "402918", 401, "wrong_credentials"),
        (QUICK, PIN, 409, "not_live"),
        (99, PIN, 404, "unknown_table"),
        (SLOW, "", 401, "wrong_credentials"),
        (SLOW, "1", 401, "wrong_credentials"),
        (SLOW, "2", 401, "wrong_credentials"),
        (SLOW, "3", 403, "pin_locked"),
        (SLOW, PIN, 403, "pin_locked"),
    ] {
        log_in(&studio, table, pin, false).await.is_refusal(status, code);
    }
    let unlocked = cid.post(&studio.server, &format!("/dealers/{DAN}/unlock"), &json!({})).await;
    assert_eq!(unlocked.status, 204, "{unlocked:?}");
    let token = token(&studio).await;
    let ended = cid.post(&studio.server, &format!("/dealers/{DAN}/end-session"), &json!({})).await;
    assert_eq!(ended.status, 204, "{ended:?}");
    get(studio.server.address, "/api/v1/session", Some(&token)).await.is_refusal(401, "unauthenticated");
    studio.studio.server.stop().await;
}
