// The part of a road that a window shows: cells, and which entry each is of.

/** The number of rows of every road. */
export declare const ROWS: 6;

/** The roads in the order in which the crate `roads` numbers their sheets. */
export declare const ROADS: readonly ['bead_plate', 'big_road', 'big_eye_boy', 'small_road', 'cockroach_pig'];
export type RoadId = (typeof ROADS)[number];

/** How many columns the sheet of each road has. */
export type Sheets = Readonly<Record<RoadId, number>>;

/** Column and row, from 0. */
export type Cell = readonly [column: number, row: number];

/** A cell in view, and the index of the entry or round that it shows. */
export interface Shown {
  readonly idx: number;
  readonly cell: Cell;
}

/** The functions of the module that build a road and show it. */
export interface RoadWindowExports {
  road_reset(): void;
  road_push(entry: number): void;
  road_view(columns: number, sheet: number): number;
  road_view_with_room(columns: number, sheet: number): number;
  road_ask_with_room(entry: number, columns: number, sheet: number): number;
  bead_plate(rounds: number, columns: number, sheet: number): number;
  sheet_columns(road: number): number;
  cell_index(place: number): number;
  cell_column(place: number): number;
  cell_row(place: number): number;
}

/**
 * The windows of roads, of `columns` columns. They scroll, or show a part of a sheet that is cleared when full if
 * `clears`; `sheet` is its width, the big road's if nothing is said. A road is a string with a letter for each entry;
 * equal neighbours form a streak.
 */
export declare class RoadWindows {
  constructor(exports: RoadWindowExports);
  /** How many columns the sheets of roads have that are cleared when full. No screen and no zoom changes that. */
  readonly sheets: Sheets;
  /** Shows a road. */
  view(entries: string, columns: number, clears: boolean, sheet?: number): Shown[];
  /** Shows a road with room for its next entry, so that an ask moves nothing. */
  viewWithRoom(entries: string, columns: number, clears: boolean, sheet?: number): Shown[];
  /** Shows a road as if `entry` came next; its cell is the last one. */
  askWithRoom(entries: string, entry: string, columns: number, clears: boolean, sheet?: number): Shown[];
  /** Shows the bead plate of a shoe with so many rounds; `sheet` is its own width if nothing is said. */
  beadPlate(rounds: number, columns: number, clears: boolean, sheet?: number): Shown[];
}
