//! Charts as inline SVG, in whole numbers. Each has a title and a description; what it shows stands beside it as text.

use crate::html::markup::{Element, Markup, element};

/// How wide a bar is drawn; it is stretched to what the page has room for.
const WIDTH: u128 = 10_000;
const HEIGHT: u128 = 100;

/// A part of a bar: how much of the whole, and its class in the style sheet.
pub(crate) type Part = (u128, &'static str);

/// A bar cut into parts of a whole, from the left.
pub(crate) fn parts(title: &str, description: &str, parts: &[Part], whole: u128) -> Markup {
    let mut before = 0;
    let place = |count: u128| count * WIDTH / whole.max(1);
    let rects = parts.iter().map(|(count, class)| {
        let (left, right) = (place(before), place(before + count));
        before += count;
        rect(left, right - left, class)
    });
    bar(title, description, rects.collect())
}

/// Bars to one scale that reaches from the lowest to the highest of some numbers, and over nothing.
pub(crate) struct Scale {
    lowest: i128,
    highest: i128,
}

impl Scale {
    pub(crate) fn over(numbers: impl IntoIterator<Item = i128>) -> Self {
        let ends = |(lowest, highest): (i128, i128), number: i128| (lowest.min(number), highest.max(number));
        let (lowest, highest) = numbers.into_iter().fold((0, 0), ends);
        Self { lowest, highest }
    }

    /// A bar from nothing to a number; less than nothing goes to the left, in a class of its own.
    pub(crate) fn bar(&self, title: &str, description: &str, number: i128) -> Markup {
        let (from, to) = (self.place(number.min(0)), self.place(number.max(0)));
        let class = if number < 0 { "less" } else { "more" };
        let zero = self.place(0);
        let line = rect(zero.saturating_sub(if zero == WIDTH { 12 } else { 0 }), 12, "zero");
        bar(title, description, rect(from, to - from, class).then(line))
    }

    fn place(&self, number: i128) -> u128 {
        let part = u128::try_from(number - self.lowest).unwrap_or_default();
        let whole = u128::try_from(self.highest - self.lowest).unwrap_or_default().max(1);
        part * WIDTH / whole
    }
}

fn rect(x: u128, width: u128, class: &str) -> Markup {
    area(element("rect").class(class), x, 0, width, HEIGHT)
}

fn area(rect: Element, x: u128, y: u128, width: u128, height: u128) -> Markup {
    rect.with("x", x).with("y", y).with("width", width).with("height", height).empty()
}

fn bar(title: &str, description: &str, rects: Markup) -> Markup {
    let inside = named(title, description).then(rects);
    element("svg")
        .class("bar")
        .with("role", "img")
        .with("viewBox", format!("0 0 {WIDTH} {HEIGHT}"))
        .with("preserveAspectRatio", "none")
        .holding(inside)
}

fn named(title: &str, description: &str) -> Markup {
    element("title").holding(title).then(element("desc").holding(description))
}

/// Two series of ten columns side by side over the digits 0 to 9, on a scale of percents.
pub(crate) struct Columns<'a> {
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    /// The classes of the series.
    pub(crate) classes: [&'static str; 2],
    /// Numbers of draws.
    pub(crate) counts: [Vec<u128>; 2],
    pub(crate) draws: u128,
}

/// The drawing is as wide as a small screen, so that its letters keep their size there.
const SHEET: (u128, u128) = (340, 150);
const LEFT: u128 = 30;
const TOP: u128 = 8;
const BOTTOM: u128 = 130;
const STEP: u128 = 31;
const COLUMN: u128 = 12;

impl Columns<'_> {
    pub(crate) fn drawn(&self) -> Markup {
        let top = self.top_percent();
        let inside = named(self.title, self.description)
            .then(Self::axis(top))
            .then((0..2).map(|series| self.series(series, top)).collect::<Markup>());
        element("svg")
            .class("columns")
            .with("role", "img")
            .with("viewBox", format!("0 0 {} {}", SHEET.0, SHEET.1))
            .holding(inside)
    }

    /// The first multiple of five percent that no column is higher than.
    fn top_percent(&self) -> u128 {
        let most = self.counts.iter().flatten().max().copied().unwrap_or_default();
        (most * 20).div_ceil(self.draws.max(1)).max(1) * 5
    }

    fn axis(top: u128) -> Markup {
        let line = |percent: u128| {
            let y = BOTTOM - (BOTTOM - TOP) * percent / top;
            let line = element("line").with("x1", LEFT).with("x2", SHEET.0).with("y1", y).with("y2", y);
            let label = element("text").with("x", LEFT - 5).with("y", y).with("text-anchor", "end");
            line.empty().then(label.with("dy", 4).holding(format!("{percent}\u{a0}%")))
        };
        let digit = |digit: u128| {
            let text = element("text").with("x", LEFT + STEP * digit + STEP / 2).with("y", BOTTOM + 15);
            text.with("text-anchor", "middle").holding(digit.to_string())
        };
        let percents = (0..=top).filter(|percent| percent.is_multiple_of(5)).map(line);
        element("g").class("axis").holding(percents.chain((0..10).map(digit)).collect::<Markup>())
    }

    fn series(&self, series: usize, top: u128) -> Markup {
        let side = u128::try_from(series).unwrap_or_default();
        let columns = (0..).zip(&self.counts[series]).map(|(digit, count)| {
            let height = (BOTTOM - TOP) * count * 100 / (self.draws.max(1) * top);
            let x = LEFT + STEP * digit + STEP / 2 - COLUMN + side * COLUMN;
            area(element("rect"), x, BOTTOM - height, COLUMN - 1, height)
        });
        element("g").class(self.classes[series]).holding(columns.collect::<Markup>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_the_bar() {
        let drawn = parts("t", "d", &[(1, "won"), (1, "back"), (1, "lost")], 3).into_string();
        for rect in [
            "x=\"0\" y=\"0\" width=\"3333\"",
            "x=\"3333\" y=\"0\" width=\"3333\"",
            "x=\"6666\" y=\"0\" width=\"3334\"",
        ] {
            assert!(drawn.contains(rect), "{drawn}");
        }
    }

    #[test]
    fn less_than_nothing_goes_to_the_left() {
        let scale = Scale::over([-1, 3]);
        assert!(
            scale.bar("", "", 3).into_string().contains("class=\"more\" x=\"2500\" y=\"0\" width=\"7500\"")
        );
        assert!(
            scale.bar("", "", -1).into_string().contains("class=\"less\" x=\"0\" y=\"0\" width=\"2500\"")
        );
        assert!(Scale::over([]).bar("", "", 0).into_string().contains("width=\"0\""));
    }

    #[test]
    fn columns_stay_below_the_top() {
        let counts = [vec![3, 7, 1, 0, 0, 0, 0, 0, 0, 0], vec![10, 1, 0, 0, 0, 0, 0, 0, 0, 0]];
        let columns = Columns { title: "t", description: "d", classes: ["p", "b"], counts, draws: 11 };
        assert_eq!(columns.top_percent(), 95, "ten of eleven is 90.9 percent");
        assert!(columns.drawn().into_string().contains("95\u{a0}%"));
    }
}
