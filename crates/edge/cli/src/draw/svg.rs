//! Road maps as one self-contained SVG document on one line. Every colour of a road is one path.
//!
//! Its title and description hold the same in words, for screen readers.

mod info;
mod marks;
mod shapes;

use std::fmt;

use roads::{Cell, DerivedRoad, Mark, Outcome, ROWS, Roads, Side};

use super::text::{title, totals};
use marks::{BANKER, FAINT, PLAYER, TIE, draw_marks, lucky_6_marks, natural_marks, pair_dots, side_colour};
use shapes::{Point, circle, filled, grid, letter, slash, stroked};

/// The drawing of one shoe.
pub(crate) struct SvgMap<'a> {
    /// What the shoe is called.
    pub(crate) name: &'a str,
    /// Its roads.
    pub(crate) roads: &'a Roads,
}

const LINES: &str = "#dfe4ea";
const FRAME: &str = "#b8c1cc";
const GROUND: &str = "#f4f6f8";

const MARGIN: usize = 16;
const GAP: usize = 14;
const LABEL: usize = 18;
const BEAD: usize = 28;
const BIG: usize = 24;
const DERIVED: usize = 12;
/// The width of the information beside the bead plate.
const INFO: usize = 380;

/// Where a road's grid lies on the sheet, and how large it is.
#[derive(Clone, Copy)]
struct Panel {
    x: usize,
    y: usize,
    columns: usize,
    cell: usize,
}

impl Panel {
    const fn width(self) -> usize {
        self.columns * self.cell
    }

    const fn below(self) -> usize {
        self.y + ROWS * self.cell + GAP + LABEL
    }

    /// The middle of a cell.
    const fn middle(self, cell: Cell) -> Point {
        (self.x + cell.column * self.cell + self.cell / 2, self.y + cell.row * self.cell + self.cell / 2)
    }

    fn draw(self, f: &mut fmt::Formatter<'_>, label: &str) -> fmt::Result {
        let Self { x, y, columns, cell } = self;
        let (width, height, baseline) = (self.width(), ROWS * cell, y - 6);
        write!(f, r#"<text x="{x}" y="{baseline}" font-size="12" fill="{FAINT}">{label}</text>"#)?;
        write!(f, r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#fff"/>"##)?;
        stroked(f, grid((x, y), columns, ROWS, cell), LINES, "1")?;
        write!(f, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{FRAME}"/>"#)
    }
}

/// The five panels.
struct Sheet {
    bead_plate: Panel,
    big_road: Panel,
    derived: roads::ByDerived<Panel>,
    width: usize,
    height: usize,
}

impl Sheet {
    /// Every road fits, and each usual shoe has a sheet of the same size.
    fn of(roads: &Roads) -> Self {
        let needed = |cells: &[Cell]| cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let derived_needs = |road| needed(roads.derived(road).cells());
        let beads = roads.beads().len().div_ceil(ROWS).max(14);
        let small_pair = derived_needs(DerivedRoad::SmallRoad).max(derived_needs(DerivedRoad::CockroachPig));
        let big = needed(roads.big_road().cells())
            .max(derived_needs(DerivedRoad::BigEyeBoy).div_ceil(BIG / DERIVED))
            .max(small_pair + 1)
            .max((beads * BEAD + GAP + INFO).div_ceil(BIG))
            .max(40);
        let bead_plate = Panel { x: MARGIN, y: MARGIN + LABEL, columns: beads, cell: BEAD };
        let big_road = Panel { x: MARGIN, y: bead_plate.below(), columns: big, cell: BIG };
        let eye = Panel { x: MARGIN, y: big_road.below(), columns: 2 * big, cell: DERIVED };
        let small = Panel { x: MARGIN, y: eye.below(), columns: big - 1, cell: DERIVED };
        let pig = Panel { x: MARGIN + (big + 1) * DERIVED, ..small };
        Self {
            bead_plate,
            big_road,
            derived: roads::ByDerived { big_eye_boy: eye, small_road: small, cockroach_pig: pig },
            width: big_road.width() + 2 * MARGIN,
            height: small.y + ROWS * DERIVED + MARGIN,
        }
    }
}

impl fmt::Display for SvgMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sheet = Sheet::of(self.roads);
        let (width, height, name) = (sheet.width, sheet.height, escaped(self.name));
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" stroke-linecap="round" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif">"#
        )?;
        write!(f, "<title>{name}: road maps</title><desc>{}</desc>", escaped(&self.description()))?;
        write!(f, r#"<rect width="{width}" height="{height}" fill="{GROUND}"/>"#)?;
        self.draw_bead_plate(f, sheet.bead_plate)?;
        let beside = (sheet.bead_plate.x + sheet.bead_plate.width() + 2 * GAP, sheet.bead_plate.y);
        info::draw(f, self.roads, &name, beside)?;
        self.draw_big_road(f, sheet.big_road)?;
        for road in DerivedRoad::ALL {
            self.draw_derived(f, road, *sheet.derived.get(road))?;
        }
        f.write_str("</svg>")
    }
}

impl SvgMap<'_> {
    fn description(&self) -> String {
        let rounds: Vec<String> = self.roads.beads().iter().map(ToString::to_string).collect();
        format!("{}. In order: {}.", totals(self.roads), rounds.join(" "))
    }

