// The live tables of the house, for a dealer who chooses one: the lobby says which they are.
import { liveApi } from '$lib/live/live-api';
import type { LobbyEntry } from '$lib/state/lobby';
import type { LiveTable } from '$lib/wire/messages';

/** A live table in the list. */
export interface Listed {
  readonly tableId: number;
  readonly name: string;
  readonly live: LiveTable;
}

/** How many tables are asked about at the same time. */
const AT_ONCE = 8;

export class LiveTables {
  /** The live tables, in the order of the lobby. */
  list = $state.raw<readonly Listed[]>([]);
  /** Whether all of them were asked about. */
  isRead = $state(false);

  /** Reads how the live ones of these tables stand. What fails is read the next time. */
  async read(entries: readonly LobbyEntry[]): Promise<void> {
    const asked = entries.filter(({ table }) => table.live !== undefined);
    const found: Listed[] = [];
    for (let first = 0; first < asked.length; first += AT_ONCE) {
      const some = asked.slice(first, first + AT_ONCE).map((entry) => this.#one(entry));
      found.push(...(await Promise.all(some)).filter((one) => one !== null));
    }
    this.list = found;
    this.isRead = true;
  }

  async #one({ table }: LobbyEntry): Promise<Listed | null> {
    const status = await liveApi.status(table.table_id, null).catch(() => null);
    const live = status?.live ?? null;
    return live === null ? null : { tableId: table.table_id, name: table.name, live };
  }
}
