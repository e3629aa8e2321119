//! The road maps of a shoe: cells, marks and asks. `punto roads` prints the same.

use baccarat::Side;
use roads::{Bead, Mark, Road, Roads};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A cell of a grid: column and row, from 0.
pub type Cell = [usize; 2];

/// All roads of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoadMap {
    /// The bead plate: every round, column by column.
    pub bead_plate: BeadPlate,
    /// The big road: streaks.
    pub big_road: BigRoad,
    /// The big eye boy, derived with k = 1.
    pub big_eye_boy: DerivedRoad,
    /// The small road, derived with k = 2.
    pub small_road: DerivedRoad,
    /// The cockroach pig, derived with k = 3.
    pub cockroach_pig: DerivedRoad,
    /// What the next round would add, for a win of each side.
    pub ask: AskBoth,
    /// Counts of outcomes and pairs.
    pub totals: Totals,
    /// The ids of the good roads that the shoe shows.
    pub good_roads: Vec<String>,
}

/// The cells of the bead plate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BeadPlate {
    /// The cell of each round.
    pub cells: Vec<Cell>,
}

/// The big road.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BigRoad {
    /// Ties before the first win of a side.
    pub opening_ties: usize,
    /// The streaks, oldest first.
    pub streaks: Vec<Streak>,
    /// The cell of each round that was not a tie, in order.
    pub cells: Vec<Cell>,
}

/// Consecutive rounds of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Streak {
    /// `player` or `banker`.
    pub side: SideId,
    /// For each round of the streak, the ties counted on it.
    pub ties: Vec<usize>,
}

/// A derived road.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DerivedRoad {
    /// A letter for each mark: `r` or `b`.
    pub marks: String,
    /// The cell of each mark.
    pub cells: Vec<Cell>,
}

/// What the next round would add, for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AskBoth {
    /// If Banker wins.
    pub banker: Ask,
    /// If Player wins.
    pub player: Ask,
}

/// What the next round would add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Ask {
    /// Its cell on the big road.
    pub big_road: Cell,
    /// The mark it would add; none when the road would not start.
    pub big_eye_boy: Option<AskMark>,
    /// The mark it would add; none when the road would not start.
    pub small_road: Option<AskMark>,
    /// The mark it would add; none when the road would not start.
    pub cockroach_pig: Option<AskMark>,
}

/// A mark that the next round would add, and its cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AskMark {
    /// `r` or `b`.
    pub mark: String,
    /// Its cell.
    pub cell: Cell,
}

/// Counts of a shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Totals {
    /// Rounds.
    pub rounds: usize,
    /// Banker wins.
    pub banker: usize,
    /// Player wins.
    pub player: usize,
    /// Ties.
    pub tie: usize,
    /// Banker pairs.
    pub banker_pair: usize,
    /// Player pairs.
    pub player_pair: usize,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideId {
    /// Player.
    Player,
    /// Banker.
    Banker,
}

impl RoadMap {
    /// The road map of a shoe with these beads.
    pub fn of(beads: &[Bead]) -> Self {
        Self::from(&beads.iter().copied().collect::<Roads>())
    }
}

impl From<&Roads> for RoadMap {
    fn from(roads: &Roads) -> Self {
        let derived = |road| DerivedRoad::from(roads.derived(road));
        let roads::Totals { rounds, banker, player, tie, banker_pair, player_pair } = roads.totals();
        Self {
            bead_plate: BeadPlate { cells: roads.bead_plate().map(cell).collect() },
            big_road: BigRoad::from(roads.big_road()),
            big_eye_boy: derived(roads::DerivedRoad::BigEyeBoy),
            small_road: derived(roads::DerivedRoad::SmallRoad),
            cockroach_pig: derived(roads::DerivedRoad::CockroachPig),
            ask: AskBoth { banker: roads.ask(Side::Banker).into(), player: roads.ask(Side::Player).into() },
            totals: Totals { rounds, banker, player, tie, banker_pair, player_pair },
            good_roads: roads.good_roads().map(|good_road| good_road.id.to_owned()).collect(),
        }
    }
}

impl From<&roads::BigRoad> for BigRoad {
    fn from(road: &roads::BigRoad) -> Self {
        let streak =
            |streak: roads::Streak<'_>| Streak { side: streak.side.into(), ties: streak.ties.to_vec() };
        Self {
            opening_ties: road.opening_ties(),
            streaks: road.streaks().map(streak).collect(),
            cells: road.cells().iter().copied().map(cell).collect(),
        }
    }
}

impl From<&Road<Mark>> for DerivedRoad {
    fn from(road: &Road<Mark>) -> Self {
        Self {
            marks: road.entries().iter().map(|mark| mark.letter()).collect(),
            cells: road.cells().iter().copied().map(cell).collect(),
        }
    }
}

impl From<roads::Ask> for Ask {
    fn from(ask: roads::Ask) -> Self {
        let mark =
            |ask: roads::AskMark| AskMark { mark: ask.mark.letter().to_string(), cell: cell(ask.cell) };
        Self {
            big_road: cell(ask.big_road),
            big_eye_boy: ask.derived.big_eye_boy.map(mark),
            small_road: ask.derived.small_road.map(mark),
            cockroach_pig: ask.derived.cockroach_pig.map(mark),
        }
    }
}

impl From<Side> for SideId {
    fn from(side: Side) -> Self {
        match side {
            Side::Player => Self::Player,
            Side::Banker => Self::Banker,
        }
    }
}

const fn cell(cell: roads::Cell) -> Cell {
    [cell.column, cell.row]
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn a_shoe_becomes_cells_marks_and_asks() {
        let rounds = "T Bb Tp P B6 B P".split(' ').map(|round| round.parse::<roads::Bead>().unwrap());
        let map = RoadMap::from(&rounds.collect::<Roads>());
        assert_eq!(to_value(&map.bead_plate).unwrap()["cells"][6], json!([1, 0]));
        assert_eq!(
            to_value(&map.big_road).unwrap(),
            json!({
                "opening_ties": 1,
                "streaks": [
                    {"side": "banker", "ties": [2]},
                    {"side": "player", "ties": [0]},
                    {"side": "banker", "ties": [0, 0]},
                    {"side": "player", "ties": [0]},
                ],
                "cells": [[0, 0], [1, 0], [2, 0], [2, 1], [3, 0]],
            })
        );
        assert_eq!(
            to_value(&map.big_eye_boy).unwrap(),
            json!({"marks": "rbb", "cells": [[0, 0], [1, 0], [1, 1]]})
        );
        assert_eq!(to_value(map.totals).unwrap()["player_pair"], 1);
        let ask = to_value(&map.ask).unwrap();
        assert_eq!(ask["player"]["big_road"], json!([3, 1]));
        assert_eq!(ask["banker"]["big_road"], json!([4, 0]));
        for road in ["big_eye_boy", "small_road", "cockroach_pig"] {
            assert_ne!(ask["player"][road]["mark"], ask["banker"][road]["mark"], "{road}");
        }
    }

    #[test]
    fn an_empty_shoe_asks_of_the_big_road_alone() {
        let map = to_value(RoadMap::from(&Roads::new())).unwrap();
        let first =
            json!({"big_road": [0, 0], "big_eye_boy": null, "small_road": null, "cockroach_pig": null});
        assert_eq!(map["ask"], json!({"banker": first, "player": first}));
        assert_eq!(map["big_road"], json!({"opening_ties": 0, "streaks": [], "cells": []}));
    }
}
