//! Draws the information beside the bead plate: the shoe's name, its counts and the asks.

use std::fmt;
use std::iter::once;

use roads::{Ask, DerivedRoad, Roads, Side};

use super::marks::{
    BANKER, FAINT, INK, PLAYER, TIE, draw_marks, filled, lucky_6_marks, natural_marks, side_colour,
};
use super::pen::Pen;

pub(super) fn draw(
    f: &mut fmt::Formatter<'_>,
    roads: &Roads,
    name: &str,
    (x, y): (usize, usize),
) -> fmt::Result {
    let totals = roads.totals();
    text(f, (x, y + 16), 18, INK, name)?;
    text(f, (x, y + 36), 12, FAINT, &format!("{} rounds", totals.rounds))?;
    let counts =
        [(BANKER, "Banker", totals.banker), (PLAYER, "Player", totals.player), (TIE, "Tie", totals.tie)];
    for (column, (colour, label, count)) in counts.into_iter().enumerate() {
        let at = x + column * 120;
        filled(f, &Pen::drawing(|pen| pen.circle((at + 7, y + 60), 7)), colour)?;
        text(f, (at + 22, y + 65), 14, INK, &format!("{label} {count}"))?;
    }
    let pairs = [(BANKER, "Banker pair", totals.banker_pair), (PLAYER, "Player pair", totals.player_pair)];
    for (column, (colour, label, count)) in pairs.into_iter().enumerate() {
        let at = x + column * 120;
        filled(f, &Pen::drawing(|pen| pen.circle((at + 7, y + 84), 4)), colour)?;
        text(f, (at + 22, y + 88), 12, FAINT, &format!("{label} {count}"))?;
    }
    legend(f, roads, (x + 240, y + 84))?;
    text(f, (x, y + 120), 12, FAINT, "If the next round is won by")?;
    draw_ask(f, Side::Banker, roads.ask(Side::Banker), (x, y + 134))?;
    draw_ask(f, Side::Player, roads.ask(Side::Player), (x + 165, y + 134))
}

/// The legend of the golden marks, if there are any.
fn legend(f: &mut fmt::Formatter<'_>, roads: &Roads, (x, y): (usize, usize)) -> fmt::Result {
    if roads.beads().iter().any(|bead| bead.natural) {
        natural_marks(f, once((x + 7, y)))?;
        text(f, (x + 18, y + 4), 12, FAINT, "natural")?;
    }
    if roads.beads().iter().any(|bead| bead.lucky_6) {
        lucky_6_marks(f, once((x + 79, y)))?;
        text(f, (x + 92, y + 4), 12, FAINT, "Lucky 6")?;
    }
    Ok(())
}

/// A side's name in a frame, then its three marks, larger than on the roads.
fn draw_ask(f: &mut fmt::Formatter<'_>, side: Side, ask: Ask, (x, y): (usize, usize)) -> fmt::Result {
    let colour = side_colour(side);
    write!(f, r##"<rect x="{x}" y="{y}" width="150" height="28" rx="6" fill="#fff" stroke="{colour}"/>"##)?;
    text(f, (x + 12, y + 19), 14, colour, &side.to_string())?;
    for (place, road) in DerivedRoad::ALL.into_iter().enumerate() {
        let middle = (x + 84 + place * 22, y + 14);
        if let Some(it) = ask.derived.get(road) {
            draw_marks(f, road, it.mark, once(middle))?;
        } else {
            filled(f, &Pen::drawing(|pen| pen.circle(middle, 1)), FAINT)?;
        }
    }
    Ok(())
}

fn text(
    f: &mut fmt::Formatter<'_>,
    (x, baseline): (usize, usize),
    size: usize,
    colour: &str,
    words: &str,
) -> fmt::Result {
    let weight = if size > 12 { 600 } else { 400 };
    write!(
        f,
        r#"<text x="{x}" y="{baseline}" font-size="{size}" font-weight="{weight}" fill="{colour}">{words}</text>"#
    )
}
