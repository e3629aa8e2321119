// Loads the windows of roads once for the whole page. Until then, and if that fails, roads are empty grids.
import moduleUrl from './punto_wasm.wasm?url';
import { RoadWindows } from './window';

let windows = $state.raw<RoadWindows | null>(null);

/** The windows of roads, or null until they are loaded. */
export function roadWindows(): RoadWindows | null {
  return windows;
}

export async function loadRoadWindows(): Promise<void> {
  const response = await fetch(moduleUrl);
  windows = await RoadWindows.load(await response.arrayBuffer());
}
