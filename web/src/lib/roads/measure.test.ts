// Cells are whole pixels at every zoom, and a zoom never moves the end of a sheet.
import { describe, expect, it } from 'vitest';
import { columnsOf, MAX_ZOOM, measure, percentOf, ROADS, USUAL_ZOOM, zoomAt } from './measure';

/** Some widths; the crate `roads` has those of the tables. */
const SHEETS = { bead_plate: 14, big_road: 24, big_eye_boy: 48, small_road: 23, cockroach_pig: 23 };
const WIDTHS = [240, 312, 340, 358, 427, 508, 586, 736, 812];
const ZOOMS = Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom);

describe('a measure', () => {
  it.each(WIDTHS)('fits %i pixels with whole, even cells that grow with the zoom', (width) => {
    const cells = ZOOMS.map((zoom) => measure(width, zoom, null));
    for (const { cell, columns } of cells) {
      expect(cell % 2).toBe(0);
      expect(cell * columns).toBeLessThanOrEqual(width);
      expect(width - cell * columns).toBeLessThan(cell);
    }
    cells.slice(1).forEach(({ cell }, zoom) => {
      expect(cell).toBeGreaterThan(cells[zoom]?.cell ?? NaN);
    });
  });

  it.each(WIDTHS)(
    'shows at most a sheet in %i pixels where roads clear, and fills the width with it',
    (width) => {
      for (const zoom of ZOOMS) {
        const { cell, columns } = measure(width, zoom, SHEETS);
        expect(columns).toBeLessThanOrEqual(SHEETS.big_road);
        expect(cell * columns).toBeLessThanOrEqual(width);
        expect(columns < SHEETS.big_road || (cell + 2) * columns > width).toBe(true);
      }
    },
  );

  it('gives derived roads the width of the big road', () => {
    const measured = measure(427, USUAL_ZOOM, null);
    const { columns } = measured;
    expect(columnsOf('big_eye_boy', measured, null)).toBe(columns * 2);
    expect(columnsOf('small_road', measured, null) + columnsOf('cockroach_pig', measured, null)).toBe(
      columns * 2 - 2,
    );
  });

  it('gives the bead plate the width of the big road where nothing stands beside it', () => {
    const measured = measure(325, USUAL_ZOOM, null);
    expect(columnsOf('bead_plate', measured, null, true)).toBe(measured.columns);
    expect(columnsOf('bead_plate', measured, null)).toBeLessThan(measured.columns);
    expect(columnsOf('bead_plate', { cell: 10, columns: 60 }, SHEETS, true)).toBe(SHEETS.bead_plate);
  });

  it('gives no road more columns than its sheet has', () => {
    const measured = { cell: 10, columns: 60 };
    for (const id of ROADS) {
      expect(columnsOf(id, measured, SHEETS)).toBe(SHEETS[id]);
    }
  });
});

describe('the zoom', () => {
  it('is by hand unless the patron lets the phase choose', () => {
    expect(zoomAt('betting', { auto: false, zoom: 4 })).toBe(4);
    expect(zoomAt('dealing', { auto: false, zoom: 4 })).toBe(4);
    expect(zoomAt('dealing', { auto: false, zoom: 99 })).toBe(MAX_ZOOM);
    expect(zoomAt('dealing', { auto: false, zoom: NaN })).toBe(USUAL_ZOOM);
  });

  it('is in while the table takes bets and out while it deals, if so', () => {
    const zooms = ['betting', 'closed', 'dealing', 'settled', 'shuffling'].map((phase) =>
      zoomAt(phase, { auto: true, zoom: 4 }),
    );
    expect(zooms[0]).toBeGreaterThan(zooms[1] ?? NaN);
    expect(new Set(zooms.slice(1)).size).toBe(1);
  });
});

describe('a percentage', () => {
  it.each([
    [0, 0, null],
    [0, 7, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [1, 201, 0],
    [5, 5, 100],
  ])('of %i in %i is %s', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });
});
