// The tables of the lobby, folded from the message that lists them and the changes after it. Pure.
import type { LobbyResult, LobbyTable, ServerMessage } from '../wire/messages';
import { deadline } from './live-table';

export type LobbyList = Extract<ServerMessage, { type: 'lobby' }>;
export type LobbyChanged = Extract<ServerMessage, { type: 'lobby_changed' }>;

/** A table of the lobby. */
export interface LobbyEntry {
  readonly table: LobbyTable;
  /** The beads of its shoe, oldest first. */
  readonly beads: readonly string[];
  /** The full length of the running countdown, as far as it is known, in milliseconds; 0 when there is none. */
  readonly countdownMs: number;
  /** The result of the shoe's last round, as far as this page saw it. */
  readonly last: LobbyResult | null;
}

/** The tables in the order of the lobby. */
export function listed({ now, tables }: LobbyList): LobbyEntry[] {
  return tables.map((table) => entry(table, now));
}

/** The tables after a change. Those that did not change stay the same objects. */
export function changed(entries: readonly LobbyEntry[], message: LobbyChanged): LobbyEntry[] {
  const { now, tables = [], order, changes = [] } = message;
  const byId = new Map(entries.map((one) => [one.table.table_id, one]));
  for (const table of tables) {
    byId.set(table.table_id, entry(table, now));
  }
  for (const { table_id, bead, beads, phase, result, ...plain } of changes) {
    const before = byId.get(table_id);
    if (before !== undefined) {
      const all = bead === undefined ? (beads ?? before.table.beads) : `${before.table.beads} ${bead}`.trim();
      const table: LobbyTable = { ...before.table, ...plain, beads: all };
      // Other beads than before are those of another shoe, or corrected.
      const known = { beads: split(all, before), last: beads === undefined ? before.last : null };
      if (phase === undefined) {
        byId.set(table_id, { ...before, table, ...known });
      } else {
        delete table.result;
        const next = { ...table, phase, ...(result === undefined ? {} : { result }) };
        byId.set(table_id, { ...entry(next, now), ...known, last: result ?? known.last });
      }
    }
  }
  return (order ?? [...byId.keys()]).flatMap((id) => byId.get(id) ?? []);
}

function entry(table: LobbyTable, now: number): LobbyEntry {
  const end = deadline(table.phase);
  const countdownMs = end === null ? 0 : Math.max(0, end - now);
  return { table, beads: split(table.beads), countdownMs, last: table.result ?? null };
}

/** The beads of a text; the same object as before where nothing changed, so that nothing is drawn again. */
function split(text: string, before?: LobbyEntry): readonly string[] {
  if (before?.table.beads === text) {
    return before.beads;
  }
  return text === '' ? [] : text.split(' ');
}
