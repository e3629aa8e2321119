//! Laws of the kernel, over coups dealt from random cards and slips of random stakes.

use money::{Amount, Odds, Stake};
use proptest::prelude::*;
use punto_baccarat::{
    Card, Coup, CoupRecord, Deal, Facts, HouseRules, Outcome, RawWager, Resolution, ShoeFile, Side,
    SlipRefusal, Spot, Step, Wager, Wagers, settle, settle_facts,
};

fn card() -> impl Strategy<Value = Card> {
    (0..Card::KINDS).prop_map(|index| Card::from_index(index).expect("an index below 52"))
}

/// A coup dealt card by card from endless random cards.
fn coup() -> impl Strategy<Value = Coup> {
    prop::collection::vec(card(), 6).prop_map(|cards| {
        let mut deal = Deal::new();
        for card in cards {
            match deal.draw(card) {
                Step::More(more) => deal = more,
                Step::Done(coup) => return coup,
            }
        }
        unreachable!("six cards complete any coup")
    })
}

fn rules() -> impl Strategy<Value = &'static HouseRules> {
    prop::sample::select(&HouseRules::BUILTIN[..]).prop_map(|id| HouseRules::builtin(id).expect("built in"))
}

fn stake() -> impl Strategy<Value = Stake> {
    prop_oneof![1..200_u64, 1..=Stake::MAX.minor(), Just(Stake::MAX.minor())]
        .prop_map(|minor| Stake::new(minor).expect("within bounds"))
}

fn wagers(rules: &'static HouseRules) -> impl Strategy<Value = Wagers> {
    prop::sample::subsequence(&rules.spots, 0..=rules.spots.len())
        .prop_flat_map(|spots| {
            let count = spots.len();
            (Just(spots), prop::collection::vec(stake(), count))
        })
        .prop_map(|(spots, stakes)| {
            let mut wagers = Wagers::new();
            for (spot, stake) in spots.iter().zip(stakes) {
                wagers.add(Wager { spot: spot.spot, stake }).expect("one stake a spot");
            }
            wagers
        })
}

fn round() -> impl Strategy<Value = (&'static HouseRules, Coup, Wagers)> {
    rules().prop_flat_map(|rules| (Just(rules), coup(), wagers(rules)))
}

