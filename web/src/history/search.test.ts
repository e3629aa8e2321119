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
    read: [],
    outcome: 'player',
    wagers: [],
    staked: 100,
    paid: 0,
  };
}

interface Page {
  rounds: HistoryRound[];
  next_before: number | null;
}

/** A server that sends these pages, and what it was asked for. */
function server(...pages: Page[]) {
  const asked: unknown[] = [];
  const fetchPage = (wanted: unknown, before: number | null, limit: number) => {
    asked.push([wanted, before, limit]);
    return Promise.resolve(pages.shift() ?? { rounds: [], next_before: null });
  };
  return { asked, fetchPage };
}

const page = (next_before: number | null, ...numbers: number[]): Page => ({
  rounds: numbers.map((no) => round(no, 1)),
  next_before,
});
const numbers = (rounds: readonly HistoryRound[]) => rounds.map((one) => one.round.round_no);
const WANTED = { table: 2, from: 290_000 };

describe('a search', () => {
  it('is a page of the server, which gets the wish and the cursor', async () => {
    const { fetchPage, asked } = server(page(7, 9, 8), page(null, 6));
    const pages = search(fetchPage, WANTED);
    const first = await pages(null, 2);
    expect([numbers(first.entries), first.next]).toEqual([[9, 8], 7]);
    const last = await pages(first.next, 2);
    expect([numbers(last.entries), last.next]).toEqual([[6], null]);
    expect(asked).toEqual([
      [WANTED, null, 2],
      [WANTED, 7, 2],
    ]);
  });

  it('goes on behind a page that is nearly empty, and asks the patron after some of them', async () => {
    const { fetchPage, asked } = server(page(900), page(800, 5), page(700, 4, 3));
    const { entries, next } = await search(fetchPage, WANTED)(null, 6);
    expect([numbers(entries), next, asked.length]).toEqual([[5, 4, 3], 700, 3]);
    const empty = server(...Array.from({ length: 50 }, (_, idx) => page(500 - idx)));
    const found = await search(empty.fetchPage, WANTED)(null, 20);
    expect(found).toEqual({ entries: [], next: 493 });
    expect(empty.asked.length).toBe(8);
  });

  it('shows no round twice that moved between two pages, until it begins again', async () => {
    const { fetchPage } = server(page(8, 9, 8), page(null, 9, 7), page(null, 9));
    const pages = search(fetchPage, WANTED);
    expect(numbers((await pages(null, 2)).entries)).toEqual([9, 8]);
    expect(numbers((await pages(8, 2)).entries)).toEqual([7]);
    expect(numbers((await pages(null, 2)).entries)).toEqual([9]);
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
