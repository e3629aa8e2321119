//! The bonus-money rule: which slips breach it, and by how much, on shoes of eight, six and one decks.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use baccarat::rules::BonusMoneyRule;
use baccarat::{HouseRules, Spot, Wager, Wagers};
use money::{Amount, Stake};
use punto_odds::BonusJudge;

/// The rule of document 004 over the layout of another document.
fn judge(rules: &str, decks: u8) -> BonusJudge {
    let rule = BonusMoneyRule { stake_share: (1, 2), win_chance: (9, 10) };
    let rules = HouseRules::builtin(rules).unwrap();
    let rules = HouseRules { decks, bonus_money: Some(rule), ..rules.clone() };
    BonusJudge::of_rules(&rules).unwrap().unwrap()
}

fn wagers(spots: &[Spot], stake: u64) -> Wagers {
    let mut wagers = Wagers::new();
    for spot in spots {
        wagers.add(Wager { spot: *spot, stake: Stake::new(stake).unwrap() }).unwrap();
    }
    wagers
}

fn amount(minor: u64) -> Amount {
    Amount::new(minor).unwrap()
}

/// The spots whose bit is in the set.
fn chosen(spots: &[Spot], set: usize) -> Vec<Spot> {
    spots.iter().enumerate().filter(|(idx, _)| (set >> idx) & 1 == 1).map(|(_, spot)| *spot).collect()
}

/// The sets of spots that breach while no smaller set in them does.
fn minimal(judge: &BonusJudge, spots: &[Spot]) -> Vec<Vec<Spot>> {
    let mut minimal: Vec<(usize, Vec<Spot>)> = Vec::new();
    let mut sets: Vec<usize> = (1..1 << spots.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    for set in sets {
        let chosen = chosen(spots, set);
        let wagers = wagers(&chosen, 100);
        let breaches = judge.breaches(&wagers, wagers.total());
        if breaches && !minimal.iter().any(|(smaller, _)| set & smaller == *smaller) {
            minimal.push((set, chosen));
        }
    }
    minimal.into_iter().map(|(_, chosen)| chosen).collect()
}

const SEVEN: [Spot; 7] =
    [Spot::Player, Spot::Banker, Spot::Tie, Spot::PlayerPair, Spot::BankerPair, Spot::Big, Spot::Small];

#[test]
fn two_sets_breach_and_no_other() {
    for decks in [8, 6, 1] {
        let actual = minimal(&judge("live-commission", decks), &SEVEN);
        let expected = [vec![Spot::Player, Spot::Banker], vec![Spot::Big, Spot::Small]];
        assert_eq!(actual, expected, "{decks} decks");
    }
    assert_eq!(minimal(&judge("live-no-commission", 8), &SEVEN).len(), 2, "odds of 0.5 are a profit too");
    assert_eq!(
        minimal(&judge("three-bet", 8), &SEVEN[..3]),
        [[Spot::Player, Spot::Banker]],
        "the layout of the document that has the rule"
    );
}

#[test]
fn chances_are_exact() {
    for (decks, both_sides, nearest) in
        [(8, "0.904844", "0.851181"), (6, "0.904931", "0.850919"), (1, "0.906385", "0.845590")]
    {
        let judge = judge("live-commission", decks);
        let chance = |spots: &[Spot]| judge.chance(&wagers(spots, 100)).decimal(6);
        assert_eq!(chance(&[Spot::Player, Spot::Banker]), both_sides, "{decks} decks");
        assert_eq!(chance(&[Spot::Big, Spot::Small]), "1.000000", "{decks} decks");
        // The most that can be had without either of the two.
        let most = [Spot::Player, Spot::Tie, Spot::PlayerPair, Spot::BankerPair, Spot::Big];
        assert_eq!(chance(&most), nearest, "{decks} decks");
    }
    let eight = judge("live-commission", 8);
    let both = eight.paid_more(&wagers(&[Spot::Player, Spot::Banker], 100));
    assert_eq!(both, 2_230_518_282_592_256 + 2_292_252_566_437_888);
    assert_eq!(eight.paid_more(&Wagers::new()), 0);
}

#[test]
fn half_of_the_stake_may_be_bonus_money_and_no_more() {
    let judge = judge("live-commission", 8);
    let both = wagers(&[Spot::Player, Spot::Banker], 101);
    assert!(!judge.breaches(&both, amount(0)));
    assert!(!judge.breaches(&both, amount(101)), "exactly half");
    assert!(judge.breaches(&both, amount(102)));
    assert!(!judge.breaches(&wagers(&[Spot::Player, Spot::Tie], 101), amount(202)));
    assert!(!judge.breaches(&Wagers::new(), amount(0)));
}

#[test]
fn a_profit_that_is_rounded_away_is_none() {
    let judge = judge("live-commission", 8);
    let mut small = wagers(&[Spot::Player], 100);
    small.add(Wager { spot: Spot::Banker, stake: Stake::new(1).unwrap() }).unwrap();
    // Banker pays 0.95 of one minor unit: nothing. Player alone is far from nine in ten.
    assert_eq!(judge.chance(&small).decimal(6), "0.446247");
    assert!(!judge.breaches(&small, small.total()));
}

#[test]
fn the_largest_stakes_are_judged_without_overflow() {
    let judge = judge("live-commission", 32);
    let most = wagers(&SEVEN, Stake::MAX.minor());
    assert!(judge.breaches(&most, most.total()));
    assert!(!judge.breaches(&most, amount(most.total().minor() / 2)));
}

#[test]
fn rules_without_the_rule_have_no_judge() {
    let rules = HouseRules::builtin("live-commission").unwrap();
    assert!(BonusJudge::of_rules(rules).unwrap().is_none());
    let none = HouseRules { decks: 0, ..HouseRules::builtin("three-bet").unwrap().clone() };
    assert!(BonusJudge::of_rules(&none).is_err());
}

#[test]
fn every_set_is_judged_as_its_count_says() {
    let judge = judge("live-commission", 8);
    for set in 0..1_usize << SEVEN.len() {
        let chosen = chosen(&SEVEN, set);
        let wagers = wagers(&chosen, 100);
        let counted = judge.paid_more(&wagers) * 10 > judge.draws() * 9;
        assert_eq!(judge.breaches(&wagers, wagers.total()), counted, "{chosen:?}");
    }
}

#[test]
fn the_spots_that_breach_are_named_and_no_others() {
    let judge = judge("live-commission", 8);
    let named = |spots: &[Spot]| {
        let wagers = wagers(spots, 100);
        judge.breaching_set(&wagers, wagers.total())
    };
    assert_eq!(named(&[Spot::Tie, Spot::Banker, Spot::Player]), Some(vec![Spot::Player, Spot::Banker]));
    assert_eq!(named(&SEVEN), Some(vec![Spot::Player, Spot::Banker]));
    assert_eq!(named(&[Spot::Tie, Spot::Small, Spot::Big]), Some(vec![Spot::Big, Spot::Small]));
    assert_eq!(named(&[Spot::Player, Spot::Tie]), None);
    assert_eq!(judge.breaching_set(&wagers(&SEVEN, 100), amount(350)), None, "exactly half");
}
