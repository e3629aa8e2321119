// When the list of rounds is outdated: a round began or ended at a table that the search is about. Pure.
import type { LobbyTable } from '$lib/wire/messages';

/** What is read of a table of the floor. */
interface Played {
  readonly table_id: number;
  /** Null for a closed table. */
  readonly live: Pick<LobbyTable, 'round' | 'phase'> | null;
}

/**
 * The rounds on the tables of a search, and whether each is over. Another text means that a round began or ended.
 * `table` is the number of one table; empty for all.
 */
export function roundsNow(rows: readonly Played[], table: string): string {
  return rows
    .filter(({ table_id }) => table === '' || String(table_id) === table)
    .map(({ table_id, live }) =>
      live === null
        ? `${String(table_id)}/closed`
        : [table_id, live.round.shoe_no, live.round.round_no, live.phase.name === 'settled'].join('/'),
    )
    .toSorted()
    .join(' ');
}
