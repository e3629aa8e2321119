//! Exposure against real settlements, edges against public frames, and alerts.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::LazyLock;

use baccarat::rules::HouseRules;
use baccarat::{Card, Coup, Facts, Resolution, Spot, settle};
use money::{Amount, Currency, Stake};
use odds::{LiveOdds, Plan, Ratio, resolutions};
use proptest::prelude::*;
use punto_house::risk::{RoundTotals, TableExposure, Worst};
use table::event::PlacedWager;
use table::{
    Event, PatronId, Phase, PublicEvent, RecordedEvent, RequestId, Settings, SpotLimits, Table, TableId,
    Timings,
};

use crate::test_house::{GOLD, SALON, START, TestHouse, next_frame};

/// A coup for each combination of resolutions that the cards of two suits can lead to, by the id of the rules.
static COUPS: LazyLock<HashMap<String, Vec<Coup>>> = LazyLock::new(|| {
    let coups = every_kind_of_coup();
    let of_rules = |rules: &HouseRules| {
        let mut known = HashMap::<Vec<Resolution>, Coup>::new();
        for coup in &coups {
            let facts = Facts::of(coup);
            let all = rules.spots.iter().map(|spot| spot.paytable.resolve(facts)).collect();
            known.entry(all).or_insert(*coup);
        }
        (rules.id.clone(), known.into_values().collect())
    };
    HouseRules::BUILTIN.iter().filter_map(|id| HouseRules::builtin(id)).map(of_rules).collect()
});

/// Coups with all pairs of first cards, by rank and by whether they are of one suit, and all points of third cards.
fn every_kind_of_coup() -> Vec<Coup> {
    let card = |text: String| text.parse::<Card>().expect("a card");
    let ranks = "A23456789TJQK";
    let of_suit = |suit: char| ranks.chars().map(move |rank| card(format!("{rank}{suit}")));
    let (hearts, spades): (Vec<_>, Vec<_>) = (of_suit('h').collect(), of_suit('s').collect());
    let mut twos = Vec::new();
    for (place, first) in hearts.iter().enumerate() {
        twos.extend(spades.iter().skip(place).map(|second| [*first, *second]));
        twos.push([*first, *first]);
    }
    let thirds: Vec<Card> = hearts.iter().take(10).copied().collect();
    let mut coups = Vec::new();
    for player in &twos {
        for banker in &twos {
            let four = [player[0], banker[0], player[1], banker[1]];
            finish(&four, &thirds, &mut coups);
        }
    }
    coups
}

/// Adds the coups that begin with these cards.
fn finish(cards: &[Card], thirds: &[Card], coups: &mut Vec<Coup>) {
    let record = baccarat::CoupRecord { cards: cards.to_vec() };
    if let Ok(coup) = record.into_coup(8) {
        coups.push(coup);
    } else if cards.len() < 6 {
        for third in thirds {
            let more: Vec<Card> = cards.iter().copied().chain([*third]).collect();
            finish(&more, thirds, coups);
        }
    }
}

/// Wagers of some patrons: a patron, a spot by its place, a stake, and how much of it is bonus money.
fn some_wagers() -> impl Strategy<Value = Vec<(u32, usize, u64, u64)>> {
    let stake = prop_oneof![1_u64..30, 1_u64..10_000_000, Just(1_000_000_000_000_000)];
    proptest::collection::vec((1_u32..6, 0_usize..16, stake, 0_u64..50), 0..24)
}

