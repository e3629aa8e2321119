// The tables at which the patron plays: what they have there, which of them come first, and which ones a reload
// follows again. Judges nothing: the server says who has a seat and what lies on a table.
import type { RoundRef } from '../wire/messages';
import type { Seat } from './live-table';
import type { LobbyEntry, LobbyList } from './lobby';
import { storage } from './storage';
import type { TableModel } from './table.svelte';

const PLAYED = 'punto.played';
/** How many tables the switcher shows. */
const MOST = 12;

/** What the patron has at a table, in minor units. */
export interface Own {
  readonly seated: boolean;
  /** What lies on the round that is not over. */
  readonly staked: number;
  /** What the round that is over brought; null when there is none, or nothing lay on it. */
  readonly net: number | null;
}

export const NOTHING: Own = { seated: false, staked: 0, net: null };

/** What the patron has at a table in this round of it. */
export function ownIn(seat: Seat | undefined, { shoe_no, round_no }: RoundRef): Own {
  if (seat === undefined) {
    return NOTHING;
  }
  const { seated, staked, settled } = seat;
  const isThis = seat.shoeNo === shoe_no && seat.roundNo === round_no;
  return {
    seated,
    staked: isThis && settled === null ? staked : 0,
    net: isThis && settled !== null ? settled.paid - settled.staked : null,
  };
}

/** Whether the patron has a seat at a table, or asked for one. */
export function isPlayed({ seat, entry }: TableModel): boolean {
  return seat.seated || entry.isAsked;
}

/** The other tables to change to: first those of the patron, then favourites, then the rest. */
export function others(
  entries: readonly LobbyEntry[],
  shownId: number,
  isOwn: (tableId: number) => boolean,
  favourites: ReadonlySet<number>,
): LobbyEntry[] {
  const rank = ({ table: { table_id } }: LobbyEntry) =>
    isOwn(table_id) ? 0 : favourites.has(table_id) ? 1 : 2;
  return entries
    .filter(({ table }) => table.table_id !== shownId)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}

/** Keeps which tables the patron plays at, for the time after a reload. */
export function keepPlayed(tables: Iterable<TableModel>): void {
  const ids = [...tables].filter(isPlayed).map((table) => table.id);
  storage.set(PLAYED, ids.join(' '));
}

/** Follows the tables again at which the patron played before a reload, as far as the lobby has them. */
export function followKept({ tables }: LobbyList, tableOf: (id: number) => TableModel): void {
  const ids = (storage.get(PLAYED) ?? '').split(' ').map(Number);
  for (const { table_id } of tables.filter((table) => ids.includes(table.table_id)).slice(0, MOST)) {
    const table = tableOf(table_id);
    if (!table.isWatched) {
      table.watch();
    }
  }
}
