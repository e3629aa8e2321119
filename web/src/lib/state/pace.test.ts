// A card has turned before the next step of its table, and a patron has time to turn it where there is any.
import { describe, expect, it } from 'vitest';
import { paceOf } from './pace';

const STEPS = [0, 50, 150, 250, 600, 1_000, 1_500, 3_000, 5_000, 60_000];

describe('the pace of a card', () => {
  it.each(STEPS)('ends before the next step in %i ms, by hand or not', (untilNext) => {
    for (const byHand of [true, false]) {
      const { flyMs, coverMs, turnMs } = paceOf(untilNext, byHand);
      expect(Math.min(flyMs, coverMs, turnMs)).toBeGreaterThanOrEqual(0);
      expect(coverMs + turnMs).toBeLessThanOrEqual(untilNext);
    }
  });

  it('leaves more than half of the time of a result to the result', () => {
    const { coverMs, turnMs } = paceOf(5_000, true);
    expect(coverMs + turnMs).toBeLessThan(2_500);
    expect(coverMs).toBeGreaterThan(1_500);
  });

  it('is quick without a hand, and where there is no time for one', () => {
    expect(paceOf(5_000, false).coverMs).toBe(240);
    expect(paceOf(500, true)).toEqual(paceOf(500, false));
  });
});
