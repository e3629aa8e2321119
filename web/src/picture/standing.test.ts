// Each way in which a live picture stands has one word.
import { expect, it } from 'vitest';
import { DELAYED_MS, standing, STILL_MS, type Signs } from './standing';

const LIVE: Signs = { server: 'live', isFull: false, hasBegun: true, stillMs: 0, lagMs: 3_000 };

it.each<[string, Partial<Signs>, string]>([
  ['it plays', {}, 'live'],
  ['nobody knows how late it is', { lagMs: null }, 'live'],
  ['it is late', { lagMs: DELAYED_MS }, 'live'],
  ['it is too late', { lagMs: DELAYED_MS + 1 }, 'delayed'],
  ['it loads on', { stillMs: STILL_MS }, 'live'],
  ['it stands still', { stillMs: STILL_MS + 1 }, 'stalled'],
  ['the camera stopped', { stillMs: STILL_MS + 1, server: 'stalled' }, 'stalled'],
  ['the camera stopped before it was seen', { hasBegun: false, server: 'stalled' }, 'stalled'],
  ['there is no camera', { hasBegun: false, server: 'off' }, 'none'],
  ['no picture came yet', { hasBegun: false, server: 'none' }, 'none'],
  ['the server was not asked', { hasBegun: false, server: null }, 'starting'],
  ['it loads', { hasBegun: false }, 'starting'],
  ['too many look', { isFull: true, hasBegun: false }, 'full'],
])('%s', (_, signs, expected) => {
  expect(standing({ ...LIVE, ...signs })).toBe(expected);
});
