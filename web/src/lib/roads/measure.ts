// How large the cells of a road are at a zoom, and how many columns fit a width. Knows no entry of a road.
import type { RoadId, Sheets } from '../../../npm/lib/road-windows.js';

export { ROADS, type RoadId, type Sheets } from '../../../npm/lib/road-windows.js';

export type DerivedId = Exclude<RoadId, 'bead_plate' | 'big_road'>;

/** The least sides of a cell of the big road in pixels, from zoomed out to zoomed in, for panels up to a width. */
const CELLS: readonly { readonly below: number; readonly cells: readonly number[] }[] = [
  { below: 400, cells: [12, 16, 20, 24, 28] },
  { below: 560, cells: [14, 18, 22, 28, 34] },
  { below: Infinity, cells: [18, 22, 28, 36, 44] },
];

/** The zooms are 0 to this one. */
export const MAX_ZOOM = 4;
export const USUAL_ZOOM = 2;
/** The zooms while cards are dealt and while the table takes bets, for patrons who let the phase choose. */
const OUT = 1;
const IN = 3;

/** The cells of a road on the screen. */
export interface Measure {
  /** The side of a cell, in whole pixels: an even number, as the cells of derived roads have half of it. */
  readonly cell: number;
  readonly columns: number;
}

/** The zoom that counts now. */
export function zoomAt(phase: string, { auto, zoom }: { auto: boolean; zoom: number }): number {
  return auto ? (phase === 'betting' ? IN : OUT) : clampZoom(zoom);
}

export function clampZoom(zoom: number): number {
  return Number.isSafeInteger(zoom) ? Math.min(MAX_ZOOM, Math.max(0, zoom)) : USUAL_ZOOM;
}

/**
 * Measures the big road: cells of the zoom's side, or two pixels more where that leaves less of the width over. A road
 * that clears has no more columns than its sheet; null for one that scrolls.
 */
export function measure(width: number, zoom: number, sheets: Sheets | null): Measure {
  const least = CELLS.find(({ below }) => width < below)?.cells[clampZoom(zoom)] ?? 0;
  const cell = width % (least + 2) < width % least ? least + 2 : least;
  const columns = Math.max(2, Math.floor(width / cell));
  if (sheets === null || columns < sheets.big_road) {
    return { cell, columns };
  }
  return { cell: evenFloor(width / sheets.big_road), columns: sheets.big_road };
}

/**
 * The columns of each road whose cells have that measure. Two derived roads stand side by side, a cell apart; beside
 * the bead plate stand the counts, unless it is `alone`.
 */
export function columnsOf(id: RoadId, { columns }: Measure, sheets: Sheets | null, alone = false): number {
  const fitting = {
    bead_plate: alone ? columns : Math.max(1, Math.round(columns * 0.6)),
    big_road: columns,
    big_eye_boy: columns * 2,
    small_road: columns - 1,
    cockroach_pig: columns - 1,
  }[id];
  return sheets === null ? fitting : Math.min(fitting, sheets[id]);
}

function evenFloor(pixels: number): number {
  return Math.floor(pixels / 2) * 2;
}

/** A share in whole percent, rounded; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 200 + whole) / (whole * 2));
}
