// Loads the WebAssembly module of the roads once for the whole page. Until then roads are empty grids; if that fails,
// the page says why instead.
import type { RoadMap } from '../wire/messages';
import { compileRoads, type RoadModule } from './module';
import moduleUrl from './punto_wasm.wasm?url';
import type { RoadWindows } from '../../../npm/lib/road-windows.js';

/** Why there are no roads: the browser has no WebAssembly, or the module or a bead could not be read. */
export type NoRoads = 'missing' | 'failed';

let loaded = $state.raw<RoadModule | NoRoads | null>(null);

/** The windows of roads, or null when they are not loaded. */
export function roadWindows(): RoadWindows | null {
  return loaded === null || typeof loaded === 'string' ? null : loaded.windows;
}

/** The road map of a shoe with these beads, or why there is none; null until the module is loaded. */
export function roadMapOf(beads: readonly string[]): RoadMap | NoRoads | null {
  return loaded === null || typeof loaded === 'string' ? loaded : (loaded.maps.of(beads) ?? 'failed');
}

export async function loadRoads(): Promise<void> {
  if (!('WebAssembly' in globalThis)) {
    loaded = 'missing';
    return;
  }
  try {
    const response = await fetch(moduleUrl);
    loaded = response.ok ? await compileRoads(await response.arrayBuffer()) : 'failed';
  } catch {
    loaded = 'failed';
  }
}
