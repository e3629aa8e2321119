// The floor as one list: settings, live state and exposure of each table, and what is wrong now. Pure.
import type { LobbyEntry } from '$lib/state/lobby';
import type {
  Alerts,
  Exposures,
  Floor,
  Health,
  LobbyTable,
  TableExposure,
  TableSettings,
} from '$lib/wire/messages';

/** A table of the floor. */
export interface Row {
  readonly table_id: number;
  readonly name: string;
  readonly status: string;
  readonly settings: TableSettings;
  /** Its live state; null for a closed table, which is not in the lobby. */
  readonly live: LobbyTable | null;
  /** The full length of the running countdown. */
  readonly countdownMs: number;
  /** What its round may cost; null while it does not run. */
  readonly exposure: TableExposure | null;
  readonly alarms: readonly Alarm[];
}

/** Something that needs somebody now. */
export interface Alarm {
  readonly id: string;
  readonly tableId: number;
  /**
   * `edge` for a spot with an edge for the patron; `late`, `refused`, `ended` or `not_running` for a table that stands;
   * `finding`, `supervisor` or `no_card` for a live table that needs a supervisor.
   */
  readonly kind: string;
  /** The spot, what the server says about a table that stands, or the code of the finding. */
  readonly about: string;
  /** The edge of the house. */
  readonly edge: string;
  /** Since when it needs a supervisor; null where no age is told. */
  readonly since: number | null;
}

/** Whether the cards of a table come from a dealer, and it is not closed. */
export function isLive({ dealer, status }: TableSettings): boolean {
  return dealer === 'scanner' && status !== 'closed';
}

/** What needs somebody now, tables that stand first. */
export function alarms(
  alerts: Alerts | null,
  health: Health | null,
  exposures: Exposures | null,
  floor: Floor | null,
): Alarm[] {
  const stopped = (health?.stopped ?? []).map(({ table_id, reason, message }) => ({
    id: `stopped-${String(table_id)}`,
    tableId: table_id,
    kind: reason,
    about: message,
    edge: '',
    since: null,
  }));
  const known = new Set(stopped.map(({ tableId }) => tableId));
  const open = new Set(
    (floor?.tables ?? []).filter(({ status }) => status === 'open').map(({ table_id }) => table_id),
  );
  const standing = (exposures?.not_running ?? [])
    .filter((tableId) => open.has(tableId) && !known.has(tableId))
    .map((tableId) => ({
      id: `standing-${String(tableId)}`,
      tableId,
      kind: 'not_running',
      about: '',
      edge: '',
      since: null,
    }));
  const edges = (alerts?.alerts ?? [])
    .filter(({ until }) => until === null)
    .map(({ no, table_id, spot, house_edge }) => ({
      id: `edge-${String(no)}`,
      tableId: table_id,
      kind: 'edge',
      about: spot,
      edge: house_edge.decimal,
      since: null,
    }));
  return [...stopped, ...standing, ...edges];
}

/** All tables: those with an alarm first, then halted ones, then as in the lobby; closed ones last. */
export function rows(
  floor: Floor | null,
  listed: readonly LobbyEntry[],
  exposures: Exposures | null,
  all: readonly Alarm[],
): Row[] {
  const made = (floor?.tables ?? []).map((settings): Row => {
    const entry = listed.find(({ table }) => table.table_id === settings.table_id);
    return {
      table_id: settings.table_id,
      name: settings.name,
      status: entry?.table.status ?? settings.status,
      settings,
      live: entry?.table ?? null,
      countdownMs: entry?.countdownMs ?? 0,
      exposure: exposures?.tables.find(({ table_id }) => table_id === settings.table_id) ?? null,
      alarms: all.filter(({ tableId }) => tableId === settings.table_id),
    };
  });
  return made.toSorted(
    (one, other) =>
      urgency(one) - urgency(other) ||
      one.settings.place - other.settings.place ||
      one.table_id - other.table_id,
  );
}

function urgency({ alarms: own, status }: Row): number {
  if (own.length > 0) {
    return 0;
  }
  return status === 'halted' ? 1 : status === 'closed' ? 3 : 2;
}
