// Draws one road of a shoe as its window shows it, with the mark that an ask would add. The crate `roads` computes
// marks and cells; this file only asks for them.
import type { RoadMap, SideId } from '../wire/messages';
import {
  bigRoadEntries,
  cellOf,
  drawBeadPlate,
  drawBigRoad,
  drawDerived,
  drawMark,
  drawWin,
  sideLetter,
  type DerivedShape,
  type Layer,
  type RoadStyle,
} from './draw';
import type { DerivedId, RoadId } from './measure';
import type { Cell, RoadWindows, Shown } from '../../../npm/lib/road-windows.js';

/** The rounds of a shoe and their roads. */
export interface RoadSource {
  readonly map: RoadMap;
  readonly rounds: readonly string[];
  /** Whether its roads clear when full. */
  readonly clears: boolean;
}

export interface RoadDrawing {
  readonly layers: readonly Layer[];
  /** What an ask would add; empty without one. */
  readonly ask: readonly Layer[];
  readonly askCell: Cell | undefined;
  /** The cell of the latest entry. */
  readonly latest: Cell | undefined;
  /** Whether the asked mark would clear the sheet. */
  readonly clearsNext: boolean;
}

export const DERIVED: readonly DerivedId[] = ['big_eye_boy', 'small_road', 'cockroach_pig'];

const SHAPES: Readonly<Record<DerivedId, DerivedShape>> = {
  big_eye_boy: 'ring',
  small_road: 'disc',
  cockroach_pig: 'slash',
};

/** The shape of a derived road's marks. */
export function shapeOf(id: DerivedId): DerivedShape {
  return SHAPES[id];
}

export function drawRoad(
  windows: RoadWindows,
  id: RoadId,
  source: RoadSource,
  columns: number,
  asked: SideId | null,
  style: RoadStyle,
): RoadDrawing {
  if (id === 'bead_plate') {
    const shown = windows.beadPlate(source.rounds.length, columns, source.clears);
    const layers = drawBeadPlate(shown, source.rounds, style);
    return { layers, ask: [], askCell: undefined, latest: shown.at(-1)?.cell, clearsNext: false };
  }
  const { map, rounds } = source;
  const entries = id === 'big_road' ? bigRoadEntries(map.big_road) : map[id].marks;
  const entry = asked === null ? null : entryOf(id, map, asked);
  const shown = show(windows, id, entries, entry, source.clears, columns);
  const askCell = entry === null ? undefined : cellOf(shown, entries.length);
  const isWin = id === 'big_road' && asked !== null;
  return {
    layers:
      id === 'big_road'
        ? drawBigRoad(shown, map.big_road, rounds, style)
        : drawDerived(shown, entries, SHAPES[id]),
    ask:
      askCell === undefined || entry === null
        ? []
        : isWin
          ? drawWin(askCell, asked, style)
          : drawMark(askCell, entry, SHAPES[id as DerivedId]),
    askCell,
    latest: cellOf(shown, entries.length - 1),
    clearsNext: entry !== null && source.clears && entries.length > 0 && shown.length === 1,
  };
}

/** The entry that a win of that side adds to a road; null where the road would not have started. */
function entryOf(id: 'big_road' | DerivedId, map: RoadMap, side: SideId): string | null {
  return id === 'big_road' ? sideLetter(side) : (map.ask[side][id]?.mark ?? null);
}

function show(
  windows: RoadWindows,
  id: RoadId,
  entries: string,
  entry: string | null,
  clears: boolean,
  columns: number,
): Shown[] {
  return entry === null
    ? windows.viewWithRoom(entries, columns, clears, windows.sheets[id])
    : windows.askWithRoom(entries, entry, columns, clears, windows.sheets[id]);
}
