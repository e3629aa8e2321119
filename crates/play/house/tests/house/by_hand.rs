//! A shoe whose cards are dealt by hand: no shuffle fixes their order, so a card may have been misread.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a table that cannot go on is a failed test")]

use std::sync::Arc;

use baccarat::HouseRules;
use money::Currency;
use punto_house::default_tables;
use punto_house::ports::{CommitStore as _, NewPatron, Unit};
use punto_house::postings::postings;
use punto_house::rulebook::name_of;
use store::MemoryStore;
use table::{
    Command, Decision, PatronId, RequestId, RoundRef, Settings, Slip, SlipKind, Table, Timestamp, Wants,
    decide,
};

use crate::test_house::{GIFT, SALON, START, TestHouse, amount, cards, raw_wagers};

/// A patron with a guest's gift.
pub(crate) async fn patron(store: &MemoryStore) -> PatronId {
    let token_hash = [9; 32];
    let (nickname, currency, at) = ("Mara".to_owned(), Currency::PLAY, START);
    store
        .create_patron(NewPatron { nickname, token_hash, currency, gift: amount(GIFT), at })
        .await
        .unwrap()
        .id
}

/// Plays the first round of a new shoe of the salon under these rules, which are put on record, with a slip of the
/// patron and these cards.
pub(crate) async fn round_by_hand(
    store: &MemoryStore,
    rules: &HouseRules,
    (patron, wagers): (PatronId, &str),
    dealt: &str,
) -> RoundRef {
    let name = name_of(rules);
    store.record_house_rules(START, name.clone(), rules.text.clone()).await.unwrap();
    let settings = Arc::new(Settings { rules: Arc::new(rules.clone()), ..default_tables().remove(0) });
    let mut table = Table::replay(settings, &store.latest_shoe(SALON).await.unwrap()).unwrap();
    let mut dealt = dealt.split(' ').map(|card| card.parse().unwrap());
    let later = Timestamp(i64::MAX);
    let open = Command::OpenShoe { algorithm: "by hand".to_owned(), rules: Some(name), proof: None };
    let mut next = Some(open);
    while let Some(command) = next {
        let Ok(Decision::Accepted(events)) = decide(&table, &command) else { panic!("{command:?}") };
        let moved = events.iter().flat_map(|event| postings(event, &table)).collect();
        let events = events.into_iter().map(|event| (START, event)).collect();
        let unit = Unit::new(events, moved);
        store.commit(SALON, table.seq(), vec![unit]).await.unwrap();
        for recorded in store.latest_shoe(SALON).await.unwrap() {
            if recorded.seq == table.seq() + 1 {
                table.apply(&recorded);
            }
        }
        next = match table.next_step().wants {
            Wants::BurnCards { first } => {
                Some(Command::BurnCards { first: first.then(|| "5h".parse().unwrap()), records: Vec::new() })
            }
            Wants::OpenBetting if table.round().is_none() => Some(Command::OpenBetting { now: START }),
            Wants::CloseBetting if table.seat(patron).is_none() => Some(Command::TakeSeat { patron }),
            Wants::CloseBetting if table.wagers().of(patron).is_none() => {
                let (slip_id, round) = (RequestId(table.shoe_no().into()), table.round().unwrap());
                let (kind, wagers) = (SlipKind::Adds, raw_wagers(wagers));
                let (received_at, limits) = (START, None);
                let slip = Slip { patron, slip_id, round, kind, wagers, received_at, limits, cash: None };
                Some(Command::PlaceSlip(slip))
            }
            Wants::CloseBetting => Some(Command::CloseBetting { now: later, wagers: None, draw: None }),
            Wants::Prove(_) | Wants::GoOn | Wants::Reveal | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("this shoe has no proof, and nobody deals it")
            }
            Wants::Card => Some(Command::DrawCard { card: dealt.next().unwrap(), from: table::Origin::Shoe }),
            Wants::OpenShoe | Wants::OpenBetting => None,
        };
    }
    table.round().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_misread_card_of_a_shoe_that_was_not_shuffled_is_corrected_by_what_it_was() {
    let store = Arc::new(MemoryStore::new());
    let patron = patron(&store).await;
    let rules = HouseRules::builtin("live-commission").unwrap();
    let round = round_by_hand(&store, rules, (patron, "player 1000 tie 100"), "9h Kd Ks 3c").await;
    let test = TestHouse::salon_on(store).await;
    assert_eq!(test.balance(patron).await, GIFT + 900);
    for (ruling, difference, balance) in
        [("2h 9d Ks Kc", -2_000, GIFT - 1_100), ("6h 6d Ks Kc", 1_900, GIFT + 800)]
    {
        let proposed = test.correct(round, cards(ruling)).await;
        assert_eq!(proposed.proposal.patrons[0].difference(), difference, "{ruling}");
        assert_eq!((test.balance(patron).await, test.audit().await), (balance, 0), "{ruling}");
    }
}
