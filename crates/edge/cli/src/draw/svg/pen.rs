//! Writes shapes as data of an SVG path, so that each colour is one element. Knows pixels, no roads.

use std::fmt::Write as _;

use roads::Outcome;

/// Builds path data. Coordinates are whole pixels; parameter names say where a shape lies.
#[derive(Default)]
pub(super) struct Pen {
    data: String,
}

impl Pen {
    /// The shapes that `draw` draws.
    pub(super) fn drawing(draw: impl FnOnce(&mut Self)) -> Self {
        let mut pen = Self::default();
        draw(&mut pen);
        pen
    }

    pub(super) fn data(&self) -> &str {
        &self.data
    }

    fn write(&mut self, shape: std::fmt::Arguments<'_>) {
        self.data.write_fmt(shape).expect("a String takes all");
    }

    pub(super) fn circle(&mut self, (x, y): (usize, usize), radius: usize) {
        let (left, across) = (x - radius, 2 * radius);
        self.write(format_args!(
            "M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0-{across} 0"
        ));
    }

    /// From bottom left to top right, `reach` to each side.
    pub(super) fn slash(&mut self, (x, y): (usize, usize), reach: usize) {
        let (left, bottom, across) = (x - reach, y + reach, 2 * reach);
        self.write(format_args!("M{left} {bottom}l{across}-{across}"));
    }

    /// The letter of an outcome, to be stroked.
    pub(super) fn letter(&mut self, outcome: Outcome, (x, y): (usize, usize)) {
        match outcome {
            Outcome::Banker => {
                let (left, top) = (x - 4, y - 6);
                self.write(format_args!("M{left} {top}h4a3 3 0 0 1 0 6h-4zm0 6h5a3 3 0 0 1 0 6h-5z"));
            }
            Outcome::Player => {
                let (left, bottom) = (x - 3, y + 6);
                self.write(format_args!("M{left} {bottom}v-12h4a3.2 3.2 0 0 1 0 6.4h-4"));
            }
            Outcome::Tie => {
                let (left, top) = (x - 5, y - 6);
                self.write(format_args!("M{left} {top}h10m-5 0v12"));
            }
        }
    }

    /// A small 6, to be stroked.
    pub(super) fn six(&mut self, (x, y): (usize, usize)) {
        let (right, top) = (x + 1, y - 3);
        self.write(format_args!("M{right} {top}a4.6 4.6 0 0 0-2.8 4.2a1.8 1.8 0 1 0 1.8-1.8h-1"));
    }

    /// A diamond.
    pub(super) fn diamond(&mut self, (x, y): (usize, usize), reach: usize) {
        let top = y - reach;
        self.write(format_args!("M{x} {top}l{reach} {reach}l-{reach} {reach}l-{reach}-{reach}z"));
    }

    /// The lines between the cells of a grid.
    pub(super) fn grid(&mut self, (x, y): (usize, usize), columns: usize, rows: usize, cell: usize) {
        let (across, down) = (columns * cell, rows * cell);
        for column in 1..columns {
            let at = x + column * cell;
            self.write(format_args!("M{at} {y}v{down}"));
        }
        for row in 1..rows {
            let at = y + row * cell;
            self.write(format_args!("M{x} {at}h{across}"));
        }
    }
}
