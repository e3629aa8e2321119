//! Runs of whole shoes held to their laws: they end as tables end them, add up, and know nothing of threads.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

use baccarat::{Card, HouseRules, Outcome, Shoe, ShoeEnd, ShoeFile, Side, Spot};
use money::{Amount, Stake};
use proptest::prelude::*;
use punto_montecarlo::figures::{Comparison, SchemeFigures, SpotFigures, streak_lines};
use punto_montecarlo::schemes::{Bet, SCHEMES, Scheme, Session, Terms};
use punto_montecarlo::shoes::{DealtShoe, ShoeRun, Tally};
use roads::Roads;

fn rules(id: &str) -> &'static HouseRules {
    HouseRules::builtin(id).expect("built in")
}

fn all() -> Vec<&'static Scheme> {
    SCHEMES.iter().collect()
}

fn terms(rules: &HouseRules) -> Terms<'_> {
    let bet = Bet {
        spot: Spot::Banker,
        bankroll: Amount::new(100_000).expect("small"),
        base: Stake::new(1_000).expect("small"),
        maximum: None,
    };
    Terms::new(rules, bet, &all()).expect("terms that are taken")
}

fn run(rules: &HouseRules, sessions: u64, session_shoes: u32, threads: usize) -> Tally {
    let terms = terms(rules);
    let run = ShoeRun {
        rules,
        seed: 7,
        sessions: NonZeroU64::new(sessions).expect("one or more"),
        session_shoes: NonZeroU32::new(session_shoes).expect("one or more"),
        schemes: Some((&terms, all())),
    };
    let mut progress = 0;
    let tally = run.run(NonZeroUsize::new(threads).expect("one or more"), |shoes| progress += shoes);
    assert_eq!((progress, tally.shoes), (run.shoes(), run.shoes()));
    tally
}

#[test]
fn threads_make_no_difference() {
    for (sessions, session_shoes) in [(140, 1), (30, 3)] {
        let alone = run(rules("live-commission"), sessions, session_shoes, 1);
        for threads in [2, 3] {
            assert_eq!(run(rules("live-commission"), sessions, session_shoes, threads), alone, "{threads}");
        }
    }
}

#[test]
fn the_order_of_merging_makes_no_difference() {
    let parts: Vec<Tally> = (0..3)
        .map(|seed| {
            let (rules, sessions) = (rules("gold-card"), NonZeroU64::new(9).unwrap());
            let run = ShoeRun { rules, seed, sessions, session_shoes: NonZeroU32::MIN, schemes: None };
            run.run(NonZeroUsize::MIN, |_| ())
        })
        .collect();
    let merged = |order: [usize; 3]| {
        let mut tally = parts[order[0]].clone();
        order[1..].iter().for_each(|part| tally.merge(&parts[*part]));
        tally
    };
    assert_eq!(merged([0, 1, 2]), merged([2, 0, 1]));
    assert_eq!(merged([0, 1, 2]).shoes, 27);
}

#[test]
fn everything_counted_adds_up() {
    for id in HouseRules::BUILTIN {
        let tally = run(rules(id), 20, 1, 2);
        let coups = tally.coups();
        assert_eq!(tally.cards.total(), coups, "{id}");
        assert_eq!(
            [Outcome::Player, Outcome::Banker, Outcome::Tie].map(|it| tally.outcome(it)).iter().sum::<u64>(),
            coups
        );
        assert_eq!(tally.decided.sum(), coups - tally.outcome(Outcome::Tie));
        let wins = |side| *tally.streaks.as_ref().map(punto_montecarlo::Counts::sum).get(side);
        assert_eq!(wins(Side::Player), tally.outcome(Outcome::Player));
        assert_eq!(wins(Side::Banker), tally.outcome(Outcome::Banker));
        for spot in &tally.spots {
            let closed = rules(id).spot(spot.spot).unwrap().closed_from_round;
            let coups = closed.map_or(coups, |from| tally.shoes * u64::from(from - 1));
            assert_eq!(spot.seen.draws(), u128::from(coups), "{id} {}", spot.spot);
        }
        let lines = streak_lines(&tally, 0.507, 6);
        let (streaks, expected) = lines
            .iter()
            .fold((0, 0.0), |sum, line| (sum.0 + line.count.banker, sum.1 + line.expected.banker));
        let streaks = f64::from(u32::try_from(streaks).unwrap());
        assert!((streaks / expected - 1.0).abs() < 0.1, "{id}: {streaks} streaks, expected {expected}");
    }
}

