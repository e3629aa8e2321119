// How a live table stands, since when, and whether that needs somebody. Pure.
import type { LiveTable } from '$lib/wire/messages';
import type { Alarm } from './floor';

/** How a live table stands, as the console saw it. */
export interface Stand {
  readonly live: LiveTable;
  /** What it waits for, so that another wait of the same kind begins from 0. */
  readonly wait: string;
  /** When the wait began, by the server's clock. */
  readonly since: number;
  /** Whether the console saw it begin; otherwise it is at least so old. */
  readonly isExact: boolean;
  /** Whether no card came for so long that a supervisor is called. */
  readonly isLate: boolean;
}

/** What the console knew of the table before, and the server's time. */
export interface Seen {
  readonly before: Stand | undefined;
  readonly now: number;
}

/** How a table stands now. */
export function standOf(live: LiveTable, { before, now }: Seen): Stand {
  const wait = waitOf(live);
  const known = beganAt(live);
  const since =
    known !== null
      ? { since: known, isExact: true }
      : before?.wait === wait
        ? { since: before.since, isExact: before.isExact }
        : { since: now, isExact: before !== undefined };
  const isLate = live.card !== null && now >= live.card.calls_at;
  return { live, wait, ...since, isLate };
}

/** When the wait of a table began, where the server says it. */
function beganAt({ waits_for, finding, card }: LiveTable): number | null {
  return waits_for === 'finding' ? (finding?.at ?? null) : (card?.since ?? null);
}

/** Names a wait. Each card is one of its own. */
function waitOf({ waits_for, seq, burn }: LiveTable): string {
  const more = waits_for === 'card' ? seq : waits_for === 'burn' ? (burn?.passed ?? 0) : '';
  return `${waits_for ?? ''} ${String(more)}`;
}

/** What needs a supervisor at live tables: calls, findings, readings that wait, a card that does not come. */
export function liveAlarms(stands: readonly Stand[]): Alarm[] {
  return stands.flatMap((stand) => [...calls(stand), ...waits(stand)]);
}

function alarm(
  { live: { table_id: tableId } }: Stand,
  kind: string,
  { about, since }: { readonly about: string; readonly since: number },
): Alarm {
  return { id: `live-${kind}-${String(tableId)}`, tableId, kind, about, edge: '', since };
}

function calls(stand: Stand): Alarm[] {
  const { call, names } = stand.live;
  if (call === null) {
    return [];
  }
  const about = names[call.staff_id] ?? String(call.staff_id);
  return [alarm(stand, 'call', { about, since: call.at })];
}

function waits(stand: Stand): Alarm[] {
  const { live, since, isLate } = stand;
  if (live.finding !== null) {
    return [alarm(stand, 'finding', { about: live.finding.code, since: live.finding.at })];
  }
  if (live.waits_for === 'supervisor' && live.call === null) {
    return [alarm(stand, 'supervisor', { about: String(live.waiting), since })];
  }
  return isLate ? [alarm(stand, 'no_card', { about: '', since })] : [];
}

/** Names each alarm of a live table, so that one that is new is heard. */
export function heardAs(alarms: readonly Alarm[]): string[] {
  const live = alarms.filter(({ id }) => id.startsWith('live-'));
  return live.map(({ id, about, since }) => `${id} ${about} ${String(since)}`);
}
