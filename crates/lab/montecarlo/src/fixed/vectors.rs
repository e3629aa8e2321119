//! That registers compute what plain numbers do, operation by operation. These are the tests that Miri runs.

use super::lanes::{Lanes, Plain, SHOES, Words};

/// All numbers that lie near a border: of signed numbers, of unsigned ones, of halves and bytes.
fn numbers(seed: u16) -> [u16; SHOES] {
    let borders = [0, 1, 2, 9, 255, 256, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
    let mixed = (0_u16..).map(|lane| (seed ^ lane.wrapping_mul(0x9e37)).wrapping_mul(0x85eb).rotate_left(7));
    let turned = borders.iter().copied().cycle().skip(usize::from(seed)).take(20);
    let mut numbers = [0; SHOES];
    for (number, value) in numbers.iter_mut().zip(turned.chain(mixed)) {
        *number = value;
    }
    numbers
}

/// What all operations make of two rows, one after the other.
fn operations<L: Lanes>(proof: L::Proof, one: &[u16; SHOES], other: &[u16; SHOES]) -> Vec<[u16; SHOES]> {
    let operations: [fn(L, L) -> L; 12] = [
        |one, other| one + other,
        |one, other| one - other,
        |one, other| one & other,
        |one, other| one | other,
        |one, other| one ^ other,
        Lanes::low,
        Lanes::high,
        |one, _| one.half(),
        Lanes::below_any,
        Lanes::equal,
        // These two ask for numbers below 2^15.
        |one, other| one.half().below(other.half()),
        |one, other| {
            let (mut cut, mut kind) = (other.half(), one.half());
            one.half().cut(&mut cut, &mut kind);
            cut + kind
        },
    ];
    let mut results = Vec::new();
    for operation in operations {
        let mut row = [0; SHOES];
        for from in (0..SHOES).step_by(L::LANES) {
            let [one, other] = [one, other].map(|row| L::load(proof, &row[from..]));
            operation(one, other).store(&mut row[from..]);
        }
        results.push(row);
    }
    let mut row = [0; SHOES];
    for from in (0..SHOES).step_by(L::LANES) {
        let any = L::load(proof, &one[from..]).equal(L::load(proof, &other[from..])).any();
        L::splat(proof, u16::from(any) * 0x8001).store(&mut row[from..]);
    }
    // The number of lanes that are tested together depends on how many there are.
    results.push([row.iter().fold(0, |any, lane| any | lane); SHOES]);
    results
}

/// The same of words, as halves.
fn word_operations<W: Words>(proof: W::Proof) -> Vec<u16> {
    let mut halves = [0; SHOES];
    let mut results = Vec::new();
    let operations: [fn(W, W) -> W; 6] = [
        |one, other| one + other,
        |one, other| one ^ other,
        |one, _| one.turn::<12, 20>(),
        |one, _| one.turn::<7, 25>(),
        |one, _| one.turn_16(),
        |one, _| one.turn_8(),
    ];
    for operation in operations {
        for (place, first) in (0..SHOES).step_by(2 * W::LANES).zip((0xffff_fff8..).step_by(W::LANES)) {
            let counting = W::counting(proof, u32::try_from(first & 0xffff_ffff_u64).unwrap());
            operation(counting, W::splat(proof, 0x89ab_cdef)).store(&mut halves[place..]);
        }
        results.extend(halves);
    }
    results
}

fn agree<L: Lanes>(proof: L::Proof) {
    for seed in 0..24 {
        let (one, other) = (numbers(seed), numbers(seed / 2 + 3));
        assert_eq!(operations::<L>(proof, &one, &other), operations::<Plain>((), &one, &other), "{seed}");
    }
    assert_eq!(word_operations::<L::Words>(proof), word_operations::<<Plain as Lanes>::Words>(()));
}

#[test]
fn plain_numbers_compute_as_they_are_written() {
    let row = |number| [number; SHOES];
    let results = operations::<Plain>((), &row(0xfffe), &row(3));
    let expected = [1, 0xfffb, 2, 0xffff, 0xfffd, 0xfffa, 2, 0x7fff, 0, 0, 0, 0x8000, 0];
    assert_eq!(results, expected.map(row));
    let words = word_operations::<<Plain as Lanes>::Words>(());
    // The first word of each operation, of 0xfffffff8 and 0x89abcdef.
    let first: Vec<[u16; 2]> = words.chunks(SHOES).map(|halves| [halves[1], halves[0]]).collect();
    let expected = [
        [0x89ab, 0xcde7],
        [0x7654, 0x3217],
        [0xffff, 0x8fff],
        [0xffff, 0xfc7f],
        [0xfff8, 0xffff],
        [0xffff, 0xf8ff],
    ];
    assert_eq!(first, expected);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn registers_compute_as_plain_numbers_do() {
    use super::x86::{Avx2, Avx512, Sixteen, ThirtyTwo};

    let (avx2, avx512) = (Avx2::detect(), Avx512::detect());
    let both = avx2.is_some() && avx512.is_some();
    assert!(both || cfg!(not(miri)), "Miri is of use only with -C target-feature=+avx2,+avx512bw");
    if let Some(proof) = avx2 {
        agree::<Sixteen>(proof);
    }
    if let Some(proof) = avx512 {
        agree::<ThirtyTwo>(proof);
    }
}
