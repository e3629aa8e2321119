//! Nobody learns anything of a card that lies face down: a round is played twice, with other cards face down and all
//! else the same, and what leaves the server is the same, on every socket, by every route, in its log and its metrics.
//! What the one who turns a card sees of its edge is the exception.

use std::ops::Range;

use baccarat::Card;
use house::ports::ReadStore as _;
use serde_json::{Value, json};
use table::{Event, RoundRef, TableId, TableView};

use crate::http;
use crate::leaks::{self, Caller, Printed, Said, says};
use crate::squeezes::Hall;
use crate::test_server::Patron;

/// A text without what differs from run to run: times, durations, random tokens and digests. A card has no four digits
/// and no sixteen hex digits.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_' && c != '.')
    {
        let (word, end) = word.split_at(word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len());
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let long = word.len() >= 16 && digits > 0;
        plain.push_str(if digits >= 4 || long || word.contains('.') && digits > 0 { "#" } else { word });
        plain.push_str(end);
    }
    plain
}

/// The wallet in a message or an answer. Its number counts the changes.
fn wallet(said: &Value) -> [Value; 4] {
    ["balance", "bonus", "owed", "number"].map(|part| said[part].clone())
}

/// The wallet of a patron, as they read it.
async fn wallet_of(hall: &Hall, patron: &Patron) -> [Value; 4] {
    wallet(&http::get(hall.studio.server.address, "/api/v1/me", Some(&patron.token)).await.json())
}

/// What a socket was sent, as text, without what is left out: what the edge of a card shows, and what is sent when
/// there is time for it. That holds for wallets, too, but each says what the patron had before the first card.
/// How far others have turned comes when there is time, so it stands at the end.
fn told(messages: Vec<Value>, before: Option<&[Value; 4]>) -> String {
    let (mut lines, mut progress) = (Vec::new(), Vec::new());
    for mut message in messages {
        match message["type"].as_str() {
            Some("spot_totals") => continue,
            Some("wallet") => {
                assert_eq!(Some(&wallet(&message)), before, "{message}");
                continue;
            }
            Some("squeeze_progress") => {
                progress.push(plain(&message.to_string()));
                continue;
            }
            Some("squeeze_edge") => message["shows"] = Value::Null,
            _ => {}
        }
        lines.push(plain(&message.to_string()));
    }
    progress.sort();
    [lines, progress].concat().join("\n")
}

/// The counts of a scrape that are the same whenever a round is played alike. Those of time, of requests, of frames
/// that are sent when there is time for it, and of the process are not.
fn counted(scrape: &str) -> String {
    let differ = ["#", "process_", "punto_commit_", "punto_step_lateness_", "punto_http_", "punto_frames_"];
    let differ = differ.iter().chain(&["punto_messages_", "punto_sockets_waiting_"]);
    let differs = |line: &str| differ.clone().any(|name| line.starts_with(*name));
    let counted: Vec<&str> = scrape.lines().filter(|line| !differs(line)).collect();
    for name in ["slips_accepted", "rounds_settled", "staked_minor_units", "paid_minor_units"] {
        let is_it = |line: &&str| line.strip_prefix("punto_").is_some_and(|line| line.starts_with(name));
        assert!(counted.iter().any(is_it), "{name} is counted: {scrape}");
    }
    counted.join("\n")
}

/// Plays a round of a live table with these cards face down; what everybody learned before the first one is shown.
async fn scanned(cards: &str) -> Said {
    let (printed, _log) = Printed::begin();
    let mut hall = Box::pin(Hall::open()).await;
    let money = money_of(&hall).await;
    hall.studio.cards(cards).await;
    hall.studio.lamp(&json!({"type": "gate", "open": false, "why": "deal"})).await;
    let (learned, lying) = learned(hall, &money, printed).await;
    assert_eq!(lying, cards);
    learned
}

/// The same of a table whose cards come from a shuffle, and the cards. Every shuffle is another one.
async fn shuffled() -> (Said, String) {
    let (printed, _log) = Printed::begin();
    let hall = Box::pin(Hall::open_shuffled()).await;
    let money = money_of(&hall).await;
    let lie = |view: &TableView| view.cards.iter().filter(|shown| shown.card.is_none()).count() == 4;
    let (house, table) = (&hall.studio.server.house, TableId(hall.table));
    let mut published = house.published(table).expect("it is there");
    while !lie(&house.snapshot(table).expect("it is there").view) {
        published.recv().await.expect("the table runs");
    }
    learned(hall, &money, printed).await
}

/// The wallets of both patrons.
async fn money_of(hall: &Hall) -> [[Value; 4]; 2] {
    [wallet_of(hall, &hall.studio.ana).await, wallet_of(hall, &hall.bob).await]
}

