// How the recordings of tables stand, and the disk that keeps them: what of it needs somebody, and in words. Pure.
import { percentFormat } from '$lib/i18n/formats';
import { reader } from '$lib/i18n/locale';
import { whenText } from '$lib/i18n/when';
import type { Floor, RecordingDisk, RecordingState, RecordingStates } from '$lib/wire/messages';
import { t } from '../text';
import type { Alarm } from './floor';

/** For how long a recording that begins may have no picture before that is an alarm, in milliseconds. */
const BEGINS_MS = 15_000;
/** For how long a file that was found changed is an alarm, in milliseconds. */
const CHANGED_MS = 3_600_000;
/** Up to which age a moment is told without its day, in milliseconds. */
const HALF_DAY_MS = 12 * 3_600_000;

/** How all recordings stand, and when that was read. */
export interface Recordings extends RecordingStates {
  readonly readAt: number;
}

/** A moment with its second; with its day instead where it is half a day ago. */
export function momentText(at: number, now: number): string {
  return now - at < HALF_DAY_MS
    ? new Date(at).toLocaleTimeString(reader.locale, { timeStyle: 'medium' })
    : whenText(at);
}

/** The recordings that need somebody. A closed table need not be recorded, but nobody may change its old recordings. */
export function recordingAlarms(recordings: Recordings | null, floor: Floor | null): Alarm[] {
  if (recordings === null || floor === null) {
    return [];
  }
  const played = floor.tables.filter(({ status }) => status !== 'closed').map(({ table_id: id }) => id);
  const { tables, readAt } = recordings;
  return tables.flatMap((state) => [
    ...(played.includes(state.table_id) ? notRecorded(state, readAt) : []),
    ...changed(state, readAt),
  ]);
}

function notRecorded({ table_id: tableId, state, since, why }: RecordingState, now: number): Alarm[] {
  const begins = state === 'none' && why === null && now - since < BEGINS_MS;
  return state === 'live' || begins
    ? []
    : [alarm(tableId, `recording_${state}`, { about: why ?? '', since })];
}

function changed({ table_id: tableId, changed: found }: RecordingState, now: number): Alarm[] {
  const isNew = found !== null && now - found.at <= CHANGED_MS;
  return isNew ? [alarm(tableId, 'recording_changed', { about: found.file ?? '', since: found.at })] : [];
}

function alarm(
  tableId: number,
  kind: string,
  { about, since }: { readonly about: string; readonly since: number },
): Alarm {
  return { id: `${kind}-${String(tableId)}`, tableId, kind, about, edge: '', since };
}

/** What is wrong with a recording, in sentences. */
export function recordingText({ kind, about, since }: Alarm, now: number): string {
  const at = momentText(since ?? now, now);
  const why = about === '' ? '' : ` ${t('alarm.recording.why', { why: about })}`;
  switch (kind) {
    case 'recording_full':
      return t('alarm.recording_full', { at });
    case 'recording_no_camera':
      return t('alarm.recording_no_camera');
    case 'recording_none':
      return t('alarm.recording_none', { at }) + why;
    case 'recording_changed':
      return about === ''
        ? t('alarm.recording_changed', { at })
        : t('alarm.recording_changed.file', { at, file: about });
    default:
      return t('alarm.recording_stalled', { at }) + why;
  }
}

/** Whether the disk needs somebody. */
export function isShort(disk: RecordingDisk | null | undefined): disk is RecordingDisk {
  return disk !== null && disk !== undefined && disk.room !== 'plenty';
}

/** How much room the disk has, in a sentence. */
export function diskText(disk: RecordingDisk | null): string {
  if (disk === null) {
    return t('recordings.disk.unknown');
  }
  const share = disk.total === 0 ? 0 : disk.free / disk.total;
  // Less than a tenth is never told as 10%.
  const isClose = disk.room !== 'plenty' && share >= 0.095;
  const free = percentFormat(share < 0.01 || isClose ? 1 : 0).format(share);
  switch (disk.room) {
    case 'full':
      return t('recordings.disk.full', { free });
    case 'low':
      return t('recordings.disk.low', { free });
    default:
      return t('recordings.disk.plenty', { free });
  }
}

/** How the recordings stand that need nobody, in a sentence; null without one. */
export function wellText({ tables: all }: RecordingStates): string | null {
  const tables = all.filter(({ state }) => state !== 'no_camera');
  const live = tables.filter(({ state }) => state === 'live').length;
  if (tables.length === 0) {
    return null;
  }
  return live === tables.length
    ? t(live === 1 ? 'recordings.well.one' : 'recordings.well', { count: live })
    : t('recordings.some', { live, count: tables.length });
}
