// What the console adds up of a report: exact, and never across currencies.
import { describe, expect, it } from 'vitest';
import { byCurrency, type Sums, type TableDay } from './report';

const sums = (staked: string, house_result: string): Sums => ({
  wagers: '1',
  staked,
  effective_turnover: staked,
  paid: '0',
  house_result,
});

function day(table: number, currency: string, staked: string, result: string): TableDay {
  const spots = [{ spot: 'banker', corrected: false, ...sums(staked, result) }];
  return { day: '2026-03-01', table, currency, decimals: 2, spots, total: sums(staked, result) };
}

describe('a report', () => {
  it('is added up by currency, table and spot', () => {
    const tables = [
      day(2, 'PLAY', '9007199254740993', '-5'),
      day(1, 'PLAY', '7', '3'),
      day(1, 'EUR', '1', '1'),
      day(2, 'PLAY', '1', '1'),
    ];
    const [play, euro] = byCurrency({ tables, accounts: [], agrees: true });
    expect(play?.total.staked).toBe('9007199254741001');
    expect(play?.tables.map(({ table, total }) => [table, total.staked, total.house_result])).toEqual([
      [1, '7', '3'],
      [2, '9007199254740994', '-4'],
    ]);
    expect(play?.spots.map(({ spot, total }) => [spot, total.wagers])).toEqual([['banker', '3']]);
    expect([euro?.currency, euro?.total.staked]).toEqual(['EUR', '1']);
  });
});
