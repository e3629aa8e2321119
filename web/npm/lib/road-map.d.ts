// The road map of a shoe, as `punto roads` answers it.

/** Column and row, from 0. */
export type Cell = [column: number, row: number];

export type Side = 'player' | 'banker';

export interface Streak {
  side: Side;
  /** For each cell of the streak, the ties that are counted on it. */
  ties: number[];
}

export interface DerivedRoad {
  /** A letter for each mark: `r` or `b`. */
  marks: string;
  /** The cell of each mark. */
  cells: Cell[];
}

/** A mark that the next round would add, and its cell. */
export interface AskMark {
  mark: string;
  cell: Cell;
}

/** What the next round would add; null for a road that would not start. */
export interface Ask {
  big_road: Cell;
  big_eye_boy: AskMark | null;
  small_road: AskMark | null;
  cockroach_pig: AskMark | null;
}

export interface Totals {
  rounds: number;
  banker: number;
  player: number;
  tie: number;
  banker_pair: number;
  player_pair: number;
}

export interface RoadMap {
  /** The cell of each round. */
  bead_plate: { cells: Cell[] };
  /** The cell of each round that was not a tie, the streaks, and the ties before the first. */
  big_road: { opening_ties: number; streaks: Streak[]; cells: Cell[] };
  big_eye_boy: DerivedRoad;
  small_road: DerivedRoad;
  cockroach_pig: DerivedRoad;
  /** For a win of Banker, and for one of Player. */
  ask: Record<Side, Ask>;
  totals: Totals;
  /** The ids of the good roads that the shoe shows, such as `long_banker`. */
  good_roads: string[];
}

/** The functions of the module that read beads and give the numbers of a road map. */
export interface RoadMapExports {
  shoe_reset(): void;
  bead_letter(letter: number): void;
  shoe_push(): number;
  road_map(): number;
  road_map_number(place: number): number;
}

export declare class RoadMaps {
  constructor(exports: RoadMapExports);
  /** The road map of a shoe with these beads; null when one of them is no bead. */
  of(beads: readonly string[]): RoadMap | null;
}
