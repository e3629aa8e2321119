//! Draws the information beside the bead plate: the shoe's name, its counts and the asks.

use std::fmt;
use std::iter::once;

use roads::{Ask, DerivedRoad, Roads, Side};

use super::marks::{BANKER, FAINT, INK, PLAYER, TIE, draw_marks, lucky_6_marks, natural_marks, side_colour};
use super::shapes::{Point, circle, filled};

pub(super) fn draw(f: &mut fmt::Formatter<'_>, roads: &Roads, name: &str, (x, y): Point) -> fmt::Result {
    let totals = roads.totals();
    text(f, (x, y + 16), 18, INK, name)?;
    text(f, (x, y + 36), 12, FAINT, &format!("{} rounds", totals.rounds))?;
    // The middle and the radius of a disc; the baseline, the size and the colour of the words beside it.
    let (large, small) = ((60, 7, 65, 14, INK), (84, 4, 88, 12, FAINT));
    for (column, (middle, radius, baseline, size, ink), colour, label, count) in [
        (0, large, BANKER, "Banker", totals.banker),
        (1, large, PLAYER, "Player", totals.player),
        (2, large, TIE, "Tie", totals.tie),
        (0, small, BANKER, "Banker pair", totals.banker_pair),
        (1, small, PLAYER, "Player pair", totals.player_pair),
    ] {
        let at = x + column * 120;
        filled(f, once(circle((at + 7, y + middle), radius)), colour)?;
        text(f, (at + 22, y + baseline), size, ink, &format!("{label} {count}"))?;
    }
    legend(f, roads, (x + 240, y + 84))?;
    text(f, (x, y + 120), 12, FAINT, "If the next round is won by")?;
    draw_ask(f, Side::Banker, roads.ask(Side::Banker), (x, y + 134))?;
    draw_ask(f, Side::Player, roads.ask(Side::Player), (x + 165, y + 134))
}

/// The legend of the golden marks, if there are any.
fn legend(f: &mut fmt::Formatter<'_>, roads: &Roads, (x, y): Point) -> fmt::Result {
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
fn draw_ask(f: &mut fmt::Formatter<'_>, side: Side, ask: Ask, (x, y): Point) -> fmt::Result {
    let colour = side_colour(side);
    write!(f, r##"<rect x="{x}" y="{y}" width="150" height="28" rx="6" fill="#fff" stroke="{colour}"/>"##)?;
    text(f, (x + 12, y + 19), 14, colour, &side.to_string())?;
    for (place, road) in DerivedRoad::ALL.into_iter().enumerate() {
        let middle = (x + 84 + place * 22, y + 14);
        if let Some(it) = ask.derived.get(road) {
            draw_marks(f, road, it.mark, once(middle))?;
        } else {
            filled(f, once(circle(middle, 1)), FAINT)?;
        }
    }
    Ok(())
}

fn text(
    f: &mut fmt::Formatter<'_>,
    (x, baseline): Point,
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
