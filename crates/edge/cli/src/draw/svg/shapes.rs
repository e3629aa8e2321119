//! Shapes as data of an SVG path, and the paths that hold them: each colour is one element. Knows pixels, no roads.

use std::fmt;

use roads::Outcome;

/// A place on the sheet, in whole pixels from its left and its top.
pub(super) type Point = (usize, usize);

pub(super) fn filled(
    f: &mut fmt::Formatter<'_>,
    shapes: impl Iterator<Item = String>,
    colour: &str,
) -> fmt::Result {
    path(f, format_args!(r#"fill="{colour}""#), shapes)
}

pub(super) fn stroked(
    f: &mut fmt::Formatter<'_>,
    shapes: impl Iterator<Item = String>,
    colour: &str,
    width: &str,
) -> fmt::Result {
    path(f, format_args!(r#"fill="none" stroke="{colour}" stroke-width="{width}""#), shapes)
}

/// Dots with a white rim, so that they stand out on what they lie on.
pub(super) fn dots(
    f: &mut fmt::Formatter<'_>,
    shapes: impl Iterator<Item = String>,
    colour: &str,
) -> fmt::Result {
    path(f, format_args!(r##"fill="{colour}" stroke="#fff" stroke-width="1.5""##), shapes)
}

/// One path of all shapes, if there are any.
fn path(
    f: &mut fmt::Formatter<'_>,
    paint: fmt::Arguments<'_>,
    shapes: impl Iterator<Item = String>,
) -> fmt::Result {
    let data: String = shapes.collect();
    if data.is_empty() { Ok(()) } else { write!(f, r#"<path {paint} d="{data}"/>"#) }
}

pub(super) fn circle((x, y): Point, radius: usize) -> String {
    let (left, across) = (x - radius, 2 * radius);
    format!("M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0-{across} 0")
}

/// From bottom left to top right, `reach` to each side.
pub(super) fn slash((x, y): Point, reach: usize) -> String {
    format!("M{} {}l{2}-{2}", x - reach, y + reach, 2 * reach)
}

/// The letter of an outcome, to be stroked.
pub(super) fn letter(outcome: Outcome, (x, y): Point) -> String {
    match outcome {
        Outcome::Banker => format!("M{} {}h4a3 3 0 0 1 0 6h-4zm0 6h5a3 3 0 0 1 0 6h-5z", x - 4, y - 6),
        Outcome::Player => format!("M{} {}v-12h4a3.2 3.2 0 0 1 0 6.4h-4", x - 3, y + 6),
        Outcome::Tie => format!("M{} {}h10m-5 0v12", x - 5, y - 6),
    }
}

/// A small 6, to be stroked.
pub(super) fn six((x, y): Point) -> String {
    format!("M{} {}a4.6 4.6 0 0 0-2.8 4.2a1.8 1.8 0 1 0 1.8-1.8h-1", x + 1, y - 3)
}

pub(super) fn diamond((x, y): Point, reach: usize) -> String {
    format!("M{x} {}l{reach} {reach}l-{reach} {reach}l-{reach}-{reach}z", y - reach)
}

/// The lines between the cells of a grid.
pub(super) fn grid((x, y): Point, columns: usize, rows: usize, cell: usize) -> impl Iterator<Item = String> {
    let (across, down) = (columns * cell, rows * cell);
    let upright = (1..columns).map(move |column| format!("M{} {y}v{down}", x + column * cell));
    upright.chain((1..rows).map(move |row| format!("M{x} {}h{across}", y + row * cell)))
}