/// What everybody learned of a round whose first four cards lie face down, and the cards. Both patrons turn one, and
/// one asks for a card of the other side.
async fn learned(mut hall: Hall, [ana, bob]: &[[Value; 4]; 2], printed: Printed) -> (Said, String) {
    let (lift, edge) = (hall.squeeze("P1", 200), hall.squeeze("B2", 500));
    hall.studio.socket.send(&lift).await;
    hall.bobs.send(&edge).await;
    let mut bobs = leaks::heard_until(&mut hall.bobs, "squeeze_edge").await;
    hall.bobs.send(&hall.open_card("P1")).await;
    bobs.extend(leaks::heard_until(&mut hall.bobs, "squeeze_refused").await);
    let mut callers = leaks::callers(&hall.studio).await;
    callers.push(Caller::new("bob", &hall.bob.token));
    let read = leaks::read(&hall.studio, hall.table, &callers).await;
    let mut learned: Said = read.into_iter().map(|(place, said)| (place, plain(&said))).collect();
    bobs.extend(leaks::heard(&mut hall.bobs).await);
    let anas = leaks::heard(&mut hall.studio.socket).await;
    let spectators = leaks::heard(&mut hall.spectator).await;
    for (name, messages, before) in
        [("ana", anas, Some(ana)), ("bob", bobs, Some(bob)), ("spectator", spectators, None)]
    {
        learned.push((format!("socket of {name}"), told(messages, before)));
    }
    for (name, patron, before) in [("ana", &hall.studio.ana, ana), ("bob", &hall.bob, bob)] {
        let after = wallet_of(&hall, patron).await;
        assert_eq!(&after, before, "the money of {name} waits for the cards");
        learned.push((format!("wallet of {name}"), Value::from(after.to_vec()).to_string()));
    }
    learned.push(("metrics".to_owned(), counted(&leaks::scraped(&hall.studio).await)));
    let cards = drawn(&hall).await;
    // A server that stops would wait for the patrons to turn their cards.
    hall.studio.server.house.shutdown().await;
    hall.studio.server.stop().await;
    // Which lines are printed depends on the tests that run beside this one, so they are not compared.
    let log = printed.text();
    for card in cards.split(' ') {
        assert!(!says(&log, card), "{card} lies face down, and is in the log: {log}");
    }
    (learned, cards)
}

/// The cards that were drawn in the round.
async fn drawn(hall: &Hall) -> String {
    let part = |name: &str| hall.round[name].as_u64().expect("a number");
    let round = RoundRef {
        shoe_no: part("shoe_no").try_into().expect("small"),
        round_no: part("round_no").try_into().expect("small"),
    };
    let events =
        hall.studio.server.store.round_events(TableId(hall.table), round).await.expect("it is stored");
    let cards = events.iter().filter_map(|recorded| match &recorded.event {
        Event::CardDrawn { card, .. } => Some(card.to_string()),
        _ => None,
    });
    cards.collect::<Vec<_>>().join(" ")
}

/// The cards of a round by its number, and those of the same round played again: eight different cards.
fn hands(round: u64) -> [String; 2] {
    // A natural of Player, and a seven of Banker: each is over with these cards, and another one is paid.
    if round == 0 {
        return ["9h Kd Ks 3c", "2d 7s 4c Qh"].map(str::to_owned);
    }
    let mut left: Vec<usize> = (0..52).collect();
    // The odd factor spreads neighbouring rounds over all choices.
    let mut choice = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        let many = u64::try_from(left.len()).expect("52 at most");
        let place = usize::try_from(choice % many).expect("52 at most");
        choice /= many;
        Card::from_index(left.swap_remove(place)).expect("one of 52").to_string()
    };
    [(); 2].map(|()| [(); 4].map(|()| next()).join(" "))
}

/// The rounds to play: as many as `PUNTO_PRIVACY_ROUNDS` says, or one, from the one that `PUNTO_PRIVACY_FROM` says.
/// Each is played twice, on a server of its own.
fn rounds() -> Range<u64> {
    let number = |variable| std::env::var(variable).ok().and_then(|text| text.parse().ok());
    let from: u64 = number("PUNTO_PRIVACY_FROM").unwrap_or(0);
    from..from + number("PUNTO_PRIVACY_ROUNDS").unwrap_or(1)
}

/// Checks that everybody learned the same of both rounds.
fn alike(one: &Said, other: &Said, which: &str) {
    assert_eq!(one.len(), other.len(), "{which}");
    for ((place, one), (_, other)) in one.iter().zip(other) {
        assert!(!one.is_empty(), "{place} says nothing");
        assert_eq!(one, other, "{which}, {place}");
    }
}

#[tokio::test]
async fn what_leaves_the_server_does_not_depend_on_a_card_that_lies_face_down() {
    for round in rounds() {
        let [first, second] = hands(round);
        let (one, other) = (Box::pin(scanned(&first)).await, Box::pin(scanned(&second)).await);
        alike(&one, &other, &format!("round {round}: {first} or {second}"));
    }
    println!("scanned rounds {:?}, each played twice: alike before the first card is shown", rounds());
}

#[tokio::test]
async fn what_leaves_the_server_does_not_depend_on_a_card_of_a_shuffle_that_lies_face_down() {
    for round in rounds() {
        let ((one, first), (other, second)) = (Box::pin(shuffled()).await, Box::pin(shuffled()).await);
        assert_ne!(first, second, "other cards lie face down");
        alike(&one, &other, &format!("round {round}: {first} or {second}"));
    }
    println!("shuffled rounds {:?}, each played twice: alike before the first card is shown", rounds());
}
