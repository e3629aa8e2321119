//! How the spots of a layout can be resolved together. Counts nothing.

use std::collections::HashSet;

use baccarat::{HouseRules, Resolution};

use crate::composition::{Composition, CompositionError};
use crate::joint::JointLaw;
use crate::plan::BY_BOTH;

/// The resolutions of the spots, in layout order, that some coup from a full shoe leads to. Each combination stands
/// once.
///
/// # Errors
/// As [`Composition::of_decks`].
pub fn resolutions(rules: &HouseRules) -> Result<Vec<Vec<Resolution>>, CompositionError> {
    let shoe = Composition::of_rules(rules)?;
    let law = JointLaw::of(&shoe).expect("a deck has 52 cards");
    let possible = BY_BOTH.iter().filter(|(place, _)| law.flat()[*place] > 0);
    let mut known = HashSet::new();
    let together = possible.map(|(_, facts)| {
        rules.spots.iter().map(|spot| spot.paytable.resolve(*facts)).collect::<Vec<Resolution>>()
    });
    Ok(together.filter(|combination| known.insert(combination.clone())).collect())
}
