//! That every path counts the same and nothing wraps that must not: on shoes at the bound of what a composition takes.
//! These are the tests that Miri runs. Knows no cards, as the kernel.

use core::ops::{Add, BitAnd, Sub};

use super::drive::{one, several};
use super::lanes::{Lanes, Plain, twice};
use super::{BOTH, Counts, NOBODY, Path, Points};

/// As many cards of each points as 32 decks have.
const MOST: Points = [512, 128, 128, 128, 128, 128, 128, 128, 128, 128];

const NOTHING: Counts = [[[0; 10]; 10]; 4];

/// Lanes that refuse to wrap, and refuse a factor that is too large unless the other is zero.
#[derive(Clone, Copy, Debug)]
struct Exact<const W: usize>([i128; W]);

impl<const W: usize> Exact<W> {
    fn each(self, other: Self, of: impl Fn(i128, i128) -> i128) -> Self {
        Self(core::array::from_fn(|lane| of(self.0[lane], other.0[lane])))
    }

    fn product_below(self, other: Self, bound: i128) -> Self {
        self.each(other, |one, other| {
            let small = |factor| (0..bound).contains(&factor);
            assert!((small(one) && small(other)) || one == 0 || other == 0, "{one} times {other}");
            one * other
        })
    }
}

impl<const W: usize> Add for Exact<W> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.each(other, i128::add)
    }
}

impl<const W: usize> Sub for Exact<W> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.each(other, i128::sub)
    }
}

impl<const W: usize> BitAnd for Exact<W> {
    type Output = Self;

    fn bitand(self, mask: Self) -> Self {
        self.each(mask, |number, mask| match mask {
            0 => 0,
            0xffff_ffff => number,
            _ => panic!("{mask} is no mask"),
        })
    }
}

impl<const W: usize> Lanes for Exact<W> {
    const LANES: usize = W;

    type Wide = Self;
    type Proof = ();

    fn load((): (), numbers: &[u32]) -> Self {
        Self(core::array::from_fn(|lane| numbers[lane].into()))
    }

    fn times(self, other: Self) -> Self {
        self.product_below(other, 1 << 15)
    }

    fn factor(self) -> Self {
        self
    }

    fn product(one: Self, other: Self) -> Self {
        one.product_below(other, 1 << 32)
    }

    fn add_to(wide: Self, sums: &mut [u64]) {
        for (sum, number) in sums.iter_mut().zip(wide.0) {
            let number = u64::try_from(number).unwrap();
            *sum = sum.checked_add(number).unwrap();
        }
    }
}

/// Counts up to eight shoes in every way there is, the first of them alone too, and nothing may differ.
fn count(shoes: &[Points]) -> Vec<Counts> {
    let (mut exact, mut alone) = (vec![NOTHING; shoes.len()], NOTHING);
    several::<Exact<8>>((), shoes, &mut exact);
    one::<Exact<10>>((), &shoes[0], &mut alone);
    assert_eq!(alone, exact[0], "{:?}", shoes[0]);
    for path in Path::all() {
        let mut counts = vec![NOTHING; shoes.len()];
        path.count_each(shoes, &mut counts);
        assert_eq!(counts, exact, "{path:?}, {shoes:?}");
        assert_eq!(path.count(&shoes[0]), exact[0], "{path:?}, {:?}", shoes[0]);
    }
    exact
}

fn orders_of_six(points: &Points) -> u128 {
    let cards: u128 = points.iter().copied().map(u128::from).sum();
    (cards - 5..=cards).product()
}

fn sum(counts: &Counts) -> u128 {
    counts.as_flattened().as_flattened().iter().copied().map(u128::from).sum()
}

/// A full shoe, and one of which most lanes are empty.
#[test]
fn paths_are_sound_and_alike() {
    let shoes = [MOST, [5, 1, 0, 0, 0, 0, 0, 0, 0, 1]];
    let by_path: Vec<_> = Path::all()
        .map(|path| {
            let mut together = [NOTHING; 2];
            path.count_each(&shoes, &mut together);
            assert_eq!(together[1], path.count(&shoes[1]), "{path:?}");
            together
        })
        .collect();
    assert!(by_path.windows(2).all(|paths| paths[0] == paths[1]));
    assert_eq!(sum(&by_path[0][0]), orders_of_six(&MOST));
}

