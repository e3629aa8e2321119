// The floor as one list: what is wrong comes first, and a closed table is still there.
import { describe, expect, it } from 'vitest';
import type { Alerts, Exposures, Floor, Health } from '$lib/wire/messages';
import { alarms, rows } from './floor';

const floor = {
  tables: [
    { table_id: 1, name: 'One', status: 'open', place: 1 },
    { table_id: 2, name: 'Two', status: 'closed', place: 2 },
    { table_id: 3, name: 'Three', status: 'halted', place: 3 },
    { table_id: 4, name: 'Four', status: 'open', place: 4 },
  ],
} as unknown as Floor;
const edge = (no: number, table_id: number, until: number | null) => ({
  no,
  table_id,
  spot: 'tie',
  round: null,
  since: 1,
  until,
  house_edge: { decimal: '-0.01', fraction: '-1/100' },
});

describe('the floor', () => {
  it('begins with tables that have an alarm, then halted ones, and ends with closed ones', () => {
    const all = alarms({ alerts: [edge(1, 4, null), edge(2, 1, 5)], now: 9 } as Alerts, null, null, floor);
    expect(all.map(({ tableId, kind, about }) => [tableId, kind, about])).toEqual([[4, 'edge', 'tie']]);
    expect(rows(floor, [], null, all).map(({ table_id }) => table_id)).toEqual([4, 3, 1, 2]);
  });

  it('names a table that stands once, and none that is closed', () => {
    const health = {
      stopped: [{ table_id: 1, reason: 'late', message: 'a step is late' }],
    } as unknown as Health;
    const exposures = { tables: [], not_running: [1, 2, 4], now: 0 } as Exposures;
    expect(alarms(null, health, exposures, floor).map(({ tableId, kind }) => [tableId, kind])).toEqual([
      [1, 'late'],
      [4, 'not_running'],
    ]);
  });
});
