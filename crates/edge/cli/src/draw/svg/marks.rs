//! The colours of the drawing, and the marks that several panels share. Knows no panel.

use std::fmt;

use roads::{DerivedRoad, Mark, Side};

use super::pen::Pen;

pub(super) const BANKER: &str = "#d3263a";
pub(super) const PLAYER: &str = "#1d5fd0";
pub(super) const TIE: &str = "#15924c";
pub(super) const MARKED: &str = "#f0a500";
pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#66727f";

/// A colour for each side, and for each mark.
pub(super) const fn side_colour(side: Side) -> &'static str {
    match side {
        Side::Banker => BANKER,
        Side::Player => PLAYER,
    }
}

const fn mark_colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Red => BANKER,
        Mark::Blue => PLAYER,
    }
}

pub(super) fn filled(f: &mut fmt::Formatter<'_>, pen: &Pen, colour: &str) -> fmt::Result {
    if pen.data().is_empty() {
        return Ok(());
    }
    write!(f, r#"<path fill="{colour}" d="{}"/>"#, pen.data())
}

pub(super) fn stroked(f: &mut fmt::Formatter<'_>, pen: &Pen, colour: &str, width: &str) -> fmt::Result {
    if pen.data().is_empty() {
        return Ok(());
    }
    write!(f, r#"<path fill="none" stroke="{colour}" stroke-width="{width}" d="{}"/>"#, pen.data())
}

/// Dots with a white rim, so that they stand out on what they lie on.
pub(super) fn dots(f: &mut fmt::Formatter<'_>, pen: &Pen, colour: &str) -> fmt::Result {
    if pen.data().is_empty() {
        return Ok(());
    }
    write!(f, r##"<path fill="{colour}" stroke="#fff" stroke-width="1.5" d="{}"/>"##, pen.data())
}

/// Marks of one colour on one road: rings, discs or slashes.
pub(super) fn draw_marks(
    f: &mut fmt::Formatter<'_>,
    road: DerivedRoad,
    mark: Mark,
    middles: impl Iterator<Item = (usize, usize)>,
) -> fmt::Result {
    let colour = mark_colour(mark);
    match road {
        DerivedRoad::BigEyeBoy => {
            stroked(f, &Pen::drawing(|pen| middles.for_each(|at| pen.circle(at, 4))), colour, "1.8")
        }
        DerivedRoad::SmallRoad => {
            filled(f, &Pen::drawing(|pen| middles.for_each(|at| pen.circle(at, 5))), colour)
        }
        DerivedRoad::CockroachPig => {
            stroked(f, &Pen::drawing(|pen| middles.for_each(|at| pen.slash(at, 4))), colour, "2.4")
        }
    }
}

pub(super) fn natural_marks(
    f: &mut fmt::Formatter<'_>,
    middles: impl Iterator<Item = (usize, usize)>,
) -> fmt::Result {
    dots(f, &Pen::drawing(|pen| middles.for_each(|at| pen.diamond(at, 4))), MARKED)
}

pub(super) fn lucky_6_marks(
    f: &mut fmt::Formatter<'_>,
    middles: impl Iterator<Item = (usize, usize)>,
) -> fmt::Result {
    let middles: Vec<_> = middles.collect();
    let each =
        |draw: fn(&mut Pen, (usize, usize))| Pen::drawing(|pen| middles.iter().for_each(|at| draw(pen, *at)));
    dots(f, &each(|pen, at| pen.circle(at, 6)), MARKED)?;
    stroked(f, &each(Pen::six), INK, "1.2")
}

/// Banker's pairs are dots at the top left, Player's at the bottom right.
pub(super) fn pair_dots(
    middles: impl Iterator<Item = (usize, usize)>,
    side: Side,
    away: usize,
    radius: usize,
) -> Pen {
    Pen::drawing(|pen| {
        for (x, y) in middles {
            let at = match side {
                Side::Banker => (x - away, y - away),
                Side::Player => (x + away, y + away),
            };
            pen.circle(at, radius);
        }
    })
}
