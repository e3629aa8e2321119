//! Lays shoes into lanes, sweeps them, and sorts the counts into endings.

use super::draws::{BANKER_DRAWS_TO, Masks, NEVER_ABOVE, Uniform};
use super::endings::{BANKER, BOTH, Counts, NOBODY, PLAYER, Points};
use super::lanes::Lanes;
use super::sweep::{Sink, Sweep, less, plus};

/// The most lanes there are.
const LANES: usize = 16;

/// Numbers for each of ten points, lane by lane.
type Laid = [[u32; LANES]; 10];

#[inline(always)]
fn load_all<V: Lanes, const N: usize>(proof: V::Proof, numbers: &[[u32; LANES]; N]) -> [V; N] {
    let mut loaded = [V::load(proof, &[0; LANES]); N];
    for idx in 0..N {
        loaded[idx] = V::load(proof, &numbers[idx]);
    }
    loaded
}

/// Counts by ending: the lanes are Player's ten third cards, as many at a time as there are lanes.
#[inline(always)]
pub(super) fn one<V: Lanes>(proof: V::Proof, points: &Points, counts: &mut Counts) {
    let zero = V::load(proof, &[0; LANES]);
    let (mut sweep, mut skewed) = (Sweep::new(zero), Skewed::new());
    while skewed.from < 10 {
        let lanes = Thirds::of(points, skewed.from, V::LANES);
        let draws = Masks(load_all::<V, { NEVER_ABOVE + 1 }>(proof, &lanes.masks), zero);
        let (shoe, others) = (load_all::<V, 10>(proof, &lanes.shoe), load_all::<V, 10>(proof, &lanes.others));
        sweep.run(&shoe, &others, V::load(proof, &lanes.weight), &draws, &mut skewed);
        skewed.from += V::LANES;
    }
    skewed.fold(counts);
    finish(points, counts);
}

/// One shoe in many lanes, each without another third card of Player. Lanes past the last third card have no weight.
struct Thirds {
    shoe: Laid,
    /// One less of each.
    others: Laid,
    /// How many cards are like the one that is gone.
    weight: [u32; LANES],
    /// `[total of two]`: all ones where Banker draws on it.
    masks: [[u32; LANES]; NEVER_ABOVE + 1],
}

impl Thirds {
    /// `from`: the third card of the first of so many lanes.
    #[inline(always)]
    fn of(points: &Points, from: usize, lanes: usize) -> Self {
        let mut laid = Self {
            shoe: [[0; LANES]; 10],
            others: [[0; LANES]; 10],
            weight: [0; LANES],
            masks: [[0; LANES]; NEVER_ABOVE + 1],
        };
        for x in 0..10 {
            let cards = u32::from(points[x]);
            laid.shoe[x] = [cards; LANES];
            laid.others[x] = [cards.saturating_sub(1); LANES];
            if let Some(lane) = x.checked_sub(from).filter(|lane| *lane < lanes) {
                laid.shoe[x][lane] = cards.saturating_sub(1);
                laid.others[x][lane] = cards.saturating_sub(2);
                laid.weight[lane] = cards;
                for total in 0..=BANKER_DRAWS_TO[x] {
                    laid.masks[total][lane] = u32::MAX;
                }
            }
        }
        laid
    }
}

/// Sums by the total of two plus the third card, from 0 to 18.
///
/// The third cards are lanes side by side, so a vector is added from the place of its total of two on. Each lane meets
/// its own place without a look at single lanes. Places are taken modulo ten only at the end.
struct Skewed {
    /// Both drew. `[Banker's total][Player's place]`.
    both: [[u64; 32]; 10],
    /// Player drew. `[Banker's total of two - 3][Player's place]`.
    player: [[u64; 32]; 5],
    /// Banker drew. `[Player's total of two - 6][Banker's place]`.
    banker: [[u64; 32]; 2],
    /// The third card of the first lane.
    from: usize,
}

impl<V: Lanes> Sink<V> for Skewed {
    #[inline(always)]
    fn both(&mut self, player: usize, banker: usize, counts: V::Wide) {
        V::add_to(counts, &mut self.both[banker][player + self.from..]);
    }

    #[inline(always)]
    fn totals(&mut self, low: usize, high: usize, counts: V::Wide) {
        if high >= 6 {
            V::add_to(counts, &mut self.banker[high - 6][low + self.from..]);
        }
        // Banker stands on `high` after some third cards and not after others, so this looks at single lanes.
        let mut lanes = [0; LANES];
        V::add_to(counts, &mut lanes);
        for third in self.from..(self.from + V::LANES).min(10) {
            if high > BANKER_DRAWS_TO[third] {
                let sum = &mut self.player[high - 3][low + third];
                *sum = sum.wrapping_add(lanes[third - self.from]);
            }
        }
    }
}

impl Skewed {
    #[inline(always)]
    const fn new() -> Self {
        Self { both: [[0; 32]; 10], player: [[0; 32]; 5], banker: [[0; 32]; 2], from: 0 }
    }

    #[inline(always)]
    fn fold(&self, counts: &mut Counts) {
        for total in 0..10 {
            for banker in 0..10 {
                counts[BOTH][total][banker] = self.both[banker][total] + self.both[banker][total + 10];
            }
            for banker in 3..8 {
                let sums = &self.player[banker - 3];
                counts[PLAYER][total][banker] = sums[total] + sums[total + 10];
            }
            for player in 6..8 {
                let sums = &self.banker[player - 6];
                counts[BANKER][player][total] = sums[total] + sums[total + 10];
            }
        }
    }
}