/// If all cards count the same there is one ending, and it has all draws.
#[test]
#[cfg_attr(miri, ignore = "Miri would take long over lanes without unsafe code")]
fn cards_that_all_count_the_same_end_one_way() {
    let shoes: Vec<Points> =
        (0..10).map(|x| core::array::from_fn(|y| if x == y { MOST[x] } else { 0 })).collect();
    let counts = [count(&shoes[..8]), count(&shoes[8..])].concat();
    for (x, (points, counts)) in shoes.iter().zip(counts).enumerate() {
        let two = 2 * x % 10;
        // Both sides hold the same: both stand on it, or both draw.
        let (thirds, total) = if two >= 6 { (NOBODY, two) } else { (BOTH, 3 * x % 10) };
        assert_eq!(u128::from(counts[thirds][total][total]), orders_of_six(points), "{x}");
    }
}

/// Every shoe in which each number of points is missing or as common as possible, and many with rare points. Also of
/// ten cards of ten kinds, and of six cards in pairs.
#[test]
#[cfg_attr(miri, ignore = "Miri would take hours over it")]
fn no_factor_is_too_large_and_nothing_wraps() {
    let corners = (1..1024)
        .map(|corner: usize| core::array::from_fn(|x| if (corner >> x) & 1 == 1 { MOST[x] } else { 0 }));
    let rare = (0..256_u64).map(|seed| {
        let digits = seed * 0x9e37_79b1;
        core::array::from_fn(|x| match (digits >> (2 * x)) % 4 {
            3 => MOST[x],
            few => u16::try_from(few).unwrap(),
        })
    });
    let tens_and_one = [512, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    let odd = [tens_and_one, [1; 10], [0, 0, 2, 0, 2, 0, 0, 2, 0, 0]];
    let shoes: Vec<Points> =
        corners.chain(rare).chain(odd).filter(|points| points.iter().sum::<u16>() >= 6).collect();
    let most = u64::from(MOST[0]) * 1664_u64.pow(5);
    for shoes in shoes.chunks(8) {
        for (points, counts) in shoes.iter().zip(count(shoes)) {
            assert_eq!(sum(&counts), orders_of_six(points), "{points:?}");
            assert!(counts.as_flattened().as_flattened().iter().all(|count| *count <= most), "{points:?}");
        }
    }
    assert!(most < 1 << 63 && shoes.len() > 1250, "{}", shoes.len());
}

/// Every operation on the largest and smallest numbers it takes.
fn operations<V: Lanes>(proof: V::Proof) -> Vec<u64> {
    const FULL: u32 = u32::MAX;
    let short = V::load(proof, &[0, 1, 2, 3, 0x7fff, 0x7ffe, 512, 1664]);
    let other = V::load(proof, &[FULL, 0x7fff, 0, 5, 0x7fff, 1, 1663, 1663]);
    let large = V::load(proof, &[FULL, FULL, 0, 1, FULL - 1, 1 << 31, 77, 0]);
    let (wide, max) = (large.wide_times(V::load(proof, &[1; 8])), V::load(proof, &[FULL; 8]));
    let results = [
        short.times(other).wide_times(short),
        large.wide_times(max),
        (short - large + other).scaled_by(wide),
        V::product(wide, large.scaled_by(V::load(proof, &[1; 8]).wide_times(V::load(proof, &[1; 8])))),
        (large & short).wide_times(twice(other)),
        twice(wide) - large.wide_times(max) + wide,
    ];
    let mut sums = vec![u64::MAX; 8 * results.len() + 1];
    for (idx, wide) in results.into_iter().enumerate() {
        V::add_to(wide, &mut sums[8 * idx + 1..]);
    }
    sums
}

#[cfg(target_arch = "x86_64")]
#[test]
fn registers_compute_as_plain_numbers_do() {
    use super::avx2::{Avx2, Eight};

    let proof = Avx2::detect();
    assert!(proof.is_some() || cfg!(not(miri)), "Miri is of use only with -C target-feature=+avx2");
    if let Some(proof) = proof {
        assert_eq!(operations::<Eight>(proof), operations::<Plain<8>>(()));
    }
}
