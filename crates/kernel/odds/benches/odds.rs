//! The full law of a shoe with the seven spots of vendor document 000, against a plain enumeration: two hands of two by
//! points, 55 times 55, then both third cards. All are timed in turn within one run, so their ratios hold on a busy
//! machine; the run fails when a ratio is below its limit, or two ways to count disagree.
#![allow(clippy::print_stdout, reason = "a bench talks to the person who runs it")]
#![allow(clippy::needless_range_loop, reason = "the plain enumeration is written as plainly as can be")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use baccarat::deal::Step;
use baccarat::{Card, Deal, HouseRules};
use punto_odds::{Composition, JointLaw, Law, PairLaw, Path, Plan};

/// At least so many times faster than the plain enumeration, in tenths: one shoe without and with AVX2, and each of
/// eight shoes at once.
const LIMITS: [(&str, u128); 3] = [("portable", 100), ("AVX2", 150), ("AVX2, 8 shoes, each", 300)];

const SHOES: usize = 8;

/// What a straightforward program counts: rounds by outcome (Player, Banker, tie) and cards (4 to 6).
type Tally = [[u64; 3]; 3];

/// Up to which total of two Banker draws, by the points of Player's third card.
const BANKER_DRAWS_TO: [usize; 10] = [3, 3, 4, 4, 5, 5, 6, 6, 2, 3];

fn outcome(player: usize, banker: usize) -> usize {
    match player.cmp(&banker) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    }
}

/// The plain enumeration. Every hand of two is met once, with the number of orders it can come in.
fn plain(mut left: [u64; 10]) -> Tally {
    let cards: u64 = left.iter().sum();
    let mut tally = [[0; 3]; 3];
    for p1 in 0..10 {
        for p2 in p1..10 {
            let player_ways = take(&mut left, p1, p2);
            for b1 in 0..10 {
                for b2 in b1..10 {
                    let ways = player_ways * take(&mut left, b1, b2);
                    if ways > 0 {
                        thirds(&mut left, cards, ways, [(p1 + p2) % 10, (b1 + b2) % 10], &mut tally);
                    }
                    put_back(&mut left, b1, b2);
                }
            }
            put_back(&mut left, p1, p2);
        }
    }
    tally
}

/// Takes two cards by points; gives the ways to do so, in either order. Where there is none, counts wrap and come back.
fn take(left: &mut [u64; 10], first: usize, second: usize) -> u64 {
    let orders = if first == second { 1 } else { 2 };
    let ways = orders * left[first];
    left[first] = left[first].wrapping_sub(1);
    let ways = if ways == 0 { 0 } else { ways * left[second] };
    left[second] = left[second].wrapping_sub(1);
    ways
}

fn put_back(left: &mut [u64; 10], first: usize, second: usize) {
    left[first] = left[first].wrapping_add(1);
    left[second] = left[second].wrapping_add(1);
}

/// Both third cards after two hands of two.
fn thirds(left: &mut [u64; 10], cards: u64, ways: u64, [player, banker]: [usize; 2], tally: &mut Tally) {
    let sixth = cards - 5;
    if player >= 8 || banker >= 8 || (player >= 6 && banker >= 6) {
        tally[outcome(player, banker)][0] += ways * (cards - 4) * sixth;
    } else if player >= 6 {
        for third in 0..10 {
            tally[outcome(player, (banker + third) % 10)][1] += ways * left[third] * sixth;
        }
    } else {
        for third in 0..10 {
            let ways = ways * left[third];
            let total = (player + third) % 10;
            if banker > BANKER_DRAWS_TO[third] {
                tally[outcome(total, banker)][1] += ways * sixth;
            } else if ways > 0 {
                left[third] -= 1;
                for last in 0..10 {
                    tally[outcome(total, (banker + last) % 10)][2] += ways * left[last];
                }
                left[third] += 1;
            }
        }
    }
}

/// The seven spots from the plain enumeration: won and returned.
fn plain_spots(shoe: &Composition) -> [(u128, u128); 7] {
    let tally = plain(shoe.by_points().map(u64::from));
    let [player, banker, tie] = tally.map(|by_cards| by_cards.iter().copied().map(u128::from).sum());
    let of_cards = |cards: usize| tally.iter().map(|by_cards| u128::from(by_cards[cards])).sum::<u128>();
    let pairs: u64 =
        shoe.by_rank().map(|cards| u64::from(cards) * u64::from(cards.saturating_sub(1))).iter().sum();
    let rest: u128 = (2..6).map(|gone| u128::from(shoe.cards()) - gone).product();
    let pair = u128::from(pairs) * rest;
    let (four, more) = (of_cards(0), of_cards(1) + of_cards(2));
    [(player, tie), (banker, tie), (tie, 0), (pair, 0), (pair, 0), (more, 0), (four, 0)]
}

