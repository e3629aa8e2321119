// Chooses the visible columns of a road. Cells come from the server and never move.

/** Column and row, from 0. */
export type Cell = readonly [column: number, row: number];

/** The number of rows of every road. */
export const ROWS = 6;

/**
 * The first visible column.
 *
 * A scrolling road shows its last columns, but never scrolls past its latest cell. A clearing road shows the page
 * that its latest cell is on.
 */
export function firstColumn(cells: readonly Cell[], columns: number, clears: boolean): number {
  const latest = cells.at(-1);
  if (latest === undefined || columns < 1) {
    return 0;
  }
  if (clears) {
    return latest[0] - (latest[0] % columns);
  }
  const last = Math.max(...cells.map(([column]) => column));
  return Math.min(Math.max(0, last - columns + 1), latest[0]);
}

/** The first visible column with room for the cells of both asks, so that asking does not scroll. */
export function firstColumnWithAsks(
  cells: readonly Cell[],
  asks: readonly Cell[],
  columns: number,
  clears: boolean,
): number {
  const first = firstColumn(cells, columns, clears);
  if (clears) {
    return first;
  }
  const last = Math.max(0, ...asks.map(([column]) => column));
  const latest = cells.at(-1)?.[0] ?? 0;
  return Math.min(Math.max(first, last - columns + 1), latest);
}
