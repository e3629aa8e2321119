//! A table whose house rules are others after a restart: the shoe goes on under those it began with, the next one runs
//! under the new ones, and a round is corrected by those of its own shoe.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use punto_house::ports::CommitStore as _;
use punto_house::rulebook::name_of;
use punto_house::{StartError, default_tables};
use store::MemoryStore;
use table::{Event, RulesUsed};

use crate::by_hand::{patron, round_by_hand};
use crate::corrections::{ONE, played, void};
use crate::test_house::{SALON, TestHouse, cards, code, first_shoe, next_frame};

/// House rules of another day: three spots, and Banker pays 0.5 to one.
fn others() -> String {
    let text = HouseRules::builtin_text("three-bet").expect("built in");
    let changed = text.replace("odds = \"0.95\"", "odds = \"0.5\"");
    assert_ne!(changed, text);
    changed
}

/// The rules that the table runs under as everybody may see it.
fn seen(test: &TestHouse) -> String {
    test.house.snapshot(SALON).expect("the table").view.rules.id.clone()
}

#[tokio::test(start_paused = true)]
async fn a_shoe_ends_under_the_rules_it_began_with() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player_pair 1000").await.unwrap();
    let test = test.restart_under(&others()).await;
    assert_eq!(seen(&test), "live-commission");
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!(view.staked.minor(), 1_000, "the wagers stay on the table");
    let more = test.place(patron, SALON, 2, "player_pair 1000").await.unwrap_err();
    assert_eq!(code(&more), "above_maximum", "no limit of today says how much that spot may hold");
    test.place(patron, SALON, 3, "banker 1000").await.unwrap();
    test.end(SALON).await;
    let settled = test.history(patron).await.remove(0).wagers;
    assert_eq!(settled.iter().map(|wager| wager.spot).collect::<Vec<_>>(), [Spot::PlayerPair, Spot::Banker]);

    // No frame opens a shoe on a layout that subscribers do not know: they find a gap and take a snapshot.
    let mut frames = test.subscribe(SALON);
    let mut last = next_frame(&mut frames).await.public.seq;
    let gap = loop {
        let public = next_frame(&mut frames).await.public.clone();
        if public.seq != last + 1 {
            break public.seq;
        }
        last = public.seq;
    };
    assert_eq!(gap, last + 2, "only the opening of the shoe is missing");
    assert!(test.house.snapshot(SALON).unwrap().view.seq >= gap);
    test.betting(SALON).await;
    assert_eq!(seen(&test), "three-bet");
    test.sit(patron, SALON).await.unwrap();
    let old = test.place(patron, SALON, 4, "player_pair 1000").await.unwrap_err();
    assert_eq!(code(&old), "unknown_spot");

    // And once more: the shoe of today is taken up as it is.
    let test = test.restart_under(&others()).await;
    assert_eq!((seen(&test).as_str(), test.audit().await), ("three-bet", 0));
}

#[tokio::test(start_paused = true)]
async fn a_round_is_corrected_by_the_rules_of_its_own_shoe() {
    let store = Arc::new(MemoryStore::new());
    let patron = patron(&store).await;
    let (old, new) = (HouseRules::builtin("live-commission").unwrap().clone(), others().parse().unwrap());
    let mut rounds = Vec::new();
    for rules in [&old, &new] {
        rounds.push(round_by_hand(&store, rules, (patron, "banker 1000"), "9h Kd Ks 3c").await);
    }
    let test = TestHouse::salon_on(store).await;

    let banker_wins = cards("Kh 9d Ks Kc");
    for (round, id, paid) in [(rounds[0], "live-commission", 1_950), (rounds[1], "three-bet", 1_500)] {
        let propose = test.correct(round, banker_wins.clone()).await;
        let used = propose.proposal.rules.expect("it says which rules");
        assert_eq!((used.rules.id.as_str(), used.assumed), (id, false));
        assert_eq!(propose.proposal.patrons[0].paid_after().minor(), paid);
    }
    let paid: Vec<_> =
        test.history(patron).await.iter().map(|round| round.wagers[0].payout.minor()).collect();
    assert_eq!(paid, [1_500, 1_950]);
}

#[tokio::test(start_paused = true)]
async fn a_shoe_that_names_no_rules_goes_by_those_of_today_and_the_dry_run_says_so() {
    let store = Arc::new(MemoryStore::new());
    store.commit(SALON, 0, vec![first_shoe(fair::ALGORITHM)]).await.unwrap();
    let test = TestHouse::salon_on(store).await;
    let (_, round) = played(&test).await;
    let receipt = test.propose(round, void(), ONE, "misread").await.unwrap();
    let today = name_of(HouseRules::builtin("live-commission").unwrap());
    assert_eq!(receipt.proposal.rules, Some(RulesUsed { rules: today, assumed: true }));
}

#[tokio::test(start_paused = true)]
async fn rules_are_on_record_before_a_shoe_names_them() {
    let test = TestHouse::with(SALON).await;
    let rules = HouseRules::builtin("live-commission").unwrap();
    let name = name_of(rules);
    let events = test.store.events(SALON);
    let Event::ShoeOpened { rules: Some(named), .. } = &events[0].event else { panic!("a shoe comes first") };
    assert_eq!(named, &name);
    assert_eq!(test.store.house_rules(name.digest).await.unwrap().as_ref(), Some(&rules.text));
}

#[tokio::test(start_paused = true)]
async fn rules_that_are_not_what_their_document_says_are_not_run() {
    let mut tables = default_tables();
    let mut rules = (*tables[0].rules).clone();
    rules.decks = 6;
    tables[0].rules = Arc::new(rules);
    let error = TestHouse::refused(Arc::default(), tables).await;
    assert_eq!(error, StartError::Rules(SALON));
    assert_eq!(error.to_string(), "the house rules of table 1 are not what their document says");
}
