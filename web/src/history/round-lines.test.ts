// The lines of the statement about one round, which the page reads back to.
import { describe, expect, it } from 'vitest';
import type { StatementLine } from '$lib/wire/messages';
import { linesOf } from './round-lines';

const ROUND = { table_id: 1, round: { shoe_no: 3, round_no: 7 } };

function line(no: number, more: Partial<StatementLine>): StatementLine {
  const sums = { staked: 0, paid: 0, lent: 0, repaid: 0, change: 0, balance: 0, owed: 0 };
  return { no, at: no, kind: 'settled', table_id: null, round: null, revision: 1, ...sums, ...more };
}

const PAGES: Readonly<Record<string, { lines: StatementLine[]; next_before: number | null }>> = {
  none: { lines: [line(9, { ...ROUND, kind: 'corrected', revision: 2 }), line(8, {})], next_before: 8 },
  8: { lines: [line(7, { ...ROUND, table_id: 2 }), line(6, ROUND)], next_before: 6 },
  6: { lines: [line(5, ROUND)], next_before: null },
};

describe('the lines about a round', () => {
  it('are read back to its first settlement, and no further', async () => {
    const asked: (number | null)[] = [];
    const lines = await linesOf((before) => {
      asked.push(before);
      return Promise.resolve(PAGES[String(before ?? 'none')] ?? { lines: [], next_before: null });
    }, ROUND);
    expect(lines.map(({ no }) => no)).toEqual([9, 6]);
    expect(asked).toEqual([null, 8]);
  });

  it('end with the statement', async () => {
    const lines = await linesOf(() => Promise.resolve({ lines: [line(1, {})], next_before: null }), ROUND);
    expect(lines).toEqual([]);
  });
});
