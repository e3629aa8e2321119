// Roads are drawn as one path per colour, at the server's cells, and scroll by whole columns.
import { describe, expect, it } from 'vitest';
import { drawBeadPlate, drawBigRoad, drawDerived, gridLines, type Layer } from './draw';
import { glyph } from './glyph';
import { firstColumn, firstColumnWithAsks, type Cell } from './window';

const kinds = (layers: Layer[]) => layers.map((layer) => layer.kind);
const subpaths = (layers: Layer[], kind: string) =>
  (layers.find((layer) => layer.kind === kind)?.path.match(/M/g) ?? []).length;
const columnsUpTo = (last: number): Cell[] => Array.from({ length: last + 1 }, (_, column) => [column, 0]);

describe('a big road', () => {
  const rounds = ['T', 'B', 'Bb6', 'T', 'T', 'Pn'];
  const layers = drawBigRoad(
    {
      opening_ties: 1,
      streaks: [
        { side: 'banker', ties: [1, 2] },
        { side: 'player', ties: [0] },
      ],
      cells: [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    },
    rounds,
  );

  it('is one path per colour', () => {
    expect(subpaths(layers, 'ring-banker')).toBe(2);
    expect(subpaths(layers, 'ring-player')).toBe(1);
    expect(new Set(kinds(layers)).size).toBe(layers.length);
  });

  it('counts ties on the cell they belong to, in figures from two up', () => {
    expect(subpaths(layers, 'stripe')).toBe(2);
    expect(subpaths(layers, 'count')).toBe(1);
    expect(subpaths(layers, 'letter-banker')).toBe(1);
  });

  it('draws the dots of each cell for its own round', () => {
    expect(layers.find((layer) => layer.kind === 'dot-banker')?.path).toMatch(/^M0\.9,23\.6/);
    expect(subpaths(layers, 'dot-six')).toBe(1);
    expect(layers.find((layer) => layer.kind === 'dot-natural')?.path).toMatch(/^M34\.2,3\.6/);
  });

  it('shows opening ties before the first cell exists', () => {
    const opening = drawBigRoad({ opening_ties: 3, streaks: [], cells: [] }, ['T', 'T', 'T']);
    expect(kinds(opening)).toEqual(['stripe', 'count-case', 'count']);
  });
});

describe('the other roads', () => {
  it('draw every round on the bead plate', () => {
    const cells: [number, number][] = [
      [0, 0],
      [0, 1],
      [0, 2],
    ];
    const layers = drawBeadPlate({ cells }, ['B', 'Pp', 'T']);
    expect(kinds(layers)).toEqual(['fill-banker', 'fill-player', 'fill-tie', 'letter-light', 'dot-player']);
  });

  it('tell blue from red by shape too', () => {
    const cells: [number, number][] = [
      [0, 0],
      [0, 1],
      [1, 0],
    ];
    const layers = drawDerived({ marks: 'rbb', cells }, 'disc');
    expect(subpaths(layers, 'disc-red')).toBe(1);
    expect(subpaths(layers, 'disc-blue')).toBe(2);
    expect(subpaths(layers, 'core-paper')).toBe(2);
  });

  it('write numbers of two digits', () => {
    expect(glyph('12', 10, 10).match(/M/g)).toHaveLength(2);
    expect(glyph('?', 10, 10)).toBe('');
  });

  it('rule a grid', () => {
    expect(gridLines(2, 3, 6).match(/M/g)).toHaveLength(4 + 7);
  });
});

describe('the view of a road', () => {
  it('begins at the left and scrolls to the last columns when they do not fit', () => {
    expect(firstColumn([], 10, false)).toBe(0);
    expect(firstColumn(columnsUpTo(9), 10, false)).toBe(0);
    expect(firstColumn(columnsUpTo(12), 10, false)).toBe(3);
  });

  it('keeps the latest cell visible beside a long tail', () => {
    const tail: Cell[] = [...columnsUpTo(14), [2, 0]];
    expect(firstColumn(tail, 10, false)).toBe(2);
  });

  it('leaves room for the cells of both asks', () => {
    expect(firstColumnWithAsks(columnsUpTo(9), [[10, 0]], 10, false)).toBe(1);
    expect(firstColumnWithAsks(columnsUpTo(5), [[6, 0]], 10, false)).toBe(0);
  });

  it('is cleared page by page if the house rules say so', () => {
    expect(firstColumn(columnsUpTo(9), 10, true)).toBe(0);
    expect(firstColumn(columnsUpTo(10), 10, true)).toBe(10);
    expect(firstColumnWithAsks(columnsUpTo(9), [[10, 0]], 10, true)).toBe(0);
  });
});