proptest! {
    /// A coup built by dealing equals one built by replay, and its text leads back to it.
    #[test]
    fn dealing_equals_replay(coup in coup()) {
        let record = CoupRecord { cards: coup.cards().to_vec() };
        prop_assert_eq!(record.into_coup(8), Ok(coup));
        prop_assert_eq!(coup.to_string().parse(), Ok(coup));
    }

    /// One card more or less is never a coup.
    #[test]
    fn a_coup_has_exactly_its_cards(coup in coup(), extra in card()) {
        let mut cards = coup.cards().to_vec();
        cards.push(extra);
        let one_more = CoupRecord { cards: cards.clone() }.into_coup(8);
        prop_assert!(one_more.is_err());
        cards.truncate(cards.len() - 2);
        let one_less = CoupRecord { cards }.into_coup(8);
        prop_assert!(one_less.is_err());
    }

    /// The bead, the facts and the hands tell the same story.
    #[test]
    fn facts_agree_with_the_hands(coup in coup()) {
        let (facts, bead) = (Facts::of(&coup), coup.bead());
        let holds = |name| facts.hold(Facts::named(name).expect("a fact"));
        let wins = [holds("player_wins"), holds("banker_wins"), holds("tie")];
        prop_assert_eq!(wins, Outcome::ALL.map(|outcome| outcome == coup.outcome()));
        prop_assert_eq!(holds("player_pair"), bead.pair.player);
        prop_assert_eq!(holds("banker_pair"), bead.pair.banker);
        prop_assert_eq!(holds("player_natural") || holds("banker_natural"), bead.natural);
        prop_assert_eq!(holds("banker_wins") && holds("banker_total_6"), bead.lucky_6);
        let sizes = [holds("four_cards"), holds("five_cards"), holds("six_cards")];
        prop_assert_eq!(sizes, [4, 5, 6].map(|count| count == coup.card_count()));
        if bead.natural {
            prop_assert_eq!(coup.card_count(), 4);
        }
        prop_assert!(Side::ALL.iter().all(|side| coup.hand(*side).total().get() <= 9));
    }

    /// Settling conserves money: every unit paid is a stake returned or a profit at the odds that won, within
    /// one minor unit of the exact fraction.
    #[test]
    fn settling_conserves_money((rules, coup, wagers) in round()) {
        let settlement = settle(&coup, &wagers, rules);
        let sum = |amounts: Vec<Amount>| Amount::checked_sum(amounts).expect("fits");
        prop_assert_eq!(settlement.staked, wagers.total());
        prop_assert_eq!(settlement.wagers.len(), wagers.len());
        prop_assert_eq!(settlement.paid, sum(settlement.wagers.iter().map(|s| s.payout).collect()));
        let mut turnover = Vec::new();
        for settled in &settlement.wagers {
            let stake = settled.wager.stake.amount();
            match settled.resolution {
                Resolution::Push => prop_assert_eq!(settled.payout, stake),
                Resolution::Lose => prop_assert_eq!(settled.payout, Amount::ZERO),
                Resolution::Win(odds) => {
                    let profit = settled.payout.checked_sub(stake).expect("a win returns the stake");
                    prop_assert!(is_floor(profit, stake, odds));
                }
            }
            if settled.resolution != Resolution::Push {
                turnover.push(stake);
            }
        }
        prop_assert_eq!(settlement.effective_turnover, sum(turnover));
    }

    /// Exactly one of Player and Banker wins, or both push on a tie.
    #[test]
    fn opposing_sides_oppose(rules in rules(), coup in coup()) {
        let resolve = |spot| rules.spot(spot).expect("on every layout").paytable.resolve(Facts::of(&coup)).id();
        let expected = match coup.outcome() {
            Outcome::Player => ("win", "lose", "lose"),
            Outcome::Banker => ("lose", "win", "lose"),
            Outcome::Tie => ("push", "push", "win"),
        };
        prop_assert_eq!((resolve(Spot::Player), resolve(Spot::Banker), resolve(Spot::Tie)), expected);
    }

    /// Splitting a patron's wagers over several settlements changes nothing.
    #[test]
    fn settling_is_wager_by_wager((rules, coup, wagers) in round()) {
        let whole = settle(&coup, &wagers, rules);
        for settled in &whole.wagers {
            let mut alone = Wagers::new();
            alone.add(settled.wager).expect("one stake");
            let single = settle_facts(Facts::of(&coup), &alone, rules);
            prop_assert_eq!(&single.wagers[0], settled);
        }
    }

    /// A slip that is accepted is within every limit; wagering it twice is judged on the sum.
    #[test]
    fn limits_hold_for_the_sum(rules in rules(), first in 1..40_000_000_u64, second in 1..40_000_000_u64) {
        let limit = |spot| rules.spot(spot).expect("on every layout").limit(2);
        let slip = |minor| [RawWager { spot: "tie", stake: Stake::new(minor) }];
        let Ok(taken) = rules.judge(1, slip(first), &Wagers::new(), limit) else {
            prop_assert!(limit(Spot::Tie).maximum.is_some_and(|max| first > max.minor()));
            return Ok(());
        };
        match rules.judge(1, slip(second), &taken, limit) {
            Ok(_) => prop_assert!(limit(Spot::Tie).maximum.is_none_or(|max| first + second <= max.minor())),
            Err(SlipRefusal::AboveMaximum { already, maximum, .. }) => {
                prop_assert_eq!(already.minor(), first);
                prop_assert!(first + second > maximum.minor());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    /// replay(export(shoe)) is the shoe.
    #[test]
    fn shoe_files_lead_back(coups in prop::collection::vec(coup(), 0..12), decks in 8..=32_u8) {
        let file = ShoeFile { rules: "three-bet".to_owned(), decks, burned: None, notes: Vec::new(), coups };
        match file.to_string().parse::<ShoeFile>() {
            Ok(read) => prop_assert_eq!(read, file),
            Err(errors) => prop_assert!(errors.to_string().contains("have already come out"), "{errors}"),
        }
    }

    /// No text of any kind makes a reader panic.
    #[test]
    fn readers_survive_any_text(text in "\\PC{0,80}") {
        let _ = text.parse::<Coup>();
        let _ = text.parse::<HouseRules>();
        let _ = text.parse::<ShoeFile>();
    }
}

/// profit = floor(stake * odds)
fn is_floor(profit: Amount, stake: Amount, odds: Odds) -> bool {
    let exact = u128::from(stake.minor()) * u128::from(odds.numerator());
    u128::from(profit.minor()) == exact / u128::from(odds.denominator())
}
