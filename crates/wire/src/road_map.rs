//! The road maps of a shoe as clients draw them: cells, marks, asks. Also what `punto roads` answers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A cell of a grid: column and row, from 0.
pub type Cell = [u32; 2];

/// All roads of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RoadMap {
    /// Every round, column first.
    pub bead_plate: BeadPlate,
    /// Streaks.
    pub big_road: BigRoad,
    /// Derived with k = 1.
    pub big_eye_boy: DerivedRoad,
    /// Derived with k = 2.
    pub small_road: DerivedRoad,
    /// Derived with k = 3.
    pub cockroach_pig: DerivedRoad,
    /// What the next round would add.
    pub ask: AskBoth,
    /// Counts.
    pub totals: Totals,
    /// The ids of the good roads the shoe shows.
    pub good_roads: Vec<String>,
}

/// Where each round's bead lies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BeadPlate {
    /// One cell a round.
    pub cells: Vec<Cell>,
}

/// The big road.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BigRoad {
    /// Ties before the first cell.
    pub opening_ties: u32,
    /// The streaks, oldest first.
    pub streaks: Vec<Streak>,
    /// One cell a round that was no tie, in order.
    pub cells: Vec<Cell>,
}

/// Consecutive rounds of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Streak {
    /// `player` or `banker`.
    pub side: SideId,
    /// For each round of the streak, the ties counted on it.
    pub ties: Vec<u32>,
}

/// A derived road.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DerivedRoad {
    /// One letter a mark: `r` or `b`.
    pub marks: String,
    /// One cell a mark.
    pub cells: Vec<Cell>,
}

/// What the next round would add, for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskBoth {
    /// If Banker wins.
    pub banker: Ask,
    /// If Player wins.
    pub player: Ask,
}

/// What the next round would add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ask {
    /// Its cell on the big road.
    pub big_road: Cell,
    /// None where the road would not start.
    pub big_eye_boy: Option<AskMark>,
    /// None where the road would not start.
    pub small_road: Option<AskMark>,
    /// None where the road would not start.
    pub cockroach_pig: Option<AskMark>,
}

/// A mark that would be added, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskMark {
    /// `r` or `b`.
    pub mark: String,
    /// Its cell.
    pub cell: Cell,
}

/// Counts of a shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Totals {
    /// Rounds.
    pub rounds: u32,
    /// Banker wins.
    pub banker: u32,
    /// Player wins.
    pub player: u32,
    /// Ties.
    pub tie: u32,
    /// Banker pairs.
    pub banker_pair: u32,
    /// Player pairs.
    pub player_pair: u32,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SideId {
    /// Player.
    Player,
    /// Banker.
    Banker,
}
