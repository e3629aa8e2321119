//! The shuffle against chance, and the test against shuffles that are known to be broken: a test that cannot
//! tell those apart would say nothing about the sound one.

use punto_fair::shuffle;

const DECK: usize = 52;
/// Shuffles a test looks at: 400 for each card in each place.
const SHUFFLES: u32 = 400 * 52;

/// Pearson's statistic over a table of counts that should all be `expected`, rounded down.
fn chi_square(counts: &[u32], expected: u32) -> u64 {
    let squares: u64 = counts.iter().map(|n| u64::from(n.abs_diff(expected)).pow(2)).sum();
    squares / u64::from(expected)
}

/// How far the places of the cards are from chance: 52 x 52 counts, 2601 degrees of freedom.
fn by_place(mut next: impl FnMut() -> Vec<usize>) -> u64 {
    let mut counts = vec![0; DECK * DECK];
    for _ in 0..SHUFFLES {
        for (place, card) in next().into_iter().enumerate() {
            counts[place * DECK + card] += 1;
        }
    }
    chi_square(&counts, SHUFFLES / 52)
}

/// How far neighbours are from chance: how many places further, round the deck, the next card began.
/// 51 counts, 50 degrees of freedom.
fn by_neighbour(mut next: impl FnMut() -> Vec<usize>) -> u64 {
    let mut counts = vec![0; DECK - 1];
    for _ in 0..SHUFFLES / 4 {
        for pair in next().windows(2) {
            counts[(pair[1] + DECK - pair[0]) % DECK - 1] += 1;
        }
    }
    chi_square(&counts, SHUFFLES / 4)
}

/// Chance exceeds these once in a million tests.
const PLACE_LIMIT: u64 = 2_960;
const NEIGHBOUR_LIMIT: u64 = 107;

/// Decks shuffled by the seeds 1, 2, 3 and so on.
fn sound() -> impl FnMut() -> Vec<usize> {
    let (mut seed, mut number) = ([0; 32], 0_u32);
    move || {
        number += 1;
        seed[..4].copy_from_slice(&number.to_le_bytes());
        shuffle(&seed, 1).into_iter().map(baccarat::Card::index).collect()
    }
}

#[test]
fn the_shuffle_is_uniform() {
    let (place, neighbour) = (by_place(sound()), by_neighbour(sound()));
    assert!(place < PLACE_LIMIT, "{place}");
    assert!(neighbour < NEIGHBOUR_LIMIT, "{neighbour}");
}

/// A small generator for the broken shuffles; its own quality is not what is wrong with them.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("a deck is small");
        usize::try_from(self.next() % count).expect("it is below a small number")
    }
}

/// Decks shuffled by swapping each place `i`, from the last down to `lowest`, with the place `other(rng, i)`.
fn swapping(lowest: usize, other: impl Fn(&mut SplitMix, usize) -> usize) -> impl FnMut() -> Vec<usize> {
    let mut rng = SplitMix(1);
    move || {
        let mut deck: Vec<usize> = (0..DECK).collect();
        for i in (lowest..DECK).rev() {
            let j = other(&mut rng, i);
            deck.swap(i, j);
        }
        deck
    }
}

/// The place that a shuffle swaps with the place given.
type Other = fn(&mut SplitMix, usize) -> usize;

#[test]
fn a_sound_shuffle_passes_with_any_generator_and_broken_ones_are_caught() {
    let shuffles: [(&str, usize, Other, bool); 5] = [
        ("sound", 1, |rng, i| rng.below(i + 1), true),
        ("eight bits modulo", 1, |rng, i| usize::from(rng.next().to_le_bytes()[0]) % (i + 1), false),
        ("one too few to choose from", 1, SplitMix::below, false),
        ("one swap too few", 2, |rng, i| rng.below(i + 1), false),
        ("swapping with any place", 0, |rng, _| rng.below(DECK), false),
    ];
    for (name, lowest, other, is_sound) in shuffles {
        let place = by_place(swapping(lowest, other));
        assert_eq!(place < PLACE_LIMIT, is_sound, "{name}: {place}");
    }
}

#[test]
fn a_mere_cut_is_caught_by_its_neighbours() {
    let mut rng = SplitMix(1);
    let neighbour = by_neighbour(move || {
        let mut deck: Vec<usize> = (0..DECK).collect();
        deck.rotate_left(rng.below(DECK));
        deck
    });
    assert!(neighbour > NEIGHBOUR_LIMIT, "{neighbour}");
}