/// A table of these rules in its first betting, with these wagers.
fn betting(rules: &HouseRules, wagers: &[(u32, usize, u64, u64)]) -> Table {
    let settings = Settings {
        id: TableId(3),
        name: "Salon".to_owned(),
        rules: Arc::new(rules.clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: table::EntryTerms::default(),
        seating: table::Seating::default(),
        draw: table::Drawing::Sealed,
        dealer: table::Dealer::Shuffle,
        squeeze: None,
    };
    let mut table = Table::new(Arc::new(settings));
    let opened = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: "test".to_owned(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    let mut events = vec![opened, Event::BettingOpened { round_no: 1, closes_at: START }];
    for (slip, (patron, place, stake, bonus)) in (1_u128..).zip(wagers) {
        let spot = rules.spots[place % rules.spots.len()].spot;
        let bonus = Amount::new((*bonus).min(*stake)).expect("it is small");
        let stake = Stake::new(*stake).expect("it is a stake");
        let wagers = vec![PlacedWager { spot, stake, bonus }];
        events.push(Event::SlipAccepted {
            patron: PatronId(*patron),
            slip_id: RequestId(slip),
            wagers,
            replaced: None,
        });
    }
    for (seq, event) in (1..).zip(events) {
        table.apply(&RecordedEvent { seq, at: START, event });
    }
    table
}

/// What the house pays and wins when this coup settles the table's round.
fn settled(table: &Table, coup: Coup) -> Worst {
    let settled =
        table.wagers().active().map(|(_, own)| settle(&coup, own.wagers(), &table.settings().rules));
    settled.fold(Worst::default(), |sum, settled| {
        let (staked, paid) = (u128::from(settled.staked.minor()), u128::from(settled.paid.minor()));
        let result =
            sum.result + i128::try_from(staked).expect("a stake") - i128::try_from(paid).expect("a sum");
        Worst { paid: sum.paid + paid, result }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_claimed_worst_case_is_the_worst_real_settlement(wagers in some_wagers(), place in 0_usize..6) {
        let rules = HouseRules::builtin(HouseRules::BUILTIN[place]).expect("six are built in");
        let table = betting(rules, &wagers);
        let claimed = TableExposure::of(RoundTotals::of(&table), &resolutions(rules).expect("it has decks"));
        let coups = &COUPS[&rules.id];
        let worst = |coups: &mut dyn Iterator<Item = &Coup>| {
            coups.map(|coup| settled(&table, *coup)).max_by_key(|worst| worst.paid).unwrap_or_default()
        };
        prop_assert_eq!(claimed.worst, worst(&mut coups.iter()));
        for (spot, claimed) in rules.spots.iter().zip(&claimed.spots) {
            let wins = |coup: &&Coup| matches!(spot.paytable.resolve(Facts::of(coup)), Resolution::Win(_));
            prop_assert_eq!(*claimed, worst(&mut coups.iter().filter(wins)), "{:?}", spot.spot);
        }
        let held: u128 = table.wagers().active().map(|(_, own)| u128::from(own.staked().minor())).sum();
        prop_assert_eq!(claimed.held, held);
    }
}

#[test]
fn a_spot_shows_its_stakes_its_patrons_and_what_it_pays_at_most() {
    let rules = HouseRules::builtin("live-no-commission").expect("built in");
    let banker = rules.spots.iter().position(|it| it.spot == Spot::Banker).expect("it has a Banker");
    let table = betting(rules, &[(1, banker, 101, 1), (2, banker, 100, 0), (2, banker, 50, 50)]);
    let exposure = TableExposure::of(RoundTotals::of(&table), &resolutions(rules).expect("it has decks"));
    let spot = &exposure.totals.spots[banker];
    assert_eq!((spot.patrons, spot.cash, spot.bonus, spot.pays_at_most()), (2, 200, 51, 502));
    assert_eq!((exposure.totals.patrons, exposure.held), (2, 251));
    assert_eq!(exposure.spots[banker], Worst { paid: 502, result: -251 });
    assert_eq!((exposure.totals.sides.banker, exposure.totals.sides.player), (251, 0));
}

#[tokio::test(start_paused = true)]
async fn exposure_is_live_and_ends_with_the_round() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "banker 300 player 100").await.expect("it is taken");
    let exposure = test.house.exposure(SALON).await.expect("the table runs");
    assert_eq!((exposure.totals.round, exposure.totals.phase), (Some(round), "betting"));
    assert_eq!((exposure.held, exposure.worst), (400, Worst { paid: 585, result: -185 }));
    test.end(SALON).await;
    let exposure = test.house.exposure(SALON).await.expect("the table runs");
    assert_eq!((exposure.held, exposure.worst), (0, Worst::default()));
    assert!(test.house.exposure(TableId(99)).await.is_err(), "there is no such table");
}

/// The edges that follow from the cards of public frames alone equal the house's own at every card of two rounds.
#[tokio::test(start_paused = true)]
async fn edges_follow_from_the_cards_that_everybody_saw() {
    for table in [SALON, GOLD] {
        let test = TestHouse::with(table).await;
        let rules = Arc::clone(&test.house.snapshot(table).expect("the table is there").view.rules);
        let mut frames = test.subscribe(table);
        let mut seen = LiveOdds::of_rules(&rules).expect("it has decks");
        let mut rounds = 0;
        while rounds < 2 {
            let frame = next_frame(&mut frames).await;
            match &frame.public.event {
                PublicEvent::CardsBurned { first: Some(card), .. } => seen.see(*card).expect("it was there"),
                PublicEvent::CardDrawn { card, .. } => seen.draw(*card).expect("it was there"),
                PublicEvent::RoundSettled { .. } => rounds += 1,
                _ => {}
            }
            if matches!(frame.view.phase, Phase::Complete { .. }) {
                continue;
            }
            let edges = test.house.edges(table).await.expect("the table runs").expect("there are cards");
            let laws = seen.laws().expect("there are cards").iter().map(odds::SpotLaw::house_edge);
            let own: Vec<Ratio> = edges.spots.iter().map(|(_, edge)| edge.clone()).collect();
            assert_eq!(own, laws.collect::<Vec<_>>(), "{:?}", frame.public.event);
            assert_eq!(edges.dealt, seen.table());
        }
    }
}

/// Two shoes of other orders, of which the same cards were seen, have the same edges.
#[test]
fn edges_do_not_depend_on_cards_to_come() {
    let rules = HouseRules::builtin("three-bet").expect("built in");
    let plan = Plan::of_rules(rules);
    let edges = |order: &[Card]| {
        let mut table = betting(rules, &[]);
        let events = [Event::BettingClosed { wagers: None, draw: None, squeeze: None }].into_iter();
        let events = events.chain(order.iter().take(3).map(|card| Event::CardDrawn {
            card: *card,
            from: table::Origin::Shoe,
            face_down: false,
        }));
        for (seq, event) in (3..).zip(events) {
            table.apply(&RecordedEvent { seq, at: START, event });
        }
        punto_house::risk::Edges::of(&table.view(), &plan).expect("there are cards")
    };
    let order = TestHouse::shuffled(1);
    let mut other = order.clone();
    other[3..].reverse();
    assert_ne!(order, other);
    assert_eq!(edges(&order), edges(&other));
    assert_eq!(edges(&order).unseen, 413);
}

#[tokio::test(start_paused = true)]
async fn rules_odds_are_computed_once_and_equal_the_law() {
    let test = TestHouse::with(SALON).await;
    let rules = Arc::new(HouseRules::builtin("live-commission").expect("built in").clone());
    let first = test.house.rules_odds(&rules).await.expect("they are computed");
    let again = test.house.rules_odds(&Arc::new((*rules).clone())).await.expect("they are known");
    assert!(Arc::ptr_eq(&first, &again), "they are computed once for each document");
    let (spot, law) = first.spots.iter().find(|(spot, _)| *spot == Spot::Banker).expect("it has a Banker");
    assert_eq!((spot.id(), law.won()), ("banker", 2_292_252_566_437_888));
    assert_eq!(law.house_edge().percent(5), "1.05791");
    assert_eq!(first.name, punto_house::rulebook::name_of(&rules));
}
