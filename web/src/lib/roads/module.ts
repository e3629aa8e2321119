// The WebAssembly module of `crates/edge/wasm`: the road maps of shoes, and the windows of roads. The package for npm has
// what reads them.
import { RoadMaps, type RoadMapExports } from '../../../npm/lib/road-map.js';
import { RoadWindows, type RoadWindowExports } from '../../../npm/lib/road-windows.js';

export interface RoadModule {
  readonly maps: RoadMaps;
  readonly windows: RoadWindows;
}

/** Compiles the module. */
export async function compileRoads(module: BufferSource): Promise<RoadModule> {
  const { instance } = await WebAssembly.instantiate(module);
  const exports = instance.exports as WebAssembly.Exports & RoadMapExports & RoadWindowExports;
  return { maps: new RoadMaps(exports), windows: new RoadWindows(exports) };
}
