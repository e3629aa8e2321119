//! Coups a second, against a plain loop: Fisher-Yates as far as cards are needed, and branches for the tableau. All are
//! timed in turn within one run, so their ratios hold on a busy machine; the run fails when a ratio is below its
//! limit. Then a thousand million coups of each built-in house rules, or as many as the caller names, against the exact
//! law; that fails when a spot lies four standard errors or more from it.
#![allow(clippy::print_stdout, reason = "a bench talks to the person who runs it")]

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use baccarat::HouseRules;
use baccarat::rules::catalogue;
use chacha20::ChaCha8;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use odds::Composition;
use punto_montecarlo::fixed::{Checks, Detail, Fit, Path, Run};

/// At least so many times the coups of the faster plain loop, in tenths.
const LIMITS: [(Detail, u128); 2] = [(Detail::Totals, 40), (Detail::Ranks, 30)];

/// At least so many times the coups of one thread by two, in tenths.
const TWO_THREADS: u128 = 18;

const COUPS_PER_SHOE: u16 = 60;

/// How many shoes are timed at once.
const UNIT: u32 = 1024;

/// A number from 0 to `n - 1`, exactly uniform: Lemire's method.
fn below(number: &mut impl FnMut() -> u32, n: u32) -> u32 {
    let mut product = u64::from(number()) * u64::from(n);
    if low(product) < n {
        let refused = n.wrapping_neg() % n;
        while low(product) < refused {
            product = u64::from(number()) * u64::from(n);
        }
    }
    u32::try_from(product >> 32).expect("it is below n")
}

fn low(product: u64) -> u32 {
    u32::try_from(product & 0xffff_ffff).expect("32 bits")
}

/// xoshiro256++ by Blackman and Vigna, a usual choice for simulation.
fn xoshiro() -> impl FnMut() -> u32 {
    let [mut s0, mut s1, mut s2, mut s3] = [1_u64, 2, 3, 4];
    move || {
        let result = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = s3.rotate_left(45);
        u32::try_from(result >> 32).expect("32 bits")
    }
}

/// The generator that is measured against, from the library that made it fast.
fn chacha() -> impl FnMut() -> u32 {
    let mut stream = ChaCha8::new(&[7; 32].into(), &[0; 12].into());
    let (mut bytes, mut used) = ([0; 1024], 1024);
    move || {
        if used == bytes.len() {
            bytes = [0; 1024];
            stream.apply_keystream(&mut bytes);
            used = 0;
        }
        let word = bytes[used..].first_chunk().expect("1024 is a multiple of 4");
        used += 4;
        u32::from_le_bytes(*word)
    }
}

/// The plain loop. Cards are what they count, or their ranks from ace to king.
struct Plain<N> {
    /// Numbers of 32 bits, all equally likely.
    number: N,
    shoe: Vec<u8>,
    of_ranks: bool,
    /// By pairs (none, Player's, Banker's, both), thirds, and totals.
    counts: [[[u64; 100]; 4]; 4],
}

/// Up to which total Banker draws, by what Player's third card counts.
const BANKER_DRAWS_TO: [u8; 10] = [3, 3, 4, 4, 5, 5, 6, 6, 2, 3];

impl<N: FnMut() -> u32> Plain<N> {
    fn new(number: N, of_ranks: bool) -> Self {
        let deck = (0..13).map(|rank| if of_ranks || rank < 9 { rank } else { 9 });
        let deck = deck.map(|card| if of_ranks { card } else { (card + 1) % 10 });
        let shoe = (0..32).flat_map(|_| deck.clone()).collect();
        Self { number, shoe, of_ranks, counts: [[[0; 100]; 4]; 4] }
    }

    fn points(&self, card: u8) -> u8 {
        if !self.of_ranks {
            card
        } else if card < 9 {
            card + 1
        } else {
            0
        }
    }

    fn shoe(&mut self) {
        let mut next = 0;
        for _ in 0..COUPS_PER_SHOE {
            self.coup(&mut next);
        }
    }

    fn draw(&mut self, next: &mut usize) -> u8 {
        let left = u32::try_from(self.shoe.len() - *next).expect("416 at most");
        let place = *next + usize::try_from(below(&mut self.number, left)).expect("415 at most");
        self.shoe.swap(*next, place);
        *next += 1;
        self.shoe[*next - 1]
    }

