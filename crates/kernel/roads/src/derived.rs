//! The three derived roads: which mark a win leaves. Reads the lengths of streaks, never a drawn grid.

use core::ops::Not;

use baccarat::Side;

use crate::big_road::Run;

/// One of the three roads derived from the big road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DerivedRoad {
    /// Looks one streak back.
    BigEyeBoy,
    /// Looks two streaks back.
    SmallRoad,
    /// Looks three streaks back.
    CockroachPig,
}

impl DerivedRoad {
    /// All three, in the order they start.
    pub const ALL: [Self; 3] = [Self::BigEyeBoy, Self::SmallRoad, Self::CockroachPig];

    /// The id used in data: `big_eye_boy`, `small_road` or `cockroach_pig`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::BigEyeBoy => "big_eye_boy",
            Self::SmallRoad => "small_road",
            Self::CockroachPig => "cockroach_pig",
        }
    }

    /// How many streaks back this road compares: 1, 2 or 3.
    pub const fn lag(self) -> usize {
        match self {
            Self::BigEyeBoy => 1,
            Self::SmallRoad => 2,
            Self::CockroachPig => 3,
        }
    }

    /// The mark that a win of `side` leaves after these streaks; none while the road has not started.
    ///
    /// Number rows and streaks from 0. The first win of streak c is red when streaks c - 1 and c - 1 - lag
    /// are equally long. A later win, on row r, is red when streak c - lag has both or neither of the rows r
    /// and r - 1. Seen from the running streak the two are one question, whether the streak `lag` before it
    /// is as long as it is *now*: if so, ending here repeats (red) and going on differs (blue), since the
    /// older streak has row r - 1 and lacks row r; if not, the other way round. This is why the two asks are
    /// always opposite.
    pub(crate) fn next_mark(self, runs: &[Run], side: Side) -> Option<Mark> {
        let (running, earlier) = runs.split_last()?;
        let compared = earlier.iter().nth_back(self.lag() - 1)?;
        let equal = compared.len == running.len;
        let ends = side != running.side;
        Some(if equal == ends { Mark::Red } else { Mark::Blue })
    }
}

/// What stands on a derived road. Red says "repeats", blue "differs"; neither says Banker or Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The shoe repeats itself here.
    Red,
    /// It does not.
    Blue,
}

impl Mark {
    /// How data writes it: `r` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Blue => 'b',
        }
    }
}

impl Not for Mark {
    type Output = Self;

    /// The other mark.
    fn not(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

/// Three things, one for each derived road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByDerived<T> {
    /// Big eye boy's.
    pub big_eye_boy: T,
    /// The small road's.
    pub small_road: T,
    /// Cockroach pig's.
    pub cockroach_pig: T,
}

impl<T> ByDerived<T> {
    /// What `f` gives for each road.
    pub fn from_fn(mut f: impl FnMut(DerivedRoad) -> T) -> Self {
        Self {
            big_eye_boy: f(DerivedRoad::BigEyeBoy),
            small_road: f(DerivedRoad::SmallRoad),
            cockroach_pig: f(DerivedRoad::CockroachPig),
        }
    }

    /// The one of that road.
    pub const fn get(&self, road: DerivedRoad) -> &T {
        match road {
            DerivedRoad::BigEyeBoy => &self.big_eye_boy,
            DerivedRoad::SmallRoad => &self.small_road,
            DerivedRoad::CockroachPig => &self.cockroach_pig,
        }
    }

    /// The one of that road, to change.
    pub const fn get_mut(&mut self, road: DerivedRoad) -> &mut T {
        match road {
            DerivedRoad::BigEyeBoy => &mut self.big_eye_boy,
            DerivedRoad::SmallRoad => &mut self.small_road,
            DerivedRoad::CockroachPig => &mut self.cockroach_pig,
        }
    }
}
