//! Cards that are drawn after the bets, as a client follows them: what draws them is named when betting closes, its
//! value comes before the first card, and the proof file shows that they follow from it.

use std::sync::Arc;

use fair::shoe::leaf;
use fair::{Bytes, Digest};
use house::SystemClock;
use house::ports::{Beacon, BeaconFuture, Clock as _, NoValue};
use house::proofs::ShoeKeys;
use serde_json::{Value, json};
use table::Drawing;
use verify::{Check, Known, Verdict, WagerFile, check};

use crate::http;
use crate::live_proofs::{seated, text, wager};
use crate::test_server::{Parts, QUICK, TestServer, tables};

/// A relay that has each value from its time on. Its values are not those of the chain, so no test pairs them.
#[derive(Debug)]
struct Relay;

/// The value of a round.
fn value_of(round: u64) -> [u8; 48] {
    let [.., low] = round.to_be_bytes();
    [low; 48]
}

impl Beacon for Relay {
    fn value(&self, round: u64) -> BeaconFuture<'_> {
        let now = u64::try_from(SystemClock.now().0).expect("after 1970");
        let exists = beacon::time_of(round).is_some_and(|at| at <= now);
        let value =
            exists.then(|| Bytes(value_of(round))).ok_or_else(|| NoValue("it is not time".to_owned()));
        Box::pin(async move { value })
    }
}

async fn start() -> TestServer {
    let keys = Some(Arc::new(ShoeKeys::new([1; 32], [2; 32])));
    let mut tables = tables();
    tables[1].draw = Drawing::AfterBets;
    tables[1].timings.betting_ms = 1_500;
    let relay: Arc<dyn Beacon> = Arc::new(Relay);
    TestServer::of(Parts { tables, keys, beacon: Some(relay), ..Parts::default() }).await
}

/// The place of the first message of this type, or frame with an event of this type.
fn place(seen: &[Value], kind: &str) -> usize {
    seen.iter().position(|it| it["type"] == kind || it["event"]["type"] == kind).expect(kind)
}

#[tokio::test]
async fn cards_follow_from_a_value_that_nobody_knew_while_bets_were_taken() {
    let server = start().await;
    let ana = server.guest("Ana").await;
    let watch = json!({"type": "watch", "table_id": QUICK, "bulletins": true});
    let mut socket = seated(&server, &ana, &watch).await;
    let round = wager(&mut socket).await;
    let mut late = server.spectator().await;
    let mut seen = Vec::new();
    while seen.last().is_none_or(|message: &Value| message["type"] != "you_settled") {
        seen.push(socket.next().await);
        if seen.last().is_some_and(|message| message["event"]["type"] == "betting_closed") {
            late.send(&json!({"type": "watch", "table_id": QUICK})).await;
        }
    }

    let (closed, drawn) = (&seen[place(&seen, "betting_closed")], &seen[place(&seen, "round_drawn")]);
    let named = &closed["event"]["phase"]["draw"];
    assert!(closed["at"].as_i64() < named["at"].as_i64(), "it comes to exist later: {closed}");
    assert!(drawn["at"].as_i64() >= named["at"].as_i64(), "{drawn}");
    let value = Bytes(value_of(named["round"].as_u64().expect("a round")));
    assert_eq!(
        drawn["event"],
        json!({"type": "round_drawn", "phase": {"name": "closed"}, "value": value.to_string()})
    );
    let order = ["wagers_closed", "round_drawn", "card_drawn"].map(|kind| place(&seen, kind));
    assert!(order.is_sorted(), "{order:?}");
    let snapshot = late.receive_type("snapshot").await;
    assert_eq!(&snapshot["table"]["phase"]["draw"], named, "who comes while the cards wait is told");
    assert_eq!(late.receive_event("round_drawn").await, *drawn);

    let shoe = format!("/api/v1/proofs/tables/{QUICK}/shoes/{}", round["shoe_no"]);
    let leaves = http::get(server.address, &format!("{shoe}/leaves"), None).await;
    let (leaves, _) = leaves.body.as_chunks::<32>();
    for shown in seen.iter().filter(|it| it["event"]["type"] == "card_drawn").map(|it| &it["event"]) {
        let index = u16::try_from(shown["proof"]["index"].as_u64().expect("an index")).unwrap();
        let salt = shown["proof"]["salt"].as_str().unwrap().parse().unwrap();
        let opened: Digest = leaf(index, shown["card"].as_str().unwrap().parse().unwrap(), &salt);
        assert_eq!(opened.0, leaves[usize::from(index)], "{shown}");
    }
    let path = format!("/api/v1/me/proofs/{QUICK}/{}/{}", round["shoe_no"], round["round_no"]);
    let wagers = WagerFile::read(&text(&server, &path, Some(&ana.token)).await).expect("a wager file");
    let known = Known {
        key: server.house.proof_key(),
        nonce: None,
        wagers: Some(&wagers),
        pairing: None,
        ..Known::default()
    };
    let report = check(&text(&server, &shoe, None).await, &known);
    let of = |check| report.findings.iter().find(|finding| finding.check == check).unwrap().verdict;
    assert!(report.findings.iter().all(|finding| finding.verdict != Verdict::Failed), "{report:#?}");
    assert_eq!(
        [Check::Cards, Check::Rounds, Check::Wagers, Check::Payouts].map(of),
        [Verdict::Ok; 4],
        "{report:#?}"
    );
    server.stop().await;
}
