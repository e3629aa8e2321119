// A road is drawn as its window shows it, with what an ask would add.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RoadStyle } from './draw';
import { DERIVED, drawRoad, type RoadSource } from './drawing';
import { compileRoads, type RoadModule } from './module';

const MODULE = new URL('punto_wasm.wasm', import.meta.url);
const STYLE: RoadStyle = { letters: false, glyphs: 'latin' };

let module: RoadModule;

beforeAll(async () => {
  module = await compileRoads(await readFile(MODULE));
});

function sourceOf(beads: string, clears = false): RoadSource {
  const rounds = beads === '' ? [] : beads.split(' ');
  const map = module.maps.of(rounds);
  if (map === null) {
    throw new Error(beads);
  }
  return { map, rounds, clears };
}

describe('a road without an ask', () => {
  it('has its latest cell', () => {
    const drawing = drawRoad(module.windows, 'big_road', sourceOf('B B P T'), 20, null, STYLE);
    expect(drawing.latest).toEqual([1, 0]);
    expect(drawing.ask).toEqual([]);
    expect(drawing.askCell).toBeUndefined();
  });

  it('is empty before the first round', () => {
    for (const id of ['bead_plate', 'big_road', ...DERIVED] as const) {
      const drawing = drawRoad(module.windows, id, sourceOf(''), 20, null, STYLE);
      expect(drawing.layers, id).toEqual([]);
      expect(drawing.latest, id).toBeUndefined();
    }
  });
});

describe('an ask', () => {
  it('shows where the next win goes on the big road', () => {
    const source = sourceOf('B B P');
    const drawn = (side: 'banker' | 'player') =>
      drawRoad(module.windows, 'big_road', source, 20, side, STYLE);
    expect(drawn('banker').askCell).toEqual([2, 0]);
    expect(drawn('player').askCell).toEqual([1, 1]);
    expect(drawn('player').ask.map(({ kind }) => kind)).toEqual(['ring-player', 'core-player']);
    expect(drawn('player').latest).toEqual([1, 0]);
  });

  it('shows opposite marks on a derived road that has started, and none on one that has not', () => {
    const source = sourceOf('B B P P');
    for (const id of DERIVED) {
      const marks = (['banker', 'player'] as const).map((side) =>
        drawRoad(module.windows, id, source, 20, side, STYLE)
          .ask.map(({ kind }) => kind)
          .join(),
      );
      expect(marks[0] === '', id).toBe(source.map.ask.banker[id] === null);
      expect(marks[0] === '' || marks[0] !== marks[1], id).toBe(true);
    }
  });

  it('says that the next mark clears a full sheet', () => {
    const chop = Array.from({ length: 24 }, (_, idx) => (idx % 2 === 0 ? 'B' : 'P')).join(' ');
    const drawn = (side: 'banker' | 'player', clears = true) =>
      drawRoad(module.windows, 'big_road', sourceOf(chop, clears), 24, side, STYLE);
    expect(drawn('banker').clearsNext).toBe(true);
    expect(drawn('banker').askCell).toEqual([0, 0]);
    expect(drawn('player').clearsNext).toBe(false);
    expect(drawn('banker', false).clearsNext).toBe(false);
  });
});

describe('the signs', () => {
  it('of the big road are drawn when the patron wants them', () => {
    const kinds = (style: RoadStyle) =>
      drawRoad(module.windows, 'big_road', sourceOf('B P P T T'), 20, null, style).layers.map(
        ({ kind }) => kind,
      );
    expect(kinds(STYLE)).toEqual([
      'ring-banker',
      'ring-player',
      'stripe',
      'core-player',
      'count-case',
      'count',
    ]);
    expect(kinds({ letters: true, glyphs: 'latin' })).toContain('letter-player');
    expect(kinds({ letters: true, glyphs: 'simplified' })).toContain('sign-banker');
  });

  it('of the bead plate are those of the set', () => {
    const kinds = (style: RoadStyle) =>
      drawRoad(module.windows, 'bead_plate', sourceOf('B P T'), 20, null, style).layers.map(
        ({ kind }) => kind,
      );
    expect(kinds(STYLE)).toContain('letter-light');
    expect(kinds({ ...STYLE, glyphs: 'traditional' })).toContain('sign-light');
  });

  it('tell the sides apart by shape also where a number of ties takes their place', () => {
    const ring = (beads: string) => {
      const { layers } = drawRoad(module.windows, 'big_road', sourceOf(beads), 20, null, STYLE);
      return layers.find(({ kind }) => kind.startsWith('ring'))?.path;
    };
    expect(ring('P T T')?.match(/M/g)).toHaveLength(2);
    expect(ring('B T T')?.match(/M/g)).toHaveLength(1);
  });
});
