// Roads are drawn as one path per colour, at the cells that their window shows.
import { describe, expect, it } from 'vitest';
import {
  bigRoadEntries,
  cellOf,
  drawBeadPlate,
  drawBigRoad,
  drawDerived,
  gridLines,
  type Layer,
} from './draw';
import { glyph } from './glyph';
import type { BigRoad } from '../wire/messages';
import type { Cell, Shown } from '../../../npm/lib/road-windows.js';

const kinds = (layers: Layer[]) => layers.map((layer) => layer.kind);
const subpaths = (layers: Layer[], kind: string) =>
  (layers.find((layer) => layer.kind === kind)?.path.match(/M/g) ?? []).length;
const shownAt = (cells: Cell[], first = 0): Shown[] => cells.map((cell, idx) => ({ idx: first + idx, cell }));

describe('a big road', () => {
  const rounds = ['T', 'B', 'Bb6', 'T', 'T', 'Pn'];
  const cells: [number, number][] = [
    [0, 0],
    [0, 1],
    [1, 0],
  ];
  const road: BigRoad = {
    opening_ties: 1,
    streaks: [
      { side: 'banker', ties: [1, 2] },
      { side: 'player', ties: [0] },
    ],
    cells,
  };
  const layers = drawBigRoad(shownAt(cells), road, rounds);

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
    const opening = drawBigRoad([], { opening_ties: 3, streaks: [], cells: [] }, ['T', 'T', 'T']);
    expect(kinds(opening)).toEqual(['stripe', 'count-case', 'count']);
  });

  it('has a letter for each win', () => {
    expect(bigRoadEntries(road)).toBe('BBP');
  });

  it('draws the wins in view, each with its own ties and dots, and no ask', () => {
    const shown = shownAt(
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      1,
    );
    const cleared = drawBigRoad(shown, road, rounds);
    expect(subpaths(cleared, 'ring-banker')).toBe(1);
    expect(subpaths(cleared, 'ring-player')).toBe(1);
    expect(subpaths(cleared, 'count')).toBe(1);
    expect(cleared.find((layer) => layer.kind === 'dot-natural')?.path).toMatch(/^M34\.2,3\.6/);
    expect(cellOf(shown, 3)).toEqual([1, 1]);
    expect(cellOf(shown, 0)).toBeUndefined();
  });
});

describe('the other roads', () => {
  it('draw every round on the bead plate', () => {
    const cells: [number, number][] = [
      [0, 0],
      [0, 1],
      [0, 2],
    ];
    const layers = drawBeadPlate(shownAt(cells), ['B', 'Pp', 'T']);
    expect(kinds(layers)).toEqual(['fill-banker', 'fill-player', 'fill-tie', 'letter-light', 'dot-player']);
  });

  it('tell blue from red by shape too', () => {
    const cells: [number, number][] = [
      [0, 0],
      [0, 1],
      [1, 0],
    ];
    const layers = drawDerived(shownAt(cells), 'rbb', 'disc');
    expect(subpaths(layers, 'disc-red')).toBe(1);
    expect(subpaths(layers, 'disc-blue')).toBe(2);
    expect(subpaths(layers, 'core-paper')).toBe(2);
  });

  it('write numbers of two digits', () => {
    expect(glyph('12', 10, 10).match(/M/g)).toHaveLength(2);
    expect(glyph('?', 10, 10)).toBe('');
  });

  it('rule a grid', () => {
    expect(gridLines(3, 6).match(/M/g)).toHaveLength(4 + 7);
  });
});