#[test]
fn spots_and_schemes_agree_with_the_exact_law() {
    let rules = rules("sixty-round");
    let tally = run(rules, 400, 1, 2);
    let spots = SpotFigures::of_shoes(rules, &tally).unwrap();
    for figures in &spots {
        assert_eq!(figures.comparison, Comparison::Exact);
        let z = figures.mean.unwrap().z(figures.exact_mean).unwrap();
        assert!(z.abs() < 4.0, "{}: {z}", figures.spot);
        assert_eq!(figures.resolutions.iter().map(|it| it.count).sum::<u64>(), figures.coups);
        assert!((figures.resolutions.iter().map(|it| it.exact).sum::<f64>() - 1.0).abs() < 1e-12);
    }
    let edge = |spot| spots.iter().find(|figures| figures.spot == spot).unwrap().exact_edge();
    let scale = SchemeFigures::scale(&tally.schemes, 20);
    for scheme in &tally.schemes {
        let figures = SchemeFigures::new(scheme, edge);
        let z = figures.loss.unwrap().z(figures.exact_edge.unwrap()).unwrap();
        assert!(z.abs() < 4.0, "{}: {z}", scheme.scheme.id);
        let results: i128 =
            scheme.results.iter().map(|(it, count)| i128::from(*it) * i128::from(*count)).sum();
        assert_eq!(results, -figures.lost, "what is won and what is lost are one figure");
        let on_spots: u128 = scheme.staked.values().sum();
        assert_eq!(i128::try_from(on_spots), Ok(figures.staked));
        let histogram = scale.histogram(&scheme.results);
        let in_bins: u64 = histogram.counts.iter().sum();
        assert_eq!(in_bins + histogram.below + histogram.above, figures.sessions);
        let [worst, .., best] = figures.quantiles.unwrap();
        assert!(worst >= -100_000 && worst < best, "no more is lost than was brought");
    }
}

#[test]
fn a_dealt_shoe_is_burned_and_ends_by_its_house_rules() {
    for id in HouseRules::BUILTIN {
        let dealt = DealtShoe::of_run(rules(id), 1, 2);
        let mut shoe = rules(id).new_shoe();
        if let Some(burned) = dealt.burned() {
            burned.first.into_iter().for_each(|card| assert!(shoe.see(card).is_ok()));
            shoe.burn(burned.face_down).unwrap();
        }
        for round in dealt {
            assert!(!shoe.is_over(), "{id}");
            assert_eq!(shoe.begin_round(), round.round_no, "{id}");
            round.coup.cards().into_iter().for_each(|card| assert!(shoe.see(card).is_ok()));
        }
        assert!(shoe.is_over(), "{id}");
    }
}

#[test]
fn the_example_shoe_is_dealt_as_it_was() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpora/example.shoe"))
        .unwrap();
    let file: ShoeFile = text.parse().unwrap();
    let burned = file.burned.unwrap();
    // Which cards went face down nobody saw: any that did not come out will do.
    let mut seen = Shoe::new(8, ShoeEnd::Rounds(u16::MAX));
    let coups: Vec<Card> = file.coups.iter().flat_map(baccarat::Coup::cards).collect();
    burned.first.iter().chain(&coups).for_each(|card| assert!(seen.see(*card).is_ok()));
    let unseen = Card::deck().zip(*seen.seen()).flat_map(|(card, out)| vec![card; usize::from(8 - out)]);
    let unseen: Vec<Card> = unseen.collect();
    let (face_down, behind) = unseen.split_at(usize::from(burned.face_down));
    let cards = burned.first.iter().chain(face_down).chain(&coups).chain(behind).copied().collect();
    let dealt = DealtShoe::new(rules("live-commission"), cards);
    assert_eq!(dealt.burned(), file.burned);
    assert_eq!(dealt.map(|round| round.coup).collect::<Vec<_>>(), file.coups);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// What a session ends with is what it began with, less all stakes, and all that was paid; never below nothing.
    #[test]
    fn money_is_conserved(seed: u64, scheme in 0..SCHEMES.len(), base in 1_u64..30_000, most in 1_u64..100_000) {
        let rules = rules("live-no-commission");
        let scheme = &SCHEMES[scheme];
        let bet = Bet {
            spot: Spot::Banker,
            bankroll: Amount::new(100_000).unwrap(),
            base: Stake::new(base).unwrap(),
            maximum: Some(Amount::new(most.max(base)).unwrap()),
        };
        let terms = Terms::new(rules, bet, &[scheme]).unwrap();
        let (mut session, mut roads) = (Session::new(scheme, &terms), Roads::new());
        let mut left = 100_000;
        for round in DealtShoe::of_run(rules, seed, 0) {
            if let Some(wager) = session.wager(round.round_no, &roads) {
                let stake = wager.stake.minor();
                prop_assert!(stake <= left && stake <= most.max(base), "{stake} of {left}");
                left = left - stake + session.settle(wager, baccarat::Facts::of(&round.coup)).minor();
                prop_assert_eq!(session.left().minor(), left);
            } else if session.is_ruined() {
                prop_assert!(left < base);
            }
            roads.push(round.coup.bead());
        }
    }
}
