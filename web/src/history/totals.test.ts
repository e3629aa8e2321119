// The totals of a page of rounds, and the steps of a corrected result.
import { describe, expect, it } from 'vitest';
import type { StatementLine } from '$lib/wire/messages';
import { changesOf, totalsOf } from './totals';

function line(revision: number, staked: number, paid: number): StatementLine {
  const none = { lent: 0, repaid: 0, balance: 0, owed: 0, change: paid - staked };
  const kind = revision === 1 ? 'settled' : 'corrected';
  const round = { shoe_no: 3, round_no: 7 };
  return { ...none, no: revision, at: revision * 1_000, kind, table_id: 1, round, revision, staked, paid };
}

describe('the totals of rounds', () => {
  it('are the sums of bets and payouts, and their difference', () => {
    expect(
      totalsOf([
        { staked: 2_000, paid: 3_950 },
        { staked: 500, paid: 0 },
        { staked: 1_000, paid: 1_000 },
      ]),
    ).toEqual({ rounds: 3, staked: 3_500, paid: 4_950, net: 1_450 });
    expect(totalsOf([])).toEqual({ rounds: 0, staked: 0, paid: 0, net: 0 });
  });
});

describe('a corrected result', () => {
  it('leads from the first result over each correction, whose lines have differences', () => {
    const lines = [line(3, 0, -19_500), line(1, 10_000, 0), line(2, 0, 19_500)];
    expect(changesOf(lines)).toEqual({
      first: -10_000,
      changes: [
        { revision: 2, at: 2_000, before: -10_000, after: 9_500 },
        { revision: 3, at: 3_000, before: 9_500, after: -10_000 },
      ],
    });
  });

  it('that no correction changed for this patron has no step', () => {
    expect(changesOf([line(1, 10_000, 0)])).toEqual({ first: -10_000, changes: [] });
  });
});
