// Finds a patron's rounds of one table and one period, page by page. The server filters; a page of it may be short of
// what was asked for, or empty, and then says where to go on.
import type { WantedRounds } from '$lib/net/api';
import type { History, HistoryRound } from '$lib/wire/messages';

type Fetch = (wanted: WantedRounds, before: number | null, limit: number) => Promise<History>;

/** After so many requests without a full page, the patron decides whether to search on. */
const REQUESTS = 8;

/**
 * The pages of the wanted rounds: before a cursor, and with the cursor of the next one; null when there is none. Pages
 * are read on until one is half full. No round comes twice, also if a correction between two pages moves it.
 */
export function search(
  fetchPage: Fetch,
  wanted: WantedRounds,
): (before: number | null, limit: number) => Promise<{ entries: HistoryRound[]; next: number | null }> {
  const seen = new Set<string>();
  return async (before, limit) => {
    if (before === null) {
      seen.clear();
    }
    const entries: HistoryRound[] = [];
    let next = before;
    for (let request = 0; request < REQUESTS; request += 1) {
      const page = await fetchPage(wanted, next, limit);
      for (const round of page.rounds) {
        if (!seen.has(keyOf(round))) {
          seen.add(keyOf(round));
          entries.push(round);
        }
      }
      next = page.next_before;
      if (next === null || entries.length * 2 >= limit) {
        break;
      }
    }
    return { entries, next };
  };
}

/** What names a round among all rounds of a patron. */
export function keyOf({ table_id, round }: HistoryRound): string {
  return [table_id, round.shoe_no, round.round_no].join('/');
}

/** The periods to choose from. */
export const PERIODS = ['all', 'today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The first moment of a period that ends now, by the reader's calendar; null for any time. */
export function beginOf(period: Period, now: number): number | null {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  switch (period) {
    case 'today':
      return day.getTime();
    case 'week':
      return day.setDate(day.getDate() - 6);
    case 'month':
      return day.setDate(day.getDate() - 29);
    default:
      return null;
  }
}
