// The search in a history that the server sends page by page.
import { describe, expect, it } from 'vitest';
import type { HistoryRound } from '$lib/wire/messages';
import { beginOf, search } from './search';

function round(no: number, table_id: number): HistoryRound {
  return {
    table_id,
    round: { shoe_no: 1, round_no: no },
    at: no * 1_000,
    revision: 1,
    cards: [],
    deal: [],
    outcome: 'player',
    wagers: [],
    staked: 100,
    paid: 0,
  };
}

/** A server with rounds 1 to 300, in turn at tables 1, 2 and 3, and the cursors that were asked for. */
function server() {
  const asked: (number | null)[] = [];
  const fetchPage = (before: number | null, limit: number) => {
    asked.push(before);
    const newest = (before ?? 301) - 1;
    const numbers = Array.from({ length: Math.min(limit, newest) }, (_, idx) => newest - idx);
    const last = numbers.at(-1) ?? 1;
    const rounds = numbers.map((no) => round(no, 1 + (no % 3)));
    return Promise.resolve({ rounds, next_before: last > 1 ? last : null });
  };
  return { asked, fetchPage };
}

const numbers = (rounds: readonly HistoryRound[]) => rounds.map((one) => one.round.round_no);

describe('a search', () => {
  it('without a wish is a page of the server', async () => {
    const { fetchPage, asked } = server();
    const { entries, next } = await search(fetchPage, { table: null, from: null }, null, 20);
    expect([numbers(entries).at(0), entries.length, next, asked]).toEqual([300, 20, 281, [null]]);
  });

  it('reads on until a page of one table is full', async () => {
    const { fetchPage, asked } = server();
    const { entries, next } = await search(fetchPage, { table: 2, from: null }, null, 20);
    expect(entries.every(({ table_id }) => table_id === 2)).toBe(true);
    expect(entries.length).toBeGreaterThanOrEqual(20);
    expect(asked).toEqual([null, 251]);
    expect(next).toBe(201);
    const rest = await search(fetchPage, { table: 2, from: null }, next, 20);
    expect(numbers(rest.entries)[0]).toBeLessThan(numbers(entries).at(-1) ?? 0);
  });

  it('ends with its period', async () => {
    const { fetchPage, asked } = server();
    const { entries, next } = await search(fetchPage, { table: null, from: 290_000 }, null, 20);
    expect([numbers(entries), next, asked.length]).toEqual([
      [300, 299, 298, 297, 296, 295, 294, 293, 292, 291, 290],
      null,
      1,
    ]);
  });

  it('for a table that has no rounds stops after some requests, and can go on', async () => {
    const { fetchPage } = server();
    const many = (before: number | null, limit: number) =>
      fetchPage(before, limit).then(({ rounds }) => ({ rounds, next_before: 200 }));
    expect(await search(many, { table: 9, from: null }, null, 20)).toEqual({ entries: [], next: 200 });
  });
});

describe('a period', () => {
  it('begins at midnight of the reader', () => {
    const now = new Date(2026, 2, 15, 17, 30).getTime();
    expect(beginOf('all', now)).toBeNull();
    expect(beginOf('today', now)).toBe(new Date(2026, 2, 15).getTime());
    expect(beginOf('week', now)).toBe(new Date(2026, 2, 9).getTime());
    expect(beginOf('month', now)).toBe(new Date(2026, 1, 14).getTime());
  });
});
