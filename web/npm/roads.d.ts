// The five road maps of a shoe, and the part of each that a window shows.
import type { ModuleSource } from './lib/instance.js';
import type { RoadMap } from './lib/road-map.js';
import type { RoadWindows } from './lib/road-windows.js';

export type { ModuleSource } from './lib/instance.js';
export type { Ask, AskMark, Cell, DerivedRoad, RoadMap, Side, Streak, Totals } from './lib/road-map.js';
export type { RoadId, RoadWindows, Sheets, Shown } from './lib/road-windows.js';

export interface PlayedShoe {
  /** Comes back with the answer. */
  id?: unknown;
  /** Each `P`, `B` or `T`, then any of `p` (Player pair), `b` (Banker pair), `n` (natural) and `6` (Lucky 6). */
  rounds: readonly string[];
}

export interface NoRoadMap {
  id: unknown;
  error: { code: 'malformed_line'; message: string };
}

export interface Roads {
  /** The road map of a shoe. */
  roads(shoe: PlayedShoe): (RoadMap & { id: unknown; error?: never }) | NoRoadMap;
  readonly windows: RoadWindows;
}

/** Loads the module, which is the file beside this one unless another source is given. */
export declare function load(source?: ModuleSource | Promise<ModuleSource>): Promise<Roads>;