/// Counts by ending of several shoes: the lanes are the shoes, one sweep for each of Player's third cards.
#[inline(always)]
pub(super) fn several<V: Lanes>(proof: V::Proof, points: &[Points], counts: &mut [Counts]) {
    let mut left: [Laid; 3] = [[[0; LANES]; 10]; 3];
    for (lane, points) in points.iter().enumerate() {
        for x in 0..10 {
            for gone in 0..3_u16 {
                left[usize::from(gone)][x][lane] = u32::from(points[x].saturating_sub(gone));
            }
        }
    }
    let [full, less_one, less_two] = left.map(|laid| load_all::<V, 10>(proof, &laid));
    let zero = V::load(proof, &[0; LANES]);
    let (mut sweep, mut sorted) = (Sweep::new(zero), Sorted::<V>::new(zero.wide_times(zero)));
    for third in 0..10 {
        let limit = BANKER_DRAWS_TO[third];
        (sorted.third, sorted.limit) = (third, limit);
        let (mut shoe, mut others) = (full, less_one);
        shoe[third] = less_one[third];
        others[third] = less_two[third];
        sweep.run(&shoe, &others, full[third], &Uniform { limit, zero }, &mut sorted);
    }
    sorted.unload(counts);
    for (points, counts) in points.iter().zip(counts) {
        finish(points, counts);
    }
}

/// Sums of one of Player's third cards after the other.
struct Sorted<V: Lanes> {
    /// Both drew. `[Player's total][Banker's total]`.
    both: [[V::Wide; 10]; 10],
    /// Player drew. `[Banker's total of two - 3][Player's total]`.
    player: [[V::Wide; 10]; 5],
    /// Banker drew. `[Player's total of two - 6][Banker's total]`.
    banker: [[V::Wide; 10]; 2],
    /// The third card.
    third: usize,
    /// The largest total on which Banker draws then.
    limit: usize,
}

impl<V: Lanes> Sink<V> for Sorted<V> {
    #[inline(always)]
    fn both(&mut self, player: usize, banker: usize, counts: V::Wide) {
        let sum = &mut self.both[plus(player, self.third)][banker];
        *sum = *sum + counts;
    }

    #[inline(always)]
    fn totals(&mut self, low: usize, high: usize, counts: V::Wide) {
        let total = plus(low, self.third);
        if high > self.limit {
            let sum = &mut self.player[high - 3][total];
            *sum = *sum + counts;
        }
        if high >= 6 {
            let sum = &mut self.banker[high - 6][total];
            *sum = *sum + counts;
        }
    }
}

impl<V: Lanes> Sorted<V> {
    #[inline(always)]
    const fn new(none: V::Wide) -> Self {
        Self { both: [[none; 10]; 10], player: [[none; 10]; 5], banker: [[none; 10]; 2], third: 0, limit: 0 }
    }

    #[inline(always)]
    fn unload(&self, counts: &mut [Counts]) {
        for total in 0..10 {
            for banker in 0..10 {
                put::<V>(counts, self.both[total][banker], BOTH, total, banker);
            }
            for banker in 3..8 {
                put::<V>(counts, self.player[banker - 3][total], PLAYER, total, banker);
            }
            for player in 6..8 {
                put::<V>(counts, self.banker[player - 6][total], BANKER, player, total);
            }
        }
    }
}

#[inline(always)]
fn put<V: Lanes>(counts: &mut [Counts], wide: V::Wide, thirds: usize, player: usize, banker: usize) {
    let mut lanes = [0; LANES];
    V::add_to(wide, &mut lanes);
    for (counts, number) in counts.iter_mut().zip(lanes) {
        counts[thirds][player][banker] = number;
    }
}

/// Adds the endings on four cards, and turns those on five into draws of six.
#[inline(always)]
fn finish(points: &Points, counts: &mut Counts) {
    let cards: u64 = points.iter().copied().map(u64::from).sum();
    let (fifth, sixth) = (cards - 4, cards - 5);
    for total in 0..10 {
        for banker in 3..8 {
            counts[PLAYER][total][banker] *= sixth;
        }
        for player in 6..8 {
            counts[BANKER][player][total] *= sixth;
        }
    }
    four(&points.map(u64::from), fifth * sixth, &mut counts[NOBODY]);
}

/// Counts the endings on four cards: naturals, and two totals of 6 or 7. `rest`: in how many orders two more can come.
#[inline(always)]
fn four(points: &[u64; 10], rest: u64, counts: &mut [[u64; 10]; 10]) {
    // Hands by total: all, by their first card, and half of those with a given card.
    let (mut all, mut first, mut with) = ([0; 10], [[0; 10]; 10], [[0; 10]; 10]);
    for total in 0..10 {
        for x in 0..10 {
            let y = less(total, x);
            with[total][x] = if x == y { points[y].saturating_sub(1) } else { points[y] };
            first[total][x] = points[x] * with[total][x];
            all[total] += first[total][x];
        }
    }
    for (high, from, to) in [(6, 6, 6), (7, 6, 7), (8, 0, 8), (9, 0, 9)] {
        for low in from..=to {
            // First card or second, in a hand where it stands first or second: four times the same.
            let mut shared = 0;
            for x in 0..10 {
                shared += first[high][x] * with[low][x];
            }
            let both = if low == high { 2 * all[high] } else { 0 };
            let count = (all[high] * all[low] + both - 4 * shared) * rest;
            counts[high][low] = count;
            counts[low][high] = count;
        }
    }
}
