//! Shoes and figures that several tests need.

use baccarat::rules::catalogue;
use odds::{Composition, Ending, Pairing};
use punto_montecarlo::fixed::{Checks, Fit, Tally};

pub(crate) fn decks(decks: u8) -> Composition {
    Composition::of_decks(decks).unwrap()
}

/// A shoe with more of some cards than of others, and none of a few.
pub(crate) fn uneven() -> Composition {
    let counts: Vec<i64> = (0..52).map(|place| place * 7 % 5).collect();
    Composition::from_counts(&counts).unwrap()
}

/// All paytables of the trade on this shoe.
pub(crate) fn trade(shoe: &Composition) -> Checks {
    Checks::new(catalogue::entries().iter().map(|entry| &entry.paytable), shoe).unwrap()
}

/// How far the farthest of all figures lies from its law, in standard errors: of all paytables of the trade, and the
/// fits.
pub(crate) fn farthest(shoe: &Composition, tally: &Tally) -> f64 {
    let checks = trade(shoe).of_tally(tally).unwrap();
    let fits = [Fit::of_endings(tally, shoe).unwrap().z(), Fit::of_pairings(tally, shoe).unwrap().z()];
    checks.iter().map(|check| check.farthest_z().unwrap()).chain(fits).map(f64::abs).fold(0.0, f64::max)
}

/// A number that tells tallies apart: FNV-1a over all counts as eight bytes, little-endian, pairing by pairing.
pub(crate) fn fingerprint(tally: &Tally) -> u64 {
    let each = Pairing::all().flat_map(|pairing| Ending::all().map(move |ending| (pairing, ending)));
    let bytes = each.flat_map(|(pairing, ending)| tally.count(pairing, ending).to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
