// The five road maps of a shoe: what `punto roads` answers, by the same code as a WebAssembly module.
import { instantiate } from './lib/instance.js';
import { RoadMaps } from './lib/road-map.js';
import { RoadWindows } from './lib/road-windows.js';

export async function load(source = new URL('./roads.wasm', import.meta.url)) {
  const exports = await instantiate(source);
  const maps = new RoadMaps(exports);
  return { roads: (shoe) => answer(maps, shoe), windows: new RoadWindows(exports) };
}

function answer(maps, shoe) {
  const id = shoe?.id ?? null;
  const rounds = shoe?.rounds;
  if (!Array.isArray(rounds)) {
    return refused(id, 'rounds is a list such as ["P","Bb","T"]');
  }
  const map = rounds.every((round) => typeof round === 'string') ? maps.of(rounds) : null;
  if (map === null) {
    const idx = rounds.findIndex((round) => typeof round !== 'string' || maps.of([round]) === null);
    return refused(id, `rounds[${idx}] is not P, B or T, then any of p, b, n and 6`);
  }
  return { id, ...map };
}

function refused(id, message) {
  return { id, error: { code: 'malformed_line', message } };
}
