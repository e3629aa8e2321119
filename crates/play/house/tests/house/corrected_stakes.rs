//! Stakes of rounds that were voided and corrected back, under a patron's own limits.

#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::Card;
use punto_house::default_tables;
use punto_house::ports::{CommitStore as _, Unit};
use punto_house::postings::{RoundStakes, postings};
use punto_house::protection::{LimitKind, Period};
use store::MemoryStore;
use table::event::VoidReason;
use table::{
    Command, Decision, PatronId, RecordedEvent, RequestId, RoundRef, Ruling, Slip, SlipKind, Table, decide,
};

use crate::test_house::{SALON, START, TestHouse, cards, code, raw_wagers};

const VOID: Ruling = Ruling::Void { reason: VoidReason::Supervisor };

/// Lets a command happen at a table that no house runs.
async fn happen(store: &MemoryStore, table: &mut Table, command: Command) {
    let Ok(Decision::Accepted(events)) = decide(table, &command) else { panic!("{command:?}") };
    let stakes = RoundStakes::from(&*table);
    let moved = events.iter().flat_map(|event| postings(event, stakes)).collect();
    let recorded = events.iter().map(|event| (START, event.clone())).collect();
    let unit = Unit::new(recorded, moved);
    store.commit(SALON, table.seq(), vec![unit]).await.expect("it is written");
    for event in events {
        table.apply(&RecordedEvent { seq: table.seq() + 1, at: START, event });
    }
}

/// A round of a shoe that was dealt by hand, voided after its second card, with these wagers of the patron.
async fn voided_round(store: &MemoryStore, patron: PatronId, wagers: &str) -> RoundRef {
    let mut table = Table::new(Arc::new(default_tables().remove(0)));
    let card = |text: &str| text.parse::<Card>().expect("a card");
    let round = RoundRef { shoe_no: 1, round_no: 1 };
    let id = (patron, RequestId(900));
    let slip = Slip::new(id, round, SlipKind::Adds, raw_wagers(wagers), START);
    let algorithm = "by hand".to_owned();
    for command in [
        Command::OpenShoe { algorithm, rules: None, proof: None },
        Command::BurnCards { first: Some(card("2c")), records: Vec::new() },
        Command::OpenBetting { now: START },
        Command::TakeSeat { patron },
        Command::PlaceSlip(slip),
        Command::CloseBetting { now: START.plus_ms(60_000), wagers: None, draw: None },
        Command::DrawCard { card: card("9h"), from: table::Origin::Shoe },
        Command::DrawCard { card: card("Kd"), from: table::Origin::Shoe },
        Command::VoidRound { reason: VoidReason::Supervisor, by: None },
    ] {
        happen(store, &mut table, command).await;
    }
    round
}

#[tokio::test(start_paused = true)]
async fn a_stake_counts_once_when_a_correction_settles_its_voided_round_first() {
    let store = Arc::new(MemoryStore::new());
    let salon = vec![default_tables().remove(0)];
    let open =
        |tables| TestHouse::open_on(tables, store.clone(), store.clone(), TestHouse::clock(), Arc::default());
    let patron = open(Vec::new()).await.stranger("Mara").await;
    let round = voided_round(&store, patron, "player 600").await;
    let test = open(salon).await;
    test.connect(patron);
    test.sit(patron, SALON).await.expect("there is a seat");
    let limits = BTreeMap::from([(LimitKind::StakeDay, Some(1_000))]);
    test.house.set_limits(patron, &limits).await.expect("it is tighter");
    let staked = async || {
        let played = test.house.protection(patron).await.expect("known").played.expect("a limit counts it");
        played.iter().find(|(period, _)| *period == Period::Day).expect("a day").1.staked
    };
    assert_eq!(staked().await, 0, "the round is void");
    for ruling in [cards("9h Kd Ks 3c"), VOID, cards("9h Kd Ks 3c"), cards("2h 9d Ks Kc")] {
        test.correct(round, ruling.clone()).await;
        assert_eq!(staked().await, 600, "{ruling:?}");
    }
    test.betting(SALON).await;
    let refused = test.place(patron, SALON, 1, "player 500").await.unwrap_err();
    assert_eq!(code(&refused), "stake_limit");
    test.place(patron, SALON, 2, "player 400").await.expect("that much is left");
    let test = test.restart_after(1).await;
    let held = test.place(patron, SALON, 3, "player 100").await.unwrap_err();
    assert_eq!(code(&held), "stake_limit", "it is counted again from the statement");
}
