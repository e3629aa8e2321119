//! Stopping a server: sockets get a close frame, new connections are refused, and no round is lost.

use std::sync::Arc;

use house::ports::CommitStore as _;
use house::{House, OsEntropy, SystemClock};
use punto_server::Config;
use serde_json::json;
use table::{PatronId, RequestId, TableId, Timings};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use crate::http;
use crate::socket_client::{SocketClient, id, slip};
use crate::test_server::{QUICK, SLOW, TestServer, tables};

#[tokio::test]
async fn sockets_are_closed_and_connections_refused() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let (mut one, mut two) = (server.spectator().await, server.connect_as(&ana).await);
    one.watch(QUICK).await;
    let round = two.betting(SLOW).await;
    two.place(SLOW, &round, &id(1), &[("player", 100)]).await;
    let address = server.address;
    assert_eq!(http::get(address, "/api/v1/health", None).await.status, 200);
    let (one, two, ()) = tokio::join!(one.wait_for_close(), two.wait_for_close(), server.stop());
    assert_eq!((one, two), (Some(1001), Some(1001)));
    assert!(TcpStream::connect(address).await.is_err());
}

/// How many slips are accepted before the server is stopped.
const BEFORE: usize = 60;

/// Sends slips to the open round until the socket ends, and tells of each that was accepted.
async fn send_slips(mut socket: SocketClient, patron: u64, accepted: mpsc::UnboundedSender<(u64, String)>) {
    let round = socket.betting(SLOW).await;
    socket.take_seat(SLOW).await;
    for number in 1.. {
        let slip_id = id(u128::from(patron) << 64 | number);
        let message = slip(SLOW, &round, &slip_id, &[("player", 100)]).to_string();
        if socket.try_send_message(message.into()).await.is_err() {
            return;
        }
        loop {
            match socket.receive().await {
                Ok(answer) if answer["slip_id"] != slip_id.as_str() => {}
                Ok(answer) if answer["type"] == "slip_accepted" => {
                    let _ = accepted.send((patron, slip_id));
                    break;
                }
                Ok(_) => break,
                Err(_) => return,
            }
        }
    }
}

#[tokio::test]
async fn no_accepted_slip_is_lost_when_the_server_stops_under_load_and_its_round_goes_on() {
    let server = TestServer::start().await;
    let (accepted, mut acknowledged) = mpsc::unbounded_channel();
    let (mut patrons, mut tasks) = (Vec::new(), Vec::new());
    for number in 0..8 {
        let patron = server.guest(&format!("Patron {number}")).await;
        let socket = server.connect_as(&patron).await;
        tasks.push(tokio::spawn(send_slips(socket, patron.id, accepted.clone())));
        patrons.push(patron);
    }
    drop(accepted);
    let mut slips = Vec::new();
    // Everybody plays: one who still takes a seat would find the server gone.
    let plays = |slips: &[(u64, String)], patron: u64| slips.iter().any(|(whose, _)| *whose == patron);
    while slips.len() < BEFORE || !patrons.iter().all(|patron| plays(&slips, patron.id)) {
        slips.push(acknowledged.recv().await.expect("slips are accepted"));
    }
    let store = Arc::clone(&server.store);
    let round = server.house.snapshot(TableId(SLOW)).expect("the table").view.clone();
    let folder = server.stop_and_keep().await;
    for task in tasks {
        task.await.expect("no task panics");
    }
    while let Some(slip) = acknowledged.recv().await {
        slips.push(slip);
    }
    for (patron, slip_id) in &slips {
        let patron = PatronId(u32::try_from(*patron).expect("a number"));
        let slip_id: RequestId = slip_id.parse().expect("an id");
        let stored = store.accepted_slip(patron, slip_id).await.expect("the store answers");
        assert!(stored.is_some(), "slip {slip_id} of {patron:?}");
    }
    let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables()).await;
    let house = house.expect("the house opens again");
    let again = house.snapshot(TableId(SLOW)).expect("the table").view;
    assert_eq!((again.shoe_no, again.round), (round.shoe_no, round.round), "the round goes on");
    for patron in &patrons {
        let number = PatronId(u32::try_from(patron.id).expect("a number"));
        let view = house.patron_view(number, TableId(SLOW)).await.expect("a view");
        let count = slips.iter().filter(|(whose, _)| *whose == patron.id).count();
        let least = 100 * u64::try_from(count).expect("a number");
        assert!(view.staked.minor() >= least, "{} < {least}", view.staked.minor());
    }
    house.shutdown().await;
    drop(folder);
}

#[tokio::test]
async fn a_round_that_is_being_dealt_comes_to_its_end_and_nothing_new_begins() {
    let mut slow_cards = tables();
    slow_cards[1].timings =
        Timings { betting_ms: 50, card_ms: 300, result_ms: 60_000, ..slow_cards[1].timings };
    let server = TestServer::with_store(Config::default(), slow_cards, |store| store).await;
    let (address, house) = (server.address, Arc::clone(&server.house));
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    socket.receive_event("card_drawn").await;
    let stopping = tokio::spawn(server.stop());
    let health = loop {
        let health = http::get(address, "/api/v1/health", None).await;
        if health.status == 503 {
            break health.json();
        }
    };
    assert_eq!(health["status"], "stopping");
    let upgrade = SocketClient::open(address, None).await;
    assert!(upgrade.is_err_and(|error| error.to_string().contains("503")), "no socket is opened");
    socket.receive_event("round_ended").await;
    assert_eq!(socket.wait_for_close().await, Some(1001));
    stopping.await.expect("it stops");
    let phase = |table| json!(house.snapshot(TableId(table)).expect("a table").view.phase.id());
    assert_eq!((phase(SLOW), phase(QUICK)), (json!("betting"), json!("settled")));
}
