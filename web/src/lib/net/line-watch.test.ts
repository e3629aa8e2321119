// A line is judged by its pings: when it is slow, when it is dead, and when the page itself stood still.
import { describe, expect, it } from 'vitest';
import { LineWatch, type LineState } from './line-watch';

/** A line that was made at 0, checked twice a second up to `until`, and pinged when that is due. */
function silentFrom(line: LineWatch, from: number, until: number): [number, LineState][] {
  const states: [number, LineState][] = [];
  let last: LineState = 'good';
  for (let now = from; now <= until; now += 500) {
    const state = line.check(now);
    if (state !== last) {
      states.push([now - from, state]);
      last = state;
    }
    if (line.isPingDue(now, true)) {
      line.pinged(now);
    }
  }
  return states;
}

function made(now = 0): LineWatch {
  const line = new LineWatch();
  line.opened(now);
  line.heard(now);
  line.answered(now);
  return line;
}

describe('a line', () => {
  it('at a table that dies is slow, then dead, within six seconds of its last message', () => {
    expect(silentFrom(made(), 0, 6_000)).toEqual([
      [3_500, 'slow'],
      [6_000, 'dead'],
    ]);
  });

  it('with a ping behind a slip is slow after two seconds and dead within five', () => {
    const line = made();
    line.check(0);
    line.pinged(0);
    expect(silentFrom(line, 0, 4_500)).toEqual([
      [2_000, 'slow'],
      [4_500, 'dead'],
    ]);
  });

  it('that answers late is slow only until the answer, and is kept', () => {
    const line = made();
    line.check(0);
    line.pinged(0);
    expect(silentFrom(line, 0, 3_000)).toEqual([[2_000, 'slow']]);
    line.heard(3_000);
    line.answered(3_000);
    expect(line.check(3_500)).toBe('good');
  });

  it('gets more patience each time it dies, until it answers in time', () => {
    const line = made();
    silentFrom(line, 0, 6_000);
    line.opened(6_000);
    expect(silentFrom(line, 6_000, 14_500).at(-1)).toEqual([8_500, 'dead']);
    line.opened(20_000);
    line.heard(20_200);
    line.answered(20_200);
    line.check(20_200);
    line.pinged(20_200);
    expect(silentFrom(line, 20_200, 24_700).at(-1)).toEqual([4_500, 'dead']);
  });

  it('on which only messages arrive is slow, and dead after three times as long', () => {
    const line = made();
    line.pinged(0);
    const seen: string[] = [];
    for (let now = 0; now <= 12_500; now += 500) {
      line.heard(now);
      seen.push(line.check(now));
    }
    expect([seen.indexOf('slow'), seen.indexOf('dead')]).toEqual([4, 25]);
  });

  it('is not dead because the page stood still', () => {
    const line = made();
    line.check(0);
    line.pinged(0);
    expect(line.check(60_000)).toBe('slow');
    expect(line.check(60_500)).toBe('dead');
  });

  it('elsewhere is pinged every ten seconds only', () => {
    const line = made();
    expect([line.isPingDue(9_500, false), line.isPingDue(10_000, false)]).toEqual([false, true]);
  });
});
