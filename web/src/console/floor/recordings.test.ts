// How the recordings stand: which are alarms, in which sentences, and what is said when all is well.
import { describe, expect, it } from 'vitest';
import type { Floor, RecordingState } from '$lib/wire/messages';
import { alarmName, alarmText } from './alarm-text';
import { diskText, isShort, recordingAlarms, wellText } from './recordings';

const NOW = new Date(2026, 4, 3, 12, 4, 0).getTime();
const AT = new Date(2026, 4, 3, 12, 3, 10).getTime();
const GIB = 2 ** 30;

const floor = {
  tables: [
    { table_id: 1, status: 'open' },
    { table_id: 2, status: 'closed' },
    { table_id: 3, status: 'halted' },
  ],
} as unknown as Floor;

function state(more: Partial<RecordingState> = {}): RecordingState {
  return { table_id: 1, state: 'live', since: AT, why: null, changed: null, ...more };
}

function alarmsOf(tables: readonly RecordingState[], readAt = NOW) {
  return recordingAlarms({ tables: [...tables], disk: null, readAt }, floor);
}

function said(one: Partial<RecordingState>, now = NOW): string[] {
  return alarmsOf([state(one)], now).map((alarm) => alarmText(alarm, now));
}

describe('a recording', () => {
  it('that runs needs nobody', () => {
    expect(alarmsOf([state(), state({ table_id: 3 })])).toEqual([]);
    expect(recordingAlarms(null, floor)).toEqual([]);
  });

  it('that stands still says since when, and why', () => {
    const [stalled, ...more] = said({ state: 'stalled', why: 'no frame came for 3001 ms' });
    expect(stalled).toMatch(
      /^The recording has stood still since 12:03:10.*\. The server says: no frame came/,
    );
    expect(more).toEqual([]);
    const [old = ''] = said({ state: 'stalled' }, NOW + 86_400_000);
    expect(old).toContain('May 3, 2026');
  });

  it('that is not kept on a full disk says so', () => {
    expect(said({ state: 'full', why: 'less than 2 GiB of the disk are free' })[0]).toMatch(
      /^Nothing has been recorded since 12:03:10.*: the disk of the recordings is full\.$/,
    );
  });

  it('that begins has a moment for its first picture, unless the server knows why there is none', () => {
    expect(said({ state: 'none' }, AT + 14_999)).toEqual([]);
    expect(said({ state: 'none' }, AT + 15_000)).toHaveLength(1);
    expect(said({ state: 'none', why: 'there is no program ffmpeg' }, AT)[0]).toContain('no program ffmpeg');
  });

  it('of a live table without a camera is an alarm at once, and no recording that could run', () => {
    expect(said({ state: 'no_camera' }, AT)[0]).toMatch(/^No camera is named for this live table/);
    expect(wellText({ tables: [state({ state: 'no_camera' })], disk: null })).toBeNull();
    const both = [state({ state: 'no_camera' }), state({ table_id: 3 })];
    expect(wellText({ tables: both, disk: null })).toBe('The recording runs.');
  });

  it('that was changed is an alarm for an hour, also while it runs', () => {
    const changed = { at: AT, file: '2026-05-03T10/1-2.m4s' };
    expect(said({ changed })[0]).toContain('in 2026-05-03T10/1-2.m4s.');
    expect(said({ changed: { at: AT, file: null } })[0]).toMatch(/at 12:03:10.*\. Tell the operator\.$/);
    expect(said({ changed }, AT + 3_600_000)).toHaveLength(1);
    expect(said({ changed }, AT + 3_600_001)).toEqual([]);
  });

  it('that stands still at a closed table needs nobody', () => {
    const tables = [1, 2, 3].map((table_id) => state({ table_id, state: 'stalled' }));
    expect(alarmsOf(tables).map(({ tableId, since }) => [tableId, since])).toEqual([
      [1, AT],
      [3, AT],
    ]);
    expect(alarmsOf(tables).map(alarmName)).toEqual(['Not recorded', 'Not recorded']);
  });

  it('of a closed table must stay as it is', () => {
    const changed = { at: AT, file: 'a.mp4' };
    const alarms = alarmsOf([state({ table_id: 2, state: 'stalled', changed })]);
    expect(alarms.map(({ kind }) => kind)).toEqual(['recording_changed']);
  });
});

describe('the disk of the recordings', () => {
  const disk = (free: number, room: string) => ({ free, total: 100 * GIB, room, shares_store: false });

  it('says how much of it is free', () => {
    expect(diskText(disk(41 * GIB, 'plenty'))).toBe('The disk of the recordings has 41% free.');
    expect(diskText(disk(4 * GIB, 'low'))).toMatch(/^The disk of the recordings has 4% free, which is less/);
    expect(diskText(disk(9.8 * GIB, 'low'))).toContain('has 9.8% free, which is less than a tenth');
    expect(diskText(disk(GIB / 2, 'full'))).toMatch(/is full: it has 0\.5% free, less than 2 GiB\./);
    expect(diskText(null)).toContain('does not know');
  });

  it('needs somebody below a tenth', () => {
    expect([disk(41, 'plenty'), disk(9, 'low'), disk(1, 'full'), null].map(isShort)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('all recordings', () => {
  it('are summed up in a sentence', () => {
    const sum = (...states: string[]) =>
      wellText({ tables: states.map((one) => state({ state: one })), disk: null });
    expect(sum()).toBeNull();
    expect(sum('live')).toBe('The recording runs.');
    expect(sum('live', 'live')).toBe('All 2 recordings run.');
    expect(sum('live', 'full', 'none')).toBe('1 of 3 recordings run.');
  });
});
