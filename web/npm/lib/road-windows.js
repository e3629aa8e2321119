// Asks the crate `roads`, compiled to WebAssembly, which cells of a road are in view. It computes no cell itself.

export const ROWS = 6;

export const ROADS = ['bead_plate', 'big_road', 'big_eye_boy', 'small_road', 'cockroach_pig'];

export class RoadWindows {
  sheets;
  #exports;

  constructor(exports) {
    this.#exports = exports;
    this.sheets = Object.fromEntries(ROADS.map((id, place) => [id, exports.sheet_columns(place)]));
  }

  view(entries, columns, clears, sheet = this.sheets.big_road) {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_view(columns, Number(clears) * sheet));
  }

  viewWithRoom(entries, columns, clears, sheet = this.sheets.big_road) {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_view_with_room(columns, Number(clears) * sheet));
  }

  askWithRoom(entries, entry, columns, clears, sheet = this.sheets.big_road) {
    this.#setRoad(entries);
    return this.#read(this.#exports.road_ask_with_room(entry.charCodeAt(0), columns, Number(clears) * sheet));
  }

  beadPlate(rounds, columns, clears, sheet = this.sheets.bead_plate) {
    return this.#read(this.#exports.bead_plate(rounds, columns, Number(clears) * sheet));
  }

  #setRoad(entries) {
    this.#exports.road_reset();
    for (let idx = 0; idx < entries.length; idx += 1) {
      this.#exports.road_push(entries.charCodeAt(idx));
    }
  }

  #read(count) {
    const { cell_index, cell_column, cell_row } = this.#exports;
    return Array.from({ length: count }, (_, place) => ({
      idx: cell_index(place),
      cell: [cell_column(place), cell_row(place)],
    }));
  }
}
