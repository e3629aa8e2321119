// The wait before the next attempt to connect.
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff';

describe('the wait before the next attempt', () => {
  it('doubles up to a bound', () => {
    expect([0, 1, 2, 3].map((attempt) => backoffMs(attempt, 1))).toEqual([400, 800, 1_600, 3_200]);
    expect(backoffMs(40, 1)).toBe(15_000);
  });

  it('is spread between half and all of it', () => {
    expect(backoffMs(3, 0)).toBe(1_600);
    expect(backoffMs(3, 0.5)).toBe(2_400);
  });
});
