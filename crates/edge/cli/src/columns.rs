//! Rows of figures in lines of 80 columns, however large the figures. Knows not what they count.

use std::fmt::Write as _;

use crate::wrap::{WIDTH, wrapped};

/// A column: its head, and where its figures end.
pub(crate) type Column = (&'static str, usize);

/// The heads of the columns, beside what stands over the names.
pub(crate) fn heads(names: &str, columns: &[Column]) -> String {
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    row(names, columns, &heads)
}

/// A name and its figures, one for each column; an empty one is left out. A figure that is too wide moves those before
/// it to the left. Where there is no room left for the name, each figure stands on a line below it, after its head.
pub(crate) fn row(name: &str, columns: &[Column], figures: &[String]) -> String {
    if let Some(line) = in_line(name, columns, figures) {
        return line;
    }
    let told = columns.iter().zip(figures).filter(|(_, figure)| !figure.is_empty());
    let told = told.map(|((head, _), figure)| format!("\n    {head}: {figure}"));
    let name = if width(name) > WIDTH { wrapped(name, "") } else { name.to_owned() };
    name + &told.collect::<String>()
}

/// All in one line, if there is room for it.
fn in_line(name: &str, columns: &[Column], figures: &[String]) -> Option<String> {
    let mut rooms = Vec::with_capacity(columns.len());
    // Where the figure ends; once all are placed, the room that they leave.
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

    fn told(name: &str, figures: [&str; 2]) -> String {
        row(name, &COLUMNS, &figures.map(str::to_owned))
    }

    #[test]
    fn figures_end_where_their_heads_do() {
        let lines = [heads("Spot", &COLUMNS), told("Player", ["1.00", "2.00"]), told("Tie", ["", "3.00"])];
        assert!(lines.iter().all(|line| line.chars().count() == 80), "{lines:?}");
        assert_eq!(lines[0].find("Staked").map(|at| at + 6), lines[1].find("1.00").map(|at| at + 4));
    }

    #[test]
    fn a_wide_figure_takes_the_room_there_is_and_a_wider_one_a_line_below() {
        let wide = "9".repeat(50);
        assert_eq!(told("Player", ["1.00", &wide]), format!("Player {:>22} {wide}", "1.00"));
        assert_eq!(told("Player", [&wide, &wide]), format!("Player\n    Staked: {wide}\n    Paid: {wide}"));
        assert_eq!(told("Tie", ["", &"9".repeat(78)]), format!("Tie\n    Paid: {}", "9".repeat(78)));
        let long = "Player and Banker, ".repeat(2);
        assert_eq!(
            told(long.trim(), ["1", &wide]),
            format!("{}\n    Staked: 1\n    Paid: {wide}", long.trim())
        );
    }
}