/// The median of what each takes, in turn.
fn in_turn<const N: usize>(ways: [&mut dyn FnMut(); N]) -> [Duration; N] {
    const TURNS: usize = 301;
    const TIMES: u32 = 16;
    let mut times = [(); N].map(|()| Vec::with_capacity(TURNS));
    let mut ways = ways;
    for _ in 0..TURNS {
        for (way, times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..TIMES).for_each(|_| way());
            times.push(start.elapsed() / TIMES);
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[TURNS / 2]
    })
}

/// Eight shoes as they are met: full, and with more and more cards gone.
fn shoes() -> Vec<Composition> {
    let mut shoe = Composition::of_decks(8).expect("eight decks");
    let deck: Vec<Card> = Card::deck().collect();
    let mut cards = deck.iter().copied().cycle().step_by(7);
    (0..SHOES)
        .map(|_| {
            let now = shoe.clone();
            shoe.remove_all(cards.by_ref().take(40)).expect("there are eight of each");
            now
        })
        .collect()
}

fn agree(plan: &Plan, shoes: &[Composition]) {
    for shoe in shoes {
        let expected = plain_spots(shoe);
        for path in Path::all() {
            let laws = plan.laws_by(path, shoe).expect("there are cards");
            let actual: Vec<_> = laws.iter().map(|law| (law.won(), law.push)).collect();
            assert_eq!(actual, expected, "{path:?}");
        }
    }
}

fn main() {
    let rules = HouseRules::builtin("live-commission").expect("built in");
    let (plan, shoes) = (Plan::of_rules(rules), shoes());
    agree(&plan, &shoes);
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (shoe, fast) = (&shoes[0], Path::fastest());
    let laws = |path: Path| {
        black_box(plan.laws_by(path, black_box(shoe)).is_ok());
    };
    let each = |path: Path| {
        black_box(plan.laws_of_each_by(path, black_box(&shoes)).is_ok());
    };
    let [baseline, portable, portable_each, avx2, avx2_each, law, pairs] = in_turn([
        &mut || {
            black_box(plain_spots(black_box(shoe)));
        },
        &mut || laws(Path::PORTABLE),
        &mut || each(Path::PORTABLE),
        &mut || laws(fast),
        &mut || each(fast),
        &mut || {
            black_box(Law::by(fast, black_box(shoe)).is_ok());
        },
        &mut || {
            black_box(PairLaw::of(black_box(shoe)).is_ok());
        },
    ]);
    let eighth = u32::try_from(SHOES).expect("eight");
    let ratio = |time: Duration| 10 * baseline.as_nanos() / time.as_nanos().max(1);
    let line = |what: &str, time: Duration| {
        let ratio = ratio(time);
        println!("{what:<32} {time:>12.3?} {:>5}.{} times", ratio / 10, ratio % 10);
    };
    println!("the law of eight decks with the seven spots of document 000");
    line("plain enumeration", baseline);
    line("portable", portable);
    line("portable, 8 shoes, each", portable_each / eighth);
    if Path::avx2().is_some() {
        line("AVX2", avx2);
        line("AVX2, 8 shoes, each", avx2_each / eighth);
        line("  of one: totals and cards", law);
        line("  of one: pairs", pairs);
    }
    middle(shoe);
    println!();
    println!(
        "Bound: one sweep takes 480 products of 32 bits for each of Player's ten third cards, at four a"
    );
    println!(
        "multiplication and two multiplications a cycle 600 cycles. What limits it is not they but the sums"
    );
    println!("that go into them: some 1000 triples with a given card, and loads, two to a product.");
    judge([ratio(portable), ratio(avx2), ratio(avx2_each / eighth)]);
}

/// What odds in the middle of a coup take, after each card of one.
fn middle(shoe: &Composition) {
    println!();
    let (mut deal, mut left) = (Deal::new(), shoe.clone());
    for text in ["2h", "Ks", "2s", "3s", "3d"] {
        let [time] = in_turn([&mut || {
            black_box(JointLaw::given(black_box(&deal), &left).is_ok());
        }]);
        println!("with pairs, {} cards on the table  {time:>9.3?}", deal.cards().len());
        let card: Card = text.parse().expect("a card");
        left.remove(card).expect("there are eight of each");
        let Step::More(more) = deal.draw(card) else { unreachable!("the coup goes on to the sixth card") };
        deal = more;
    }
}

fn judge(ratios: [u128; 3]) {
    let without_avx2 = Path::avx2().is_none();
    for ((what, limit), ratio) in LIMITS.into_iter().zip(ratios) {
        assert!(
            ratio >= limit || (without_avx2 && what.starts_with("AVX2")),
            "{what}: {}.{} times, at least {} are needed",
            ratio / 10,
            ratio % 10,
            limit / 10
        );
    }
}
