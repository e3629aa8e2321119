// The road maps of the tables in the lobby. Each is computed once for its beads, by the crate `roads`.
import { roadMapOf, type NoRoads } from '$lib/roads/loaded.svelte';
import type { LobbyEntry } from '$lib/state/lobby';
import type { RoadMap } from '$lib/wire/messages';

const maps = new WeakMap<readonly string[], RoadMap>();

/** The road map of a table, or why there is none; null until the module of the roads is loaded. */
export function roadsOf({ beads }: Pick<LobbyEntry, 'beads'>): RoadMap | NoRoads | null {
  const known = maps.get(beads);
  if (known !== undefined) {
    return known;
  }
  const map = roadMapOf(beads);
  if (map !== null && typeof map !== 'string') {
    maps.set(beads, map);
  }
  return map;
}

/** The ids of a table's good roads; none while they are not known. */
export function goodRoadsOf(entry: LobbyEntry): readonly string[] {
  const map = roadsOf(entry);
  return map === null || typeof map === 'string' ? [] : map.good_roads;
}
