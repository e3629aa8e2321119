//! Patrons who turn cards, in a running house: what is published of a card that lies face down, its proof once it is
//! shown, the money, and that nothing depends on a hidden card. The last one plays as many rounds as
//! `PUNTO_PRIVACY_ROUNDS` says, each twice.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that finds something else has failed")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use baccarat::HouseRules;
use fair::shoe::leaf;
use fair::{Bytes, Digest};
use money::Amount;
use punto_house::floor::{FloorPlan, GivenTable};
use punto_house::ports::{Entropy, ReadStore as _, StoreFailure};
use punto_house::proofs::ShoeKeys;
use punto_house::{House, Lifted, Published, default_tables};
use store::MemoryStore;
use table::live::Slot;
use table::squeeze::SqueezeTerms;
use table::{PublicEvent, Settings};

use crate::audience::{Audience, alike, betting, drained, lying, rounds, view_when, wager};
use crate::proofs::{file, open_as, verified};
use crate::test_house::{SALON, TestHouse};

fn squeezed() -> Settings {
    let squeeze = Some(SqueezeTerms::from_stake(Amount::new(10_000).expect("small")));
    let rules = Arc::new(HouseRules::builtin("three-bet").expect("built in").clone());
    Settings { rules, squeeze, ..default_tables().remove(0) }
}

#[tokio::test(start_paused = true)]
async fn the_proof_of_a_card_comes_when_it_is_shown_and_never_before() {
    let store = Arc::new(MemoryStore::new());
    let keys = Some(Arc::new(ShoeKeys::new([1; 32], [2; 32])));
    let tables = Some(vec![GivenTable::of(&squeezed())]);
    let house = open_as(&store, FloorPlan { tables, keys, ..FloorPlan::default() }).await.expect("it opens");
    let (mara, ned) =
        (house.new_guest("Mara").await.unwrap().0.id, house.new_guest("Ned").await.unwrap().0.id);
    let _lines = (house.connected(mara), house.connected(ned));
    betting(&house, SALON).await;
    let mut published = house.published(SALON).unwrap();
    let round = wager(&house, SALON, mara, "player", 20_000).await;
    wager(&house, SALON, ned, "banker", 10_000).await;
    lying(&house, SALON).await;
    let leaves = house.shoe_leaves(SALON, 1).await.unwrap().expect("it is sealed");
    let leaves: Vec<Digest> = leaves.as_chunks::<32>().0.iter().map(|leaf| Bytes(*leaf)).collect();
    let file_before = file(&house, 1).await;
    verified(&house, &file_before);
    assert!(!file_before.contains("\ncard "), "the file shows no card that lies face down: {file_before}");
    let rounds = store.shoe_rounds(SALON, 1).await.unwrap();
    assert!(rounds.iter().all(|round| round.cards.is_empty()), "nor do the rows of rounds");
    let before = (house.wallet(mara).await.unwrap(), house.wallet(ned).await.unwrap());
    for (patron, slot) in [(mara, Slot::P2), (mara, Slot::P1), (ned, Slot::B2)] {
        assert_eq!(house.open_card(patron, SALON, round, slot).await, Ok(Lifted::Shown));
    }
    assert_eq!((house.wallet(mara).await.unwrap(), house.wallet(ned).await.unwrap()), before);
    verified(&house, &file(&house, 1).await);
    view_when(&house, SALON, |view| view.phase.id() == "settled").await;
    let mut shown = 0;
    for one in drained(&mut published) {
        let Published::Frame(frame) = one else { continue };
        match &frame.public.event {
            PublicEvent::CardFaceDown { .. } => assert_eq!((frame.proof, frame.turned.len()), (None, 0)),
            PublicEvent::CardsRevealed { slots, .. } => {
                assert_eq!(frame.turned.len(), slots.len());
                for (slot, proof) in slots.iter().zip(&frame.turned) {
                    let card =
                        frame.view.cards.iter().find(|shown| shown.slot == *slot).unwrap().card.unwrap();
                    let opened: Digest = leaf(proof.index, card, &proof.salt);
                    assert_eq!(opened.0, leaves[usize::from(proof.index)].0, "{slot:?}");
                    shown += 1;
                }
            }
            _ => {}
        }
    }
    assert!(shown >= 4, "{shown}");
    assert_ne!((house.wallet(mara).await.unwrap(), house.wallet(ned).await.unwrap()), before);
    verified(&house, &file(&house, 1).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn holders_who_are_all_gone_past_the_grace_time_show_their_cards_and_the_round_is_settled() {
    let mut table = squeezed();
    table.seating.grace_ms = 1_000;
    let store = Arc::new(MemoryStore::new());
    let house =
        House::start(store, Arc::new(TestHouse::clock()), Arc::new(Seeded::from(1)), vec![table]).await;
    let house = house.expect("it opens");
    let (mara, ned) =
        (house.new_guest("Mara").await.unwrap().0.id, house.new_guest("Ned").await.unwrap().0.id);
    let lines = (house.connected(mara), house.connected(ned));
    wager(&house, SALON, mara, "player", 20_000).await;
    wager(&house, SALON, ned, "banker", 10_000).await;
    lying(&house, SALON).await;
    let at = house.now();
    drop(lines);
    let over = view_when(&house, SALON, |view| view.cards.iter().all(|shown| shown.card.is_some())).await;
    assert!(at.ms_until(house.now()) < 5_000, "nobody waits for the clock");
    assert!(over.squeeze.as_ref().is_none_or(|squeeze| squeeze.holders == baccarat::BySide::default()));
    view_when(&house, SALON, |view| view.phase.id() == "settled").await;
    house.shutdown().await;
}

/// Seeds that follow from a number.
struct Seeded(AtomicU64);

impl From<u64> for Seeded {
    fn from(from: u64) -> Self {
        Self(AtomicU64::new(from << 20))
    }
}

impl Entropy for Seeded {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        Ok(seed)
    }
}

/// Plays a round with the cards of this seed until just before the first one is shown; all that anybody learned, and
/// the cards.
async fn played(seed: u64) -> (Vec<String>, Vec<String>) {
    let store = Arc::new(MemoryStore::new());
    let (clock, entropy) = (Arc::new(TestHouse::clock()), Arc::new(Seeded::from(seed)));
    let house = House::start(store.clone(), clock, entropy, vec![squeezed()]).await.expect("it opens");
    let mut audience = Audience::of(&house, SALON).await;
    let round = audience.wager(&house).await;
    lying(&house, SALON).await;
    let mut learned = audience.turns(&house, round).await;
    learned.extend(audience.learned(&house, &*store).await);
    let events = store.round_events(SALON, round).await.unwrap();
    let cards = events.iter().filter_map(|recorded| match &recorded.event {
        table::Event::CardDrawn { card, .. } => Some(card.to_string()),
        _ => None,
    });
    let cards = cards.collect();
    house.shutdown().await;
    (learned, cards)
}

#[tokio::test(start_paused = true)]
async fn nothing_that_anybody_learns_depends_on_a_card_that_lies_face_down() {
    let rounds = rounds();
    for round in 0..rounds {
        let ((one, first), (other, second)) = (played(2 * round + 1).await, played(2 * round + 2).await);
        assert_ne!(first, second, "other cards lie face down");
        alike(&one, &other, &format!("round {round}: {first:?} or {second:?}"));
    }
    println!("{rounds} rounds, each played twice: nothing differs before the first card is shown");
}
