//! Lays shoes into lanes, sweeps them, and sorts the counts into endings.

use super::lanes::Lanes;
use super::sweep::{BANKER_DRAWS_TO, Masks, Sink, Sweep, Uniform, less, plus};
use super::{BANKER, BOTH, Counts, NOBODY, PLAYER, Points};

/// The most lanes there are.
const LANES: usize = 16;

/// Counts by ending: the lanes are Player's ten third cards, as many at a time as there are lanes.
#[inline(always)]
pub(super) fn one<V: Lanes>(proof: V::Proof, points: &Points, counts: &mut Counts) {
    let mut skewed = Skewed { both: [[0; 32]; 10], player: [[0; 32]; 5], banker: [[0; 32]; 2], from: 0 };
    let zero = V::load(proof, &[0; LANES]);
    let mut sweep = Sweep::new(zero);
    while skewed.from < 10 {
        let (mut shoe, mut others) = ([[0; LANES]; 10], [[0; LANES]; 10]);
        let (mut weight, mut masks) = ([0; LANES], [[0; LANES]; 7]);
        for x in 0..10 {
            let cards = u32::from(points[x]);
            shoe[x] = [cards; LANES];
            others[x] = [cards.saturating_sub(1); LANES];
            if let Some(lane) = x.checked_sub(skewed.from).filter(|lane| *lane < V::LANES) {
                shoe[x][lane] = cards.saturating_sub(1);
                others[x][lane] = cards.saturating_sub(2);
                weight[lane] = cards;
                for total in 0..=BANKER_DRAWS_TO[x] {
                    masks[total][lane] = u32::MAX;
                }
            }
        }
        let draws = Masks(load_all::<V, 7>(proof, &masks), zero);
        let (shoe, others) = (load_all::<V, 10>(proof, &shoe), load_all::<V, 10>(proof, &others));
        sweep.run(&shoe, &others, V::load(proof, &weight), &draws, &mut skewed);
        skewed.from += V::LANES;
    }
    skewed.fold(counts);
    finish(points, counts);
}

#[inline(always)]
fn load_all<V: Lanes, const N: usize>(proof: V::Proof, numbers: &[[u32; LANES]; N]) -> [V; N] {
    let mut loaded = [V::load(proof, &[0; LANES]); N];
    for idx in 0..N {
        loaded[idx] = V::load(proof, &numbers[idx]);
    }
    loaded
}

/// Sums in which Player's total of two and the lane, which is the third card, make one place: their sum.
struct Skewed {
    /// `[Banker's total]`.
    both: [[u64; 32]; 10],
    /// `[Banker's total of two - 3]`, where Banker stands.
    player: [[u64; 32]; 5],
    /// `[Player's total of two - 6]`; the place is Banker's total.
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
    let mut left = [[[0; LANES]; 10]; 3];
    for (lane, points) in points.iter().enumerate() {
        for x in 0..10 {
            for gone in 0..3_u16 {
                left[usize::from(gone)][x][lane] = u32::from(points[x].saturating_sub(gone));
            }
        }
    }
    let zero = V::load(proof, &[0; LANES]);
    let none = zero.wide_times(zero);
    let full = load_all::<V, 10>(proof, &left[0]);
    let less_one = load_all::<V, 10>(proof, &left[1]);
    let less_two = load_all::<V, 10>(proof, &left[2]);
    let mut sorted = Sorted {
        both: [[none; 10]; 10],
        player: [[none; 10]; 5],
        banker: [[none; 10]; 2],
        third: 0,
        limit: 0,
    };
    let mut sweep = Sweep::new(zero);
    for third in 0..10 {
        (sorted.third, sorted.limit) = (third, BANKER_DRAWS_TO[third]);
        let (mut shoe, mut others) = (full, less_one);
        shoe[third] = less_one[third];
        others[third] = less_two[third];
        let draws = Uniform { limit: sorted.limit, zero };
        sweep.run(&shoe, &others, full[third], &draws, &mut sorted);
    }
    sorted.unload(counts);
    for (points, counts) in points.iter().zip(counts) {
        finish(points, counts);
    }
}

/// Sums of one of Player's third cards after the other.
struct Sorted<V: Lanes> {
    /// `[Player's total][Banker's total]`.
    both: [[V::Wide; 10]; 10],
    /// `[Banker's total of two - 3][Player's total]`.
    player: [[V::Wide; 10]; 5],
    /// `[Player's total of two - 6][Banker's total]`.
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

/// Adds the endings on four cards, and lets those on five be draws of six.
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

/// Counts the endings on four cards: naturals, and two totals of 6 or 7.
#[inline(always)]
fn four(points: &[u64; 10], rest: u64, counts: &mut [[u64; 10]; 10]) {
    let (mut hands, mut partners, mut all) = ([[0; 10]; 10], [[0; 10]; 10], [0; 10]);
    for total in 0..10 {
        for x in 0..10 {
            let y = less(total, x);
            partners[total][x] = if x == y { points[y].saturating_sub(1) } else { points[y] };
            hands[total][x] = points[x] * partners[total][x];
            all[total] += hands[total][x];
        }
    }
    for (high, from, to) in [(6, 6, 6), (7, 6, 7), (8, 0, 8), (9, 0, 9)] {
        for low in from..=to {
            let mut shared = 0;
            for x in 0..10 {
                shared += hands[high][x] * partners[low][x];
            }
            // Both cards are shared as often as there are hands, in either order.
            let twice = if low == high { 2 * all[high] } else { 0 };
            let count = (all[high] * all[low] + twice - 4 * shared) * rest;
            counts[high][low] = count;
            counts[low][high] = count;
        }
    }
}
