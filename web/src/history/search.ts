// Finds a patron's rounds of one table and one period. The server sends all rounds, newest first; this reads on until
// a page of those that are wanted is full.
import type { History, HistoryRound } from '$lib/wire/messages';

/** Which rounds are wanted. */
export interface Wanted {
  /** The table; null for all. */
  readonly table: number | null;
  /** The first moment of the period, in milliseconds; null for any time. */
  readonly from: number | null;
}

type Fetch = (before: number | null, limit: number) => Promise<History>;

/** The most that the server sends at once. */
const PAGE = 50;
/** After so many requests without a full page, the patron decides whether to search on. */
const REQUESTS = 8;

/** A page of wanted rounds before a cursor, and the cursor of the next one; null when there is none. */
export async function search(
  fetchPage: Fetch,
  wanted: Wanted,
  before: number | null,
  limit: number,
): Promise<{ entries: HistoryRound[]; next: number | null }> {
  if (wanted.table === null && wanted.from === null) {
    const { rounds, next_before } = await fetchPage(before, limit);
    return { entries: rounds, next: next_before };
  }
  const found: HistoryRound[] = [];
  let cursor = before;
  for (let request = 0; request < REQUESTS && found.length < limit; request += 1) {
    const { rounds, next_before } = await fetchPage(cursor, PAGE);
    found.push(...rounds.filter((round) => isWanted(round, wanted)));
    cursor = next_before;
    // A corrected round has the time of its correction, so it never ends the search too early.
    const last = rounds.at(-1);
    if (cursor === null || (wanted.from !== null && last !== undefined && last.at < wanted.from)) {
      return { entries: found, next: null };
    }
  }
  return { entries: found, next: cursor };
}

function isWanted({ table_id, at }: HistoryRound, { table, from }: Wanted): boolean {
  return (table === null || table_id === table) && (from === null || at >= from);
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
