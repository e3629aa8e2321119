// The WebAssembly module of `crates/edge/wasm`: the road maps of shoes, and the windows of roads.
import { RoadMaps } from './road-map';
import { RoadWindows } from './window';

/** The functions of the module. All arguments and results are integers. */
export interface RoadExports extends WebAssembly.Exports {
  shoe_reset(): void;
  bead_letter(letter: number): void;
  shoe_push(): number;
  road_map(): number;
  road_map_number(place: number): number;
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

export interface RoadModule {
  readonly maps: RoadMaps;
  readonly windows: RoadWindows;
}

/** Compiles the module. */
export async function compileRoads(module: BufferSource): Promise<RoadModule> {
  const { instance } = await WebAssembly.instantiate(module);
  const exports = instance.exports as RoadExports;
  return { maps: new RoadMaps(exports), windows: new RoadWindows(exports) };
}
