//! The colours of the drawing, and the marks that several panels share. Knows no panel.

use std::fmt;

use roads::{DerivedRoad, Mark, Side};

use super::shapes::{Point, circle, diamond, dots, filled, six, slash, stroked};

pub(super) const BANKER: &str = "#d3263a";
pub(super) const PLAYER: &str = "#1d5fd0";
pub(super) const TIE: &str = "#15924c";
pub(super) const MARKED: &str = "#f0a500";
pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#66727f";

/// The colour of a side.
pub(super) const fn side_colour(side: Side) -> &'static str {
    match side {
        Side::Banker => BANKER,
        Side::Player => PLAYER,
    }
}

/// Marks of one colour on one road: rings, discs or slashes.
pub(super) fn draw_marks(
    f: &mut fmt::Formatter<'_>,
    road: DerivedRoad,
    mark: Mark,
    middles: impl Iterator<Item = Point>,
) -> fmt::Result {
    let colour = match mark {
        Mark::Red => BANKER,
        Mark::Blue => PLAYER,
    };
    match road {
        DerivedRoad::BigEyeBoy => stroked(f, middles.map(|at| circle(at, 4)), colour, "1.8"),
        DerivedRoad::SmallRoad => filled(f, middles.map(|at| circle(at, 5)), colour),
        DerivedRoad::CockroachPig => stroked(f, middles.map(|at| slash(at, 4)), colour, "2.4"),
    }
}

pub(super) fn natural_marks(f: &mut fmt::Formatter<'_>, middles: impl Iterator<Item = Point>) -> fmt::Result {
    dots(f, middles.map(|at| diamond(at, 4)), MARKED)
}

pub(super) fn lucky_6_marks(f: &mut fmt::Formatter<'_>, middles: impl Iterator<Item = Point>) -> fmt::Result {
    let (discs, sixes): (Vec<_>, Vec<_>) = middles.map(|at| (circle(at, 6), six(at))).unzip();
    dots(f, discs.into_iter(), MARKED)?;
    stroked(f, sixes.into_iter(), INK, "1.2")
}

/// Dots for the pairs of a side: Banker's at the top left, Player's at the bottom right.
pub(super) fn pair_dots(
    f: &mut fmt::Formatter<'_>,
    middles: impl Iterator<Item = Point>,
    side: Side,
    away: usize,
    radius: usize,
) -> fmt::Result {
    let place = |(x, y)| match side {
        Side::Banker => (x - away, y - away),
        Side::Player => (x + away, y + away),
    };
    dots(f, middles.map(|at| circle(place(at), radius)), side_colour(side))
}
