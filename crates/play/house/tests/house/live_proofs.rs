//! What proves a shoe while it is played: each card comes with what opens its leaf, each bulletin after the frame of
//! its event, and each patron gets the path to their wagers when betting closes.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::sync::Arc;

use baccarat::Card;
use fair::shoe::leaf;
use fair::{Bytes, Digest, Notice as Said};
use punto_house::proofs::{NotedHeads, OwnFile, Recovery};
use punto_house::{CardProof, House, Notice, Pass, Published};
use store::MemoryStore;
use table::{PatronId, PublicEvent, RoundRef, StaffId, TableId};
use tokio::sync::broadcast::Receiver;
use verify::{Check, Known, Verdict, WagerFile, check};

use crate::proofs::{KEYS, bulletins, file, open_as, plan, until, wager};
use crate::test_house::SALON;

pub(crate) async fn open(store: &Arc<MemoryStore>, keys: Option<[u8; 2]>) -> House {
    let plan = plan(keys, Recovery::default(), NotedHeads::new());
    open_as(store, plan).await.expect("the house opens")
}

/// The leaves of a shoe of the salon.
async fn leaves(house: &House, shoe_no: u32) -> Vec<Digest> {
    let leaves =
        house.shoe_leaves(SALON, shoe_no).await.expect("the store answers").expect("the shoe is sealed");
    let (leaves, rest) = leaves.as_chunks::<32>();
    assert!(rest.is_empty());
    leaves.iter().map(|leaf| Bytes(*leaf)).collect()
}

/// What the salon publishes until the rounds of its first shoe are over.
async fn first_shoe(published: &mut Receiver<Published>) -> Vec<Published> {
    let mut all = Vec::new();
    loop {
        let next = published.recv().await.expect("no lag");
        let is_next_shoe = |frame: &punto_house::Frame| {
            frame.public.event == PublicEvent::ShoeOpened && frame.view.shoe_no == 2
        };
        if matches!(&next, Published::Frame(frame) if is_next_shoe(frame)) {
            return all;
        }
        all.push(next);
    }
}

fn shown(event: &PublicEvent) -> Option<Card> {
    match event {
        PublicEvent::CardDrawn { card, .. } => Some(*card),
        PublicEvent::CardsBurned { first, .. } => *first,
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn each_card_opens_its_leaf_and_each_bulletin_follows_its_frame() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await;
    let mut published = house.published(SALON).expect("the salon is there");
    let patron = house.new_guest("Mara").await.unwrap().0.id;
    let _line = house.connected(patron);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let leaves = leaves(&house, 1).await;
    let all = first_shoe(&mut published).await;

    let (mut cards, mut posted, mut closed) = (0, Vec::new(), false);
    let mut next = None;
    for one in &all {
        match one {
            Published::Lift(_) => {}
            Published::Bulletin(bulletin) => {
                let said = bulletin.read().expect("a bulletin");
                closed |= matches!(said.notice, Said::Closed(_));
                if let Said::Burned(it) = &said.notice {
                    next = Some(u16::from(it.face_down) + u16::from(it.first.is_some()));
                }
                posted.push(said);
            }
            Published::Frame(frame) => {
                let event = &frame.public.event;
                if *event == PublicEvent::BettingClosed {
                    closed = false;
                }
                let Some(card) = shown(event) else {
                    assert_eq!(frame.proof, None, "{event:?}");
                    continue;
                };
                let CardProof { index, salt } = frame.proof.expect("the shoe has a proof");
                assert_eq!(leaf(index, card, &salt), leaves[usize::from(index)], "{event:?}");
                if matches!(event, PublicEvent::CardDrawn { .. }) {
                    assert!(closed, "the wagers of the round were fixed before card {index}");
                    assert_eq!(Some(index), next);
                    next = Some(index + 1);
                    cards += 1;
                }
            }
        }
    }
    assert!(cards > 100, "{cards} cards");
    let stored = bulletins(&house).await;
    let [first, .., last] = &posted[..] else { panic!("bulletins were posted") };
    let (from, to) = (stored.iter().position(|one| one == first), stored.iter().position(|one| one == last));
    assert_eq!(posted, stored[from.unwrap()..=to.unwrap()], "all of them, in order");
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_shoe_is_sealed_before_its_leaves_are_shown_and_older_shoes_prove_no_card() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, None).await;
    let mut frames = house.subscribe(SALON).unwrap();
    let drawn = loop {
        let frame = frames.recv().await.unwrap();
        if matches!(frame.public.event, PublicEvent::CardDrawn { .. }) {
            break frame;
        }
    };
    assert_eq!(drawn.proof, None);
    for shoe_no in [0, 1, 2] {
        assert_eq!(house.shoe_leaves(SALON, shoe_no).await, Ok(None), "{shoe_no}");
    }
    house.shutdown().await;
    drop(house);
    let house = open(&store, KEYS).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    assert_eq!(house.shoe_leaves(SALON, 3).await, Ok(None), "it is committed only");
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let roots = bulletins(&house).await.into_iter().filter_map(|said| match said.notice {
        Said::Sealed(it) => Some(it.root),
        _ => None,
    });
    assert_eq!(roots.collect::<Vec<_>>(), [fair::tree::root(&leaves(&house, 2).await)]);
    assert_eq!(house.shoe_leaves(TableId(9), 2).await, Ok(None), "no such table");
    house.shutdown().await;
}