    fn draw_bead_plate(&self, f: &mut fmt::Formatter<'_>, panel: Panel) -> fmt::Result {
        panel.draw(f, "Bead plate")?;
        let beads = || self.roads.beads().iter().zip(self.roads.bead_plate().map(|cell| panel.middle(cell)));
        for (outcome, colour) in [(Outcome::Banker, BANKER), (Outcome::Player, PLAYER), (Outcome::Tie, TIE)] {
            let discs = beads().filter(|it| it.0.outcome == outcome).map(|(_, at)| circle(at, 12));
            filled(f, discs, colour)?;
        }
        stroked(f, beads().map(|(bead, at)| letter(bead.outcome, at)), "#fff", "2")?;
        for side in Side::ALL {
            let pairs = beads().filter(|(bead, _)| *bead.pair.get(side));
            pair_dots(f, pairs.map(|(_, at)| at), side, 9, 4)?;
        }
        natural_marks(f, beads().filter(|it| it.0.natural).map(|(_, (x, y))| (x + 9, y - 9)))?;
        lucky_6_marks(f, beads().filter(|it| it.0.lucky_6).map(|(_, (x, y))| (x - 8, y + 8)))
    }

    fn draw_big_road(&self, f: &mut fmt::Formatter<'_>, panel: Panel) -> fmt::Result {
        panel.draw(f, "Big road")?;
        let road = self.roads.big_road();
        for side in Side::ALL {
            let wins = road.wins().filter(|win| win.side == side);
            stroked(f, wins.map(|win| circle(panel.middle(win.cell), 9)), side_colour(side), "2.6")?;
        }
        let opening = if road.cells().is_empty() { road.opening_ties() } else { 0 };
        let opening = (opening > 0).then_some((Cell::default(), opening));
        let ties = || {
            let counted = road.wins().map(|win| (win.cell, win.ties)).filter(|it| it.1 > 0).chain(opening);
            counted.map(|(cell, ties)| (panel.middle(cell), ties))
        };
        stroked(f, ties().map(|(at, _)| slash(at, 7)), TIE, "2.6")?;
        for ((x, y), count) in ties().filter(|it| it.1 > 1) {
            let baseline = y + 4;
            write!(
                f,
                r##"<text x="{x}" y="{baseline}" font-size="12" font-weight="700" text-anchor="middle" fill="{TIE}" stroke="#fff" stroke-width="3" paint-order="stroke">{count}</text>"##
            )?;
        }
        for side in Side::ALL {
            let beads = self.roads.beads();
            let pairs = road.wins().filter(|win| *beads[win.bead_idx].pair.get(side));
            pair_dots(f, pairs.map(|win| panel.middle(win.cell)), side, 7, 3)?;
        }
        Ok(())
    }

    fn draw_derived(&self, f: &mut fmt::Formatter<'_>, road: DerivedRoad, panel: Panel) -> fmt::Result {
        panel.draw(f, title(road))?;
        let marks = self.roads.derived(road);
        for mark in [Mark::Red, Mark::Blue] {
            let these = marks.entries().iter().zip(marks.cells()).filter(|it| *it.0 == mark);
            draw_marks(f, road, mark, these.map(|(_, cell)| panel.middle(*cell)))?;
        }
        Ok(())
    }
}

/// Text as it may stand in a document and in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
