//! The sheets on which house rules draw roads that clear. Every client takes their widths from here, so that all clear a
//! road at the same round.

use core::num::NonZeroUsize;

use crate::derived::ByDerived;

/// How many columns the sheet of each road has. No screen and no zoom changes that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheets {
    /// The bead plate's.
    pub bead_plate: NonZeroUsize,
    /// The big road's.
    pub big_road: NonZeroUsize,
    /// Those of the derived roads.
    pub derived: ByDerived<NonZeroUsize>,
}

/// The widths of all sheets: the cells of derived roads have half the side of the big road's, the big eye boy has the
/// width of the big road, and the two others stand side by side below it, a cell of the big road apart. Document 002
/// says that a full road is cleared, and no width; these are Punto's.
pub const SHEETS: Sheets = Sheets {
    bead_plate: columns(14),
    big_road: columns(24),
    derived: ByDerived { big_eye_boy: columns(48), small_road: columns(23), cockroach_pig: columns(23) },
};

/// A number of columns, at least one.
const fn columns(number: usize) -> NonZeroUsize {
    match NonZeroUsize::new(number) {
        Some(columns) => columns,
        None => NonZeroUsize::MIN,
    }
}

impl Sheets {
    /// The widths in the order bead plate, big road, big eye boy, small road, cockroach pig.
    pub const fn all(self) -> [NonZeroUsize; 5] {
        let ByDerived { big_eye_boy, small_road, cockroach_pig } = self.derived;
        [self.bead_plate, self.big_road, big_eye_boy, small_road, cockroach_pig]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derived_roads_fill_the_width_of_the_big_road() {
        let [_, big_road, big_eye_boy, small_road, cockroach_pig] = SHEETS.all().map(NonZeroUsize::get);
        assert_eq!(big_eye_boy, 2 * big_road);
        assert_eq!(small_road + 2 + cockroach_pig, 2 * big_road);
    }
}
