//! Road maps as text: letters and shapes, 80 columns wide, no colour. A wider road continues below.

use std::fmt;
use std::iter::repeat;

use roads::{Ask, Bead, Cell, DerivedRoad, Mark, Outcome, PREDICT_NOTHING, ROWS, Roads, Side};

use crate::wrap::{WIDTH, wrapped};

/// Displays the totals, the five roads, the asks, the good roads and a legend.
pub(crate) struct TextMap<'a>(pub(crate) &'a Roads);

const LEGEND: &str = "\
B Banker, P Player, T tie. In front: ' Banker pair, . Player pair, : both.
Behind, on the bead plate: n natural, 6 Lucky 6; on the big road, the ties after
that win: / one, 2 to 9 as many, + more. A road that is too wide goes on below.
Derived roads: □ ■ / red, the shoe repeats itself; ○ ● \\ blue, it does not.
";

impl fmt::Display for TextMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roads = self.0;
        writeln!(f, "{}", totals(roads))?;
        writeln!(f, "\nBead plate\n{}", bead_plate(roads))?;
        writeln!(f, "Big road\n{}", big_road(roads))?;
        for road in DerivedRoad::ALL {
            writeln!(f, "{}\n{}", title(road), derived(roads, road))?;
        }
        writeln!(f, "If the next round is won by\n{}", asks(roads))?;
        f.write_str(&good_roads(roads))?;
        f.write_str(LEGEND)
    }
}

/// The round information in words.
pub(crate) fn totals(roads: &Roads) -> String {
    let totals = roads.totals();
    format!(
        "{} rounds: Banker {}, Player {}, tie {}; Banker pair {}, Player pair {}",
        totals.rounds, totals.banker, totals.player, totals.tie, totals.banker_pair, totals.player_pair
    )
}

/// The name of a derived road.
pub(crate) const fn title(road: DerivedRoad) -> &'static str {
    match road {
        DerivedRoad::BigEyeBoy => "Big eye boy",
        DerivedRoad::SmallRoad => "Small road",
        DerivedRoad::CockroachPig => "Cockroach pig",
    }
}

fn bead_plate(roads: &Roads) -> Grid {
    let cells = roads.beads().iter().map(|bead| {
        let letter = match bead.outcome {
            Outcome::Banker => 'B',
            Outcome::Player => 'P',
            Outcome::Tie => 'T',
        };
        // A coup cannot be both: Banker's six would have lost to Player's natural.
        let mark = match (bead.natural, bead.lucky_6) {
            (_, true) => '6',
            (true, false) => 'n',
            (false, false) => ' ',
        };
        [pairs(*bead), letter, mark]
    });
    Grid::new(4, roads.bead_plate().zip(cells))
}

fn big_road(roads: &Roads) -> Grid {
    let road = roads.big_road();
    if road.cells().is_empty() && road.opening_ties() > 0 {
        return Grid::new(3, [(Cell::default(), [' ', 'T', tie_count(road.opening_ties())])]);
    }
    let wins = road.wins().map(|win| {
        let letter = if win.side == Side::Banker { 'B' } else { 'P' };
        (win.cell, [pairs(roads.beads()[win.bead_idx]), letter, tie_count(win.ties)])
    });
    Grid::new(3, wins)
}

fn derived(roads: &Roads, road: DerivedRoad) -> Grid {
    let marks = roads.derived(road);
    let shapes = marks.entries().iter().map(|mark| [' ', shape(road, *mark), ' ']);
    Grid::new(2, marks.cells().iter().copied().zip(shapes))
}

const fn pairs(bead: Bead) -> char {
    match (bead.pair.banker, bead.pair.player) {
        (false, false) => ' ',
        (true, false) => '\'',
        (false, true) => '.',
        (true, true) => ':',
    }
}

/// None, one, two to nine, more.
fn tie_count(ties: usize) -> char {
    match ties {
        0 => ' ',
        1 => '/',
        2..=9 => char::from_digit(u32::try_from(ties).unwrap_or_default(), 10).unwrap_or('+'),
        _ => '+',
    }
}

const fn shape(road: DerivedRoad, mark: Mark) -> char {
    match (road, mark) {
        (DerivedRoad::BigEyeBoy, Mark::Red) => '□',
        (DerivedRoad::BigEyeBoy, Mark::Blue) => '○',
        (DerivedRoad::SmallRoad, Mark::Red) => '■',
        (DerivedRoad::SmallRoad, Mark::Blue) => '●',
        (DerivedRoad::CockroachPig, Mark::Red) => '/',
        (DerivedRoad::CockroachPig, Mark::Blue) => '\\',
    }
}

/// A table of the marks that each side's win would add.
fn asks(roads: &Roads) -> String {
    let asks = roads.asks();
    let place = |Cell { column, row }| format!("column {}, row {}", column + 1, row + 1);
    let mut table = format!("  {:<16}{:<22}{}\n", "", Side::Banker, Side::Player);
    table += &ask_row("Big road", &place(asks.banker.big_road), &place(asks.player.big_road));
    for road in DerivedRoad::ALL {
        let mark = |ask: Ask| match ask.derived.get(road) {
            Some(it) => shape(road, it.mark).to_string(),
            None => "not yet".to_owned(),
        };
        table += &ask_row(title(road), &mark(asks.banker), &mark(asks.player));
    }
    table
}

fn ask_row(label: &str, banker: &str, player: &str) -> String {
    format!("  {label:<16}{banker:<22}{player}\n")
}

fn good_roads(roads: &Roads) -> String {
    let descriptions: Vec<_> = roads.good_roads().map(|good_road| good_road.description).collect();
    if descriptions.is_empty() {
        return String::new();
    }
    wrapped(&format!("Good roads: {} {PREDICT_NOTHING}", descriptions.join(" ")), "") + "\n\n"
}

/// Six rows of cells, each some characters wide.
struct Grid {
    cell_width: usize,
    columns: Vec<[[char; 3]; ROWS]>,
}

const MARGIN: &str = "  ";
const FREE: [char; 3] = [' ', '·', ' '];

impl Grid {
    fn new(cell_width: usize, cells: impl IntoIterator<Item = (Cell, [char; 3])>) -> Self {
        let mut columns = Vec::new();
        for (Cell { column, row }, letters) in cells {
            if column >= columns.len() {
                columns.resize(column + 1, [FREE; ROWS]);
            }
            columns[column][row] = letters;
        }
        Self { cell_width, columns }
    }

    fn cell(&self, letters: [char; 3]) -> impl Iterator<Item = char> + use<> {
        letters.into_iter().chain(repeat(' ')).take(self.cell_width)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.columns.is_empty() {
            return writeln!(f, "{MARGIN}(nothing yet)");
        }
        let per_piece = (WIDTH - MARGIN.len()) / self.cell_width;
        for (piece_idx, piece) in self.columns.chunks(per_piece).enumerate() {
            if piece_idx > 0 {
                writeln!(f, "{MARGIN}from column {}", piece_idx * per_piece + 1)?;
            }
            for row in 0..ROWS {
                let line: String = piece.iter().flat_map(|column| self.cell(column[row])).collect();
                writeln!(f, "{}", format!("{MARGIN}{line}").trim_end())?;
            }
        }
        Ok(())
    }
}
