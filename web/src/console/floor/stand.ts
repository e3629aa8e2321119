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

/** What the console knew of the table before, and what decides whether a wait is too long. */
export interface Seen {
  readonly before: Stand | undefined;
  readonly now: number;
  /** After how many milliseconds without a card a supervisor is called. */
  readonly lateAfterMs: number;
}

/** How a table stands now. */
export function standOf(live: LiveTable, { before, now, lateAfterMs }: Seen): Stand {
  const wait = waitOf(live);
  const since =
    live.finding !== null && live.waits_for === 'finding'
      ? { since: live.finding.at, isExact: true }
      : before?.wait === wait
        ? { since: before.since, isExact: before.isExact }
        : { since: now, isExact: before !== undefined };
  const isLate = live.waits_for === 'card' && now - since.since >= lateAfterMs;
  return { live, wait, ...since, isLate };
}

/** Names a wait. Each card is one of its own. */
function waitOf({ waits_for, seq, burn }: LiveTable): string {
  const more = waits_for === 'card' ? seq : waits_for === 'burn' ? (burn?.passed ?? 0) : '';
  return `${waits_for ?? ''} ${String(more)}`;
}

/** What needs a supervisor at live tables: findings, readings that wait, a card that does not come. */
export function liveAlarms(stands: readonly Stand[]): Alarm[] {
  return stands.flatMap((stand) => {
    const { live, since } = stand;
    const alarm = (kind: string, about: string, from: number): Alarm[] => [
      { id: `live-${String(live.table_id)}`, tableId: live.table_id, kind, about, edge: '', since: from },
    ];
    if (live.finding !== null) {
      return alarm('finding', live.finding.code, live.finding.at);
    }
    if (live.waits_for === 'supervisor') {
      return alarm('supervisor', String(live.waiting), since);
    }
    return stand.isLate ? alarm('no_card', '', since) : [];
  });
}

/** An age such as `0:42`, `12:05` or `1:02:07`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (count: number) => String(count % 60).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60)];
  return hours === 0
    ? `${String(minutes)}:${two(seconds)}`
    : `${String(hours)}:${two(minutes)}:${two(seconds)}`;
}