    fn coup(&mut self, next: &mut usize) {
        let [p1, b1, p2, b2] = [(); 4].map(|()| self.draw(next));
        let mut player = (self.points(p1) + self.points(p2)) % 10;
        let mut banker = (self.points(b1) + self.points(b2)) % 10;
        let mut thirds = 0;
        if player < 8 && banker < 8 {
            let mut banker_draws = banker <= 5;
            if player <= 5 {
                let card = self.draw(next);
                let third = self.points(card);
                player = (player + third) % 10;
                banker_draws = banker <= BANKER_DRAWS_TO[usize::from(third)];
                thirds += 1;
            }
            if banker_draws {
                let card = self.draw(next);
                banker = (banker + self.points(card)) % 10;
                thirds += 2;
            }
        }
        let pairs = if self.of_ranks { usize::from(p1 == p2) + 2 * usize::from(b1 == b2) } else { 0 };
        self.counts[pairs][thirds][usize::from(player * 10 + banker)] += 1;
    }

    /// Whether it deals at all honestly: ties within five standard errors.
    fn assert_honest(&self) {
        let counts = self.counts.as_flattened();
        let coups: u64 = counts.as_flattened().iter().sum();
        let ties: u64 = counts.iter().flat_map(|totals| totals.iter().step_by(11)).sum();
        // Ties are 0.0951560 of all coups, with a variance of 0.0861 a coup.
        let apart = (ties * 10_000_000).abs_diff(coups * 951_560);
        assert!(
            u128::from(apart).pow(2) < 25 * 8_610_000_000_000 * u128::from(coups),
            "{ties} ties of {coups}"
        );
    }
}

/// Something that deals some shoes.
type Way<'a> = (String, Box<dyn FnMut(u64) + 'a>);

/// How long each takes for [`UNIT`] shoes: the quickest of many turns, short enough for some to be left alone.
fn in_turn(ways: &mut [Way<'_>]) -> Vec<Duration> {
    const TURNS: u64 = 200;
    let mut best = vec![Duration::MAX; ways.len()];
    for turn in 0..TURNS {
        for ((_, way), best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            way(turn);
            *best = (*best).min(start.elapsed());
        }
    }
    best
}

fn plain_way<'a>(name: &str, number: impl FnMut() -> u32 + 'a, of_ranks: bool) -> Way<'a> {
    let mut plain = Plain::new(number, of_ranks);
    let deal = move |_| {
        (0..UNIT).for_each(|_| plain.shoe());
        plain.assert_honest();
    };
    (format!("plain loop, {name}"), Box::new(deal))
}

fn ways(run: &Run, detail: Detail) -> Vec<Way<'_>> {
    let mut ways = Vec::new();
    if detail < Detail::Cards {
        let of_ranks = detail == Detail::Ranks;
        ways.push(plain_way("xoshiro256++", xoshiro(), of_ranks));
        ways.push(plain_way("ChaCha8", chacha(), of_ranks));
    }
    for (path, name) in Path::all().zip(["portable", "AVX2", "AVX-512"]) {
        let deal = move |block| {
            black_box(run.block_by(path, block, UNIT));
        };
        ways.push((name.to_owned(), Box::new(deal)));
    }
    ways
}

fn run_of(shoe: &Composition, detail: Detail) -> Run {
    Run::new(shoe, COUPS_PER_SHOE, detail, 1).expect("60 coups fit in eight decks")
}

/// Millions of coups a second, in tenths.
fn tenths_of_millions(shoes: u64, time: Duration) -> u128 {
    u128::from(shoes) * u128::from(COUPS_PER_SHOE) * 10_000 / time.as_nanos().max(1)
}

fn tenths(number: u128) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// One core, each way. Gives the ratio of the fastest path to the faster plain loop, in tenths.
fn one_core(shoe: &Composition, detail: Detail, baseline: &mut Option<Duration>) -> u128 {
    let run = run_of(shoe, detail);
    let mut ways = ways(&run, detail);
    let times = in_turn(&mut ways);
    let plain = ways.iter().zip(&times).filter(|((name, _), _)| name.starts_with("plain"));
    *baseline = plain.map(|(_, time)| *time).min().or(*baseline);
    let plain = baseline.unwrap_or(Duration::MAX);
    println!("{detail:?}, {COUPS_PER_SHOE} coups of each shoe of eight decks, one core");
    let ratio = |time: Duration| 10 * plain.as_nanos() / time.as_nanos().max(1);
    for ((name, _), time) in ways.iter().zip(&times) {
        let (speed, ratio) = (tenths(tenths_of_millions(u64::from(UNIT), *time)), tenths(ratio(*time)));
        println!("  {name:<26} {speed:>7} million coups/s {ratio:>6} times");
    }
    times.last().map_or(0, |time| ratio(*time))
}

