// Asks the crate `roads`, compiled to WebAssembly, which cells of a road are in view. It computes no cell itself.
import { ROADS, type Sheets } from './measure';
import type { RoadExports } from './module';

/** Column and row, from 0. */
export type Cell = readonly [column: number, row: number];

/** The number of rows of every road. */
export const ROWS = 6;

/** A cell in view, and the index of the entry or round that it shows. */
export interface Shown {
  readonly idx: number;
  readonly cell: Cell;
}

/**
 * The windows of the crate `roads`, of `columns` columns. They scroll, or show a part of a sheet that is cleared when
 * full if `clears`; `sheet` is its width, the big road's if nothing is said. A road is a string with a letter for each
 * entry; equal neighbours form a streak.
 */
export class RoadWindows {
  /** How many columns the sheets of roads have that are cleared when full. No screen and no zoom changes that. */
  readonly sheets: Sheets;
  readonly #exports: RoadExports;

  constructor(exports: RoadExports) {
    this.#exports = exports;
    this.sheets = Object.fromEntries(ROADS.map((id, place) => [id, exports.sheet_columns(place)])) as Sheets;
  }

  /** Shows a road. */
  view(entries: string, columns: number, clears: boolean, sheet = this.sheets.big_road): Shown[] {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_view(columns, Number(clears) * sheet));
  }

  /** Shows a road with room for its next entry, so that an ask moves nothing. */
  viewWithRoom(entries: string, columns: number, clears: boolean, sheet = this.sheets.big_road): Shown[] {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_view_with_room(columns, Number(clears) * sheet));
  }

  /** Shows a road as if `entry` came next; its cell is the last one. */
  askWithRoom(
    entries: string,
    entry: string,
    columns: number,
    clears: boolean,
    sheet = this.sheets.big_road,
  ): Shown[] {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_ask_with_room(entry.charCodeAt(0), columns, Number(clears) * sheet));
  }

  /** Shows the bead plate of a shoe with so many rounds. */
  beadPlate(rounds: number, columns: number, clears: boolean, sheet = this.sheets.bead_plate): Shown[] {
    return this.#read(this.#exports.bead_plate(rounds, columns, Number(clears) * sheet));
  }

  #setRoad(entries: string): void {
    this.#exports.road_reset();
    for (let idx = 0; idx < entries.length; idx += 1) {
      this.#exports.road_push(entries.charCodeAt(idx));
    }
  }

  #read(count: number): Shown[] {
    const { cell_index, cell_column, cell_row } = this.#exports;
    return Array.from({ length: count }, (_, place) => ({
      idx: cell_index(place),
      cell: [cell_column(place), cell_row(place)],
    }));
  }
}