/// The wager file of a patron.
async fn own(house: &House, patron: PatronId, round: RoundRef) -> WagerFile {
    match house.wager_file(patron, SALON, round).await.expect("the store answers") {
        OwnFile::File(file) => WagerFile::read(&file.write()).expect("a wager file"),
        other => panic!("{round}: {other:?}"),
    }
}

/// What a verifier says of a wager file beside the proof file of its shoe.
fn verdicts(house: &House, shoe: &str, wagers: &WagerFile) -> [Verdict; 2] {
    let known = Known {
        key: house.proof_key(),
        nonce: None,
        wagers: Some(wagers),
        pairing: None,
        ..Known::default()
    };
    let report = check(shoe, &known);
    let verdict = |check| {
        let found = report.findings.iter().find(|finding| finding.check == check);
        found.expect("every check is made").verdict
    };
    [verdict(Check::Wagers), verdict(Check::Payouts)]
}

#[tokio::test(start_paused = true)]
async fn a_patron_has_the_path_to_their_wagers_and_a_file_that_proves_their_payouts() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await;
    let mut patrons = Vec::new();
    for name in ["Mara", "Noor", "Ines"] {
        let patron = house.new_guest(name).await.unwrap().0.id;
        patrons.push((patron, house.connected(patron), house.notices(patron)));
    }
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    for (id, (patron, ..)) in (1..).zip(&patrons) {
        house.take_seat(*patron, SALON, Pass::default()).await.unwrap();
        wager(&house, *patron, id).await;
    }
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    let first = patrons[0].0;
    assert_eq!(house.wager_file(first, SALON, round).await, Ok(OwnFile::Unknown), "betting is open");
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    let root = bulletins(&house).await.into_iter().rev().find_map(|said| match said.notice {
        Said::Closed(it) => Some(it.root),
        _ => None,
    });
    let mut closed = Vec::new();
    for (patron, _, notices) in &mut patrons {
        let file = std::iter::from_fn(|| notices.try_recv().ok()).find_map(|sent| match sent.notice {
            Notice::WagersClosed { file, .. } => Some(*file),
            _ => None,
        });
        let file = file.expect("sent when betting closed");
        assert_eq!((file.patron, file.path.count, file.settled.len()), (patron.0, 3, 0));
        let lines: Vec<_> = file.wagers.iter().map(verify::wager_file::Standing::line).collect();
        let standing = fair::wagers::StandingWagers {
            table: SALON.0,
            shoe_no: round.shoe_no,
            round_no: round.round_no,
            patron: patron.0,
            currency: "PLAY",
            decimals: 2,
            lines: &lines,
        };
        assert_eq!(file.path.root(&standing.leaf(&file.salt).unwrap()), root);
        closed.push(file);
    }
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    wager(&house, first, 9).await;
    let second = house.snapshot(SALON).unwrap().view.round.unwrap();
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    house.void_this_round(SALON, second, StaffId(1)).await.unwrap();
    let shoe = file(&house, 1).await;
    for (sent, (patron, ..)) in closed.iter().zip(&patrons) {
        let own = own(&house, *patron, round).await;
        assert_eq!(WagerFile { settled: Vec::new(), ..own.clone() }, *sent);
        assert_eq!(verdicts(&house, &shoe, &own), [Verdict::Ok; 2]);
        let mut paid_less = own.clone();
        paid_less.settled[0].wagers[0].payout += 1;
        assert_eq!(verdicts(&house, &shoe, &paid_less), [Verdict::Ok, Verdict::Failed]);
    }
    let voided = own(&house, first, second).await;
    assert!(
        voided.settled[0].wagers.iter().all(|line| line.resolution == "push" && line.payout == line.stake)
    );
    assert_eq!(verdicts(&house, &shoe, &voided), [Verdict::Ok; 2]);
    let other = patrons[1].0;
    for (patron, round) in
        [(other, second), (first, RoundRef { round_no: 99, ..round }), (PatronId(77), round)]
    {
        assert_eq!(house.wager_file(patron, SALON, round).await, Ok(OwnFile::Unknown), "{patron:?} {round}");
    }
    house.shutdown().await;
}