/// Two threads against one. Gives the ratio in tenths.
fn two_threads(shoe: &Composition) -> u128 {
    let run = run_of(shoe, Detail::Ranks);
    // Two blocks: short enough for both cores to be left alone at times, even on a busy machine.
    let shoes = 2 * u64::from(Run::BLOCK_SHOES);
    let mut best = [Duration::MAX; 2];
    for _ in 0..10 {
        for (threads, best) in (1..).zip(&mut best) {
            let threads = NonZeroUsize::new(threads).expect("one or two");
            for _ in 0..50 {
                let start = Instant::now();
                black_box(run.all(shoes, threads, |_| ()));
                *best = (*best).min(start.elapsed());
            }
        }
    }
    let ratio = 10 * best[0].as_nanos() / best[1].as_nanos().max(1);
    println!("Ranks, by threads");
    for (threads, time) in ["one", "two"].into_iter().zip(best) {
        println!("  {threads:<26} {:>7} million coups/s", tenths(tenths_of_millions(shoes, time)));
    }
    println!("  {:<26} {:>7} times", "two to one", tenths(ratio));
    ratio
}

/// Deals the built-in house rules, and all paytables of the trade, against the exact law.
fn against_the_law(shoe: &Composition, coups: u64) {
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let shoes = coups.div_ceil(u64::from(COUPS_PER_SHOE));
    let builtin = HouseRules::BUILTIN.iter().map(|name| {
        let rules = HouseRules::builtin(name).expect("it is built in");
        let spots = rules.spots.iter().map(|spot| (spot.spot.id().to_owned(), &spot.paytable));
        (*name, spots.collect::<Vec<_>>())
    });
    let entries = catalogue::entries().iter();
    let trade = entries.map(|entry| (format!("{} {}", entry.spot.id(), entry.name), &entry.paytable));
    for ((name, spots), seed) in builtin.chain([("all paytables of the trade", trade.collect())]).zip(1..) {
        let checks = Checks::new(spots.iter().map(|(_, paytable)| *paytable), shoe).expect("eight decks");
        let run = Run::new(shoe, COUPS_PER_SHOE, checks.detail(), seed).expect("60 coups fit in eight decks");
        let start = Instant::now();
        let tally = run.all(shoes, threads, |_| ());
        println!("{name}: {} coups, seed {seed}, {:.1?}", tally.coups(), start.elapsed());
        let fits = [
            ("all ways to end", Fit::of_endings(&tally, shoe)),
            ("all ways to pair", Fit::of_pairings(&tally, shoe)),
        ];
        for (ways, fit) in fits {
            let z = fit.expect("eight decks").z();
            println!("  {ways:<36} fit z    {z:>6.2}");
            assert!(z < 4.0, "{ways} lie {z} standard deviations from their law");
        }
        let results = checks.of_tally(&tally).expect("the run has all spots");
        for ((spot, _), check) in spots.iter().zip(results) {
            let (z, farthest) = (check.z().unwrap_or(f64::NAN), check.farthest_z().unwrap_or(f64::NAN));
            println!("  {spot:<36} profit z {z:>6.2}, farthest {farthest:>6.2}");
            assert!(farthest.abs() < 4.0, "{spot} lies {farthest} standard errors from its law");
        }
    }
}

fn main() {
    let shoe = Composition::of_decks(8).expect("eight decks");
    let args: Vec<String> = std::env::args().collect();
    if !args.iter().any(|argument| argument == "--bench") {
        against_the_law(&shoe, 20_000);
        return;
    }
    let mut baseline = None;
    let ratios = LIMITS.map(|(detail, limit)| (detail, limit, one_core(&shoe, detail, &mut baseline)));
    one_core(&shoe, Detail::Cards, &mut baseline);
    let threads = two_threads(&shoe);
    let coups = args.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000_000);
    against_the_law(&shoe, coups);
    for (detail, limit, ratio) in ratios {
        let judged = Path::avx2().is_some();
        assert!(
            !judged || ratio >= limit,
            "{detail:?}: {} times, {} are needed",
            tenths(ratio),
            tenths(limit)
        );
    }
    let two_cores = available_parallelism().is_ok_and(|cores| cores.get() >= 2);
    assert!(!two_cores || threads >= TWO_THREADS, "two threads: {} times one", tenths(threads));
}
