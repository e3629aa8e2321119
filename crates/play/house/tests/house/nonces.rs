//! The numbers of patrons in provable shoes: pledged, fixed in public, revealed, and part of the order.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::sync::Arc;

use fair::nonces::pledge;
use fair::{Bytes, Notice};
use punto_house::floor::{FloorPlan, GivenTimings};
use punto_house::proofs::{NotedHeads, Recovery};
use punto_house::{House, HouseRefusal, Pass, Published, Rejection};
use store::MemoryStore;
use table::{Bytes32, PatronId, PublicEvent, Refusal};
use tokio::sync::broadcast::Receiver;
use verify::{Check, Known, Verdict, check};

use crate::proofs::{KEYS, file, open_as, plan, until, verified};
use crate::test_house::SALON;

/// The first shoe that asks anybody.
const SHOE: u32 = 2;

/// A house with the salon, whose shoes take pledges and numbers for three seconds each.
async fn open(store: &Arc<MemoryStore>) -> House {
    let timings = GivenTimings { pledge_ms: Some(3_000), reveal_ms: Some(3_000), ..GivenTimings::default() };
    let plan = FloorPlan { timings, ..plan(KEYS, Recovery::default(), NotedHeads::new()) };
    open_as(store, plan).await.expect("the house opens")
}

async fn guest(house: &House, name: &str) -> PatronId {
    let patron = house.new_guest(name).await.expect("a guest").0.id;
    house.take_seat(patron, SALON, Pass::default()).await.expect("a seat");
    patron
}

/// The next bulletin of this kind.
async fn said(published: &mut Receiver<Published>, kind: &str) -> Notice {
    loop {
        if let Published::Bulletin(bulletin) = published.recv().await.expect("no lag") {
            let notice = bulletin.read().expect("a bulletin").notice;
            if notice.kind() == kind {
                return notice;
            }
        }
    }
}

fn own(patron: PatronId) -> (Bytes32, Bytes32) {
    let nonce = [u8::try_from(patron.0).expect("a small number"); 32];
    (Bytes32(nonce), Bytes32(pledge(SALON.0, SHOE, &Bytes(nonce)).0))
}

#[tokio::test(start_paused = true)]
async fn numbers_of_patrons_are_part_of_the_order() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store).await;
    let mut published = house.published(SALON).expect("the salon is there");
    // Nobody is asked for the first shoe, for nobody sits here.
    let Notice::Opened(opened) = said(&mut published, "opened").await else { panic!("another notice") };
    assert_eq!(opened.nonces_until, opened.pledges_until);
    said(&mut published, "finished").await;
    let (mara, nils, olga) =
        (guest(&house, "Mara").await, guest(&house, "Nils").await, guest(&house, "Olga").await);
    let lines = [mara, nils, olga].map(|patron| house.connected(patron));
    let Notice::Opened(opened) = said(&mut published, "opened").await else { panic!("another notice") };
    assert_eq!((opened.shoe_no, opened.nonces_until), (SHOE, opened.pledges_until + 3_000));
    for patron in [mara, nils, olga] {
        house.pledge_nonce(patron, SALON, (SHOE, own(patron).1), house.now()).await.unwrap();
    }
    let early = house.reveal_nonce(mara, SALON, (SHOE, own(mara).0), house.now()).await;
    let refused = Rejection::Refused(HouseRefusal::Table(Refusal::NonceNotOpen { shoe_no: SHOE }));
    assert_eq!(early, Err(refused), "the pledges are not public yet");

    let Notice::Pledged(pledged) = said(&mut published, "pledged").await else { panic!("another notice") };
    assert_eq!(pledged.count, 3);
    verified(&house, &file(&house, SHOE).await);
    for patron in [mara, olga] {
        house.reveal_nonce(patron, SALON, (SHOE, own(patron).0), house.now()).await.unwrap();
    }
    let Notice::Revealed(revealed) = said(&mut published, "revealed").await else { panic!("another notice") };
    assert_eq!(revealed.count, 2);

    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    let in_play = file(&house, SHOE).await;
    verified(&house, &in_play);

    // A restart makes the order again from the numbers on record.
    house.shutdown().await;
    drop(house);
    let house = open(&store).await;
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    let played = file(&house, SHOE).await;
    for (text, nonce, expected) in [
        (&in_play, own(mara).0, Verdict::Ok),
        (&played, own(olga).0, Verdict::Ok),
        (&played, own(nils).0, Verdict::Failed),
    ] {
        let known = Known {
            key: house.proof_key(),
            nonce: Some(Bytes(nonce.0)),
            wagers: None,
            pairing: None,
            ..Known::default()
        };
        let report = check(text, &known);
        let found = report.findings.iter().find(|finding| finding.check == Check::Nonces).expect("a finding");
        assert_eq!(found.verdict, expected, "{found:?}");
        assert!(found.reason.contains("3 pledged, 1 missing") || expected == Verdict::Failed, "{found:?}");
    }
    drop(lines);
    house.shutdown().await;
}
