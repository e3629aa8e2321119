// The windows show what the crate `roads` says; the expectations are those of its own tests.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { cellOf } from './draw';
import { compileRoads } from './module';
import { ROWS, type RoadWindows, type Shown } from '../../../npm/lib/road-windows.js';

const MODULE = new URL('punto_wasm.wasm', import.meta.url);

let windows: RoadWindows;

beforeAll(async () => {
  ({ windows } = await compileRoads(await readFile(MODULE)));
});

/** Index, column, row. */
const flat = (shown: Shown[]) => shown.map(({ idx, cell: [column, row] }) => [idx, column, row]);

describe('the sheets', () => {
  it('have the widths that the crate says, each under its road', () => {
    expect(windows.sheets).toEqual({
      bead_plate: 14,
      big_road: 24,
      big_eye_boy: 48,
      small_road: 23,
      cockroach_pig: 23,
    });
  });
});

describe('a window that scrolls', () => {
  const view = (entries: string, columns: number) => flat(windows.view(entries, columns, false));
  const withRoom = (entries: string, columns: number) => flat(windows.viewWithRoom(entries, columns, false));
  const ask = (entries: string, entry: string, columns: number) =>
    flat(windows.askWithRoom(entries, entry, columns, false));

  it('shows nothing of an empty road', () => {
    expect(view('', 2)).toEqual([]);
    expect(withRoom('', 2)).toEqual([]);
    expect(ask('', 'a', 2)).toEqual([[0, 0, 0]]);
  });

  it('shows the last columns', () => {
    expect(view('abbab', 2)).toEqual([
      [3, 0, 0],
      [4, 1, 0],
    ]);
  });

  it('keeps the latest entry in view', () => {
    expect(view('aaaaaaaaaaaab', 3)).toEqual([
      [6, 0, 5],
      [7, 1, 5],
      [8, 2, 5],
      [12, 0, 0],
    ]);
  });

  it('makes room for the next entry, so that an ask moves nothing', () => {
    const shown = [
      [3, 0, 0],
      [4, 0, 1],
      [5, 1, 0],
    ];
    expect(view('aabaab', 3)[0]).toEqual([2, 0, 0]);
    expect(withRoom('aabaab', 3)).toEqual(shown);
    expect(ask('aabaab', 'b', 3)).toEqual([...shown, [6, 1, 1]]);
    expect(ask('aabaab', 'a', 3)).toEqual([...shown, [6, 2, 0]]);
  });

  it('shows an ask far left of a dragon tail', () => {
    expect(withRoom('aaaaaaaaaaaa', 3)).toEqual([
      [10, 0, 5],
      [11, 1, 5],
    ]);
    expect(ask('aaaaaaaaaaaa', 'b', 3).at(-1)).toEqual([12, 0, 0]);
  });
});

describe('a window that clears', () => {
  const view = (entries: string) => flat(windows.view(entries, 2, true, 2));
  const ask = (entries: string, entry: string) => flat(windows.askWithRoom(entries, entry, 2, true, 2));

  it('starts again with the entry that did not fit', () => {
    expect(view('aab')).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [2, 1, 0],
    ]);
    expect(view('aabaa')).toEqual([
      [3, 0, 0],
      [4, 0, 1],
    ]);
  });

  it('cuts a dragon tail', () => {
    expect(view('aaaaaaaaa')).toEqual([
      [7, 0, 0],
      [8, 0, 1],
    ]);
  });

  it('makes no room, and is wiped for an ask that does not fit', () => {
    expect(flat(windows.viewWithRoom('aab', 2, true, 2))).toEqual(view('aab'));
    expect(ask('aab', 'b').at(-1)).toEqual([3, 1, 1]);
    expect(ask('aab', 'a')).toEqual([[3, 0, 0]]);
  });
});

describe('a window on a sheet of the house rules `gold-card`', () => {
  /** A shoe that fills the 24 columns of two sheets and goes on. */
  const SHOE = 'BPBBPBPPPBPBBBPBPBPPBPBPBPBBBBBBBBPPBPBPPBPBPBPBBPBPPPBPBPBPBPBPBPBPBPBP';
  const prefixes = Array.from(SHOE, (_, idx) => SHOE.slice(0, idx + 1));
  const firstOfSheet = (entries: string) => windows.view(entries, windows.sheets.big_road, true)[0]?.idx;

  /** By how many columns of the sheet a narrower window is moved; every shown cell must agree. */
  function movedBy(entries: string, columns: number): number {
    const sheet = windows.view(entries, windows.sheets.big_road, true);
    const moves = windows.viewWithRoom(entries, columns, true).map(({ idx, cell: [column, row] }) => {
      const [sheetColumn, sheetRow] = cellOf(sheet, idx) ?? [NaN, NaN];
      expect(sheetRow, `the row of ${String(idx)} in ${entries}`).toBe(row);
      return sheetColumn - column;
    });
    expect(new Set(moves).size, `${entries} in ${String(columns)} columns`).toBe(1);
    return moves[0] ?? NaN;
  }

  it('is cleared twice, when a sheet is full', () => {
    expect(new Set(prefixes.map(firstOfSheet)).size).toBe(3);
  });

  it.each([6, 9, 15, 24, 40])(
    'of %i columns goes back to column 0 only when the sheet is cleared',
    (columns) => {
      let before = { sheet: firstOfSheet('B'), moved: 0 };
      for (const entries of prefixes) {
        const now = { sheet: firstOfSheet(entries), moved: movedBy(entries, columns) };
        // The streak after a dragon tail gives back the room that was made for the tail.
        expect(now.moved, entries).toBeGreaterThanOrEqual(now.sheet === before.sheet ? before.moved - 1 : 0);
        expect(windows.viewWithRoom(entries, columns, true).at(-1)?.idx).toBe(entries.length - 1);
        before = now;
      }
    },
  );
});

describe('the bead plate', () => {
  it.each([false, true])('is not moved before it is full (clears: %s)', (clears) => {
    expect(windows.beadPlate(0, 2, clears, 2)).toEqual([]);
    expect(windows.beadPlate(2 * ROWS, 2, clears, 2)).toHaveLength(2 * ROWS);
  });

  it('scrolls by columns', () => {
    const shown = flat(windows.beadPlate(13, 2, false));
    expect(shown.slice(0, 2)).toEqual([
      [6, 0, 0],
      [7, 0, 1],
    ]);
    expect(shown.at(-1)).toEqual([12, 1, 0]);
  });

  it('is wiped when full', () => {
    expect(flat(windows.beadPlate(14, 2, true, 2))).toEqual([
      [12, 0, 0],
      [13, 0, 1],
    ]);
  });
});
