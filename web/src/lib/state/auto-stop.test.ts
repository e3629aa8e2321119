// Auto stops at a loss or a win, counted from the results of its rounds.
import { describe, expect, it } from 'vitest';
import { count, reached, tally, type Tally } from './auto-stop';

const round = (round_no: number, shoe_no = 1) => ({ shoe_no, round_no });
const start = (lost: number | null, won: number | null): Tally => {
  const made = tally({ lost, won }, round(4));
  if (made === null) {
    throw new Error('nothing to count');
  }
  return made;
};

describe('the stop conditions of Auto', () => {
  it('is none without a bound', () => {
    expect(tally({ lost: null, won: null }, null)).toBeNull();
  });

  it('is reached by a loss, exactly', () => {
    const once = count(start(2_000, null), { round: round(5), staked: 1_000, paid: 0 });
    expect(reached(once)).toBeNull();
    expect(reached(count(once, { round: round(6), staked: 1_000, paid: 0 }))).toBe('lost');
  });

  it('is reached by a win, less what was lost', () => {
    const lost = count(start(null, 1_000), { round: round(5), staked: 500, paid: 0 });
    const won = count(lost, { round: round(6), staked: 1_000, paid: 2_000 });
    expect(reached(won)).toBeNull();
    expect(reached(count(won, { round: round(1, 2), staked: 500, paid: 1_000 }))).toBe('won');
  });

  it('counts a round once, and none from before the start', () => {
    const result = { round: round(5), staked: 1_000, paid: 0 };
    const once = count(start(2_000, null), result);
    expect(count(once, result)).toBe(once);
    expect(count(once, { ...result, round: round(4) })).toBe(once);
  });
});
