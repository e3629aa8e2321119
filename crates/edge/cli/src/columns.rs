//! Lays out rows of figures in lines of 80 columns, however large the figures are.

use std::fmt::Write as _;

use crate::wrap::{WIDTH, wrapped};

/// A column: its heading, and the column of text at which its figures end.
pub(crate) type Column = (&'static str, usize);

/// The line of headings; `names` is the heading over the names of the rows.
pub(crate) fn heads(names: &str, columns: &[Column]) -> String {
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    row(names, columns, &heads)
}

/// Formats a name and its figures, one for each column.
///
/// A figure that is too wide moves those before it to the left. If no room is left for the name, each figure that is
/// not empty takes a line of its own, after its heading.
pub(crate) fn row(name: &str, columns: &[Column], figures: &[String]) -> String {
    if let Some(line) = in_line(name, columns, figures) {
        return line;
    }
    let shown = columns.iter().zip(figures).filter(|(_, figure)| !figure.is_empty());
    let lines = shown.map(|((head, _), figure)| format!("\n    {head}: {figure}"));
    let name = if width(name) > WIDTH { wrapped(name, "") } else { name.to_owned() };
    name + &lines.collect::<String>()
}

/// The row in one line, if it fits.
fn in_line(name: &str, columns: &[Column], figures: &[String]) -> Option<String> {
    let mut rooms = Vec::with_capacity(columns.len());
    // The end of the current figure; after the loop, the room left for the name.
    let mut end = usize::MAX;
    for ((_, edge), figure) in columns.iter().zip(figures).rev() {
        end = end.min(*edge);
        rooms.push((end, figure));
        end = end.checked_sub(width(figure))?.checked_sub(1)?;
    }
    if width(name) > end {
        return None;
    }
    let mut line = name.to_owned();
    for (end, figure) in rooms.into_iter().rev() {
        let room = end.saturating_sub(width(&line));
        // Writing into a string does not fail.
        let _ = write!(line, "{figure:>room$}");
    }
    Some(line)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 2] = [("Staked", 40), ("Paid", 80)];

    fn formatted(name: &str, figures: [&str; 2]) -> String {
        row(name, &COLUMNS, &figures.map(str::to_owned))
    }

    #[test]
    fn figures_end_where_their_heads_do() {
        let lines =
            [heads("Spot", &COLUMNS), formatted("Player", ["1.00", "2.00"]), formatted("Tie", ["", "3.00"])];
        assert!(lines.iter().all(|line| line.chars().count() == 80), "{lines:?}");
        assert_eq!(lines[0].find("Staked").map(|at| at + 6), lines[1].find("1.00").map(|at| at + 4));
    }

    #[test]
    fn a_wide_figure_takes_the_room_there_is_and_a_wider_one_a_line_below() {
        let wide = "9".repeat(50);
        assert_eq!(formatted("Player", ["1.00", &wide]), format!("Player {:>22} {wide}", "1.00"));
        assert_eq!(
            formatted("Player", [&wide, &wide]),
            format!("Player\n    Staked: {wide}\n    Paid: {wide}")
        );
        assert_eq!(formatted("Tie", ["", &"9".repeat(78)]), format!("Tie\n    Paid: {}", "9".repeat(78)));
        let long = "Player and Banker, ".repeat(2);
        assert_eq!(
            formatted(long.trim(), ["1", &wide]),
            format!("{}\n    Staked: 1\n    Paid: {wide}", long.trim())
        );
    }
}
