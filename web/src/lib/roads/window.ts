// Which columns of a road are in view. Moves the view, never a cell: cells come from the server.

/** Column and row, from 0. */
export type Cell = readonly [column: number, row: number];

/** Rows of every road. */
export const ROWS = 6;

/**
 * The first column in view. A scrolling road shows its last columns, and stays further left only to keep the
 * latest cell in sight. A clearing road shows the page its latest cell is on.
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

/** The same with the cells an ask might add kept in sight, so that asking does not move the view. */
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
