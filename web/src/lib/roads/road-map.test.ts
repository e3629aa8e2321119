// The module that the page loads computes the road maps that others worked out, and is small.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RoadMap } from '../wire/messages';
import { compileRoads } from './module';
import type { RoadMaps } from '../../../npm/lib/road-map.js';

const MODULE = new URL('punto_wasm.wasm', import.meta.url);
const GOLDEN = new URL('../../../../corpora/roads.jsonl', import.meta.url);
/** What the module may weigh, compressed. */
const BUDGET = 15_000;

interface GoldenShoe {
  readonly id: string;
  readonly rounds: readonly string[];
  readonly expect: Omit<RoadMap, 'good_roads'>;
}

let maps: RoadMaps;
let golden: GoldenShoe[];

beforeAll(async () => {
  ({ maps } = await compileRoads(await readFile(MODULE)));
  const lines = (await readFile(GOLDEN, 'utf8')).trim().split('\n');
  golden = lines.map((line) => JSON.parse(line) as GoldenShoe);
});

describe('the module', () => {
  it('computes the road maps of the golden shoes', () => {
    expect(golden.length).toBeGreaterThan(100);
    for (const shoe of golden) {
      const { good_roads, ...map } = maps.of(shoe.rounds) ?? { good_roads: null };
      expect(map, shoe.id).toEqual(shoe.expect);
      expect(Array.isArray(good_roads), shoe.id).toBe(true);
    }
  });

  it('names the good roads', () => {
    expect(maps.of(['B', 'B', 'T', 'B', 'B'])?.good_roads).toEqual(['long_banker']);
  });

  it('says that a text is no bead, and computes the next shoe all the same', () => {
    expect(maps.of(['B', 'X'])).toBeNull();
    expect(maps.of(['B'])?.totals.rounds).toBe(1);
    expect(maps.of([])?.totals.rounds).toBe(0);
  });

  it('fits its budget', async () => {
    expect(gzipSync(await readFile(MODULE), { level: 9 }).length).toBeLessThanOrEqual(BUDGET);
  });
});
