// The lobby is folded from its list and the changes after it.
import { describe, expect, it } from 'vitest';
import type { LobbyTable } from '../wire/messages';
import { changed, listed } from './lobby';

function table(table_id: number, changes: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table_id,
    name: `Table ${String(table_id)}`,
    status: 'open',
    rules: { id: 'live-commission', title: 'Live baccarat', roads_clear: false },
    currency: 'PLAY',
    decimals: 2,
    play_money: true,
    minimum: 100,
    maximum: 500_000,
    patrons: 0,
    phase: { name: 'betting', closes_at: 15_000 },
    round: { shoe_no: 1, round_no: 3 },
    beads: 'P Bb6',
    ...changes,
  };
}

const start = listed({ type: 'lobby', now: 5_000, tables: [table(1), table(2, { beads: '' })] });
const ids = (entries: readonly { table: LobbyTable }[]) => entries.map((one) => one.table.table_id);

describe('the lobby', () => {
  it('lists the tables with their beads and countdowns', () => {
    expect(start.map((one) => one.beads)).toEqual([['P', 'Bb6'], []]);
    expect(start[0]?.countdownMs).toBe(10_000);
  });

  it('changes what a message names, and leaves the other tables as they are', () => {
    const [one, two] = changed(start, {
      type: 'lobby_changed',
      now: 16_000,
      changes: [
        {
          table_id: 2,
          phase: { name: 'settled', next_at: 20_000 },
          result: { outcome: 'tie', player_total: 9, banker_total: 9 },
          bead: 'Tn',
          patrons: 4,
        },
      ],
    });
    expect(one).toBe(start[0]);
    expect(two?.beads).toEqual(['Tn']);
    expect(two?.table.patrons).toBe(4);
    expect(two?.table.result?.outcome).toBe('tie');
    expect(two?.countdownMs).toBe(4_000);
  });

  it('forgets the result when the next round begins, and adds beads to those before', () => {
    const settled = changed(start, {
      type: 'lobby_changed',
      now: 0,
      changes: [{ table_id: 1, phase: { name: 'settled', next_at: 1 }, result: { outcome: 'voided' } }],
    });
    const [next] = changed(settled, {
      type: 'lobby_changed',
      now: 0,
      changes: [{ table_id: 1, phase: { name: 'betting', closes_at: 2 }, bead: 'T' }],
    });
    expect(next?.table.result).toBeUndefined();
    expect(next?.beads).toEqual(['P', 'Bb6', 'T']);
    const seats = changed(settled, { type: 'lobby_changed', now: 0, changes: [{ table_id: 1, patrons: 1 }] });
    expect(seats[0]?.table.result?.outcome).toBe('voided');
    expect(seats[0]?.beads).toBe(settled[0]?.beads);
  });

  it('takes a whole list of beads after a correction, and none in a new shoe', () => {
    const beads = (text: string) =>
      changed(start, { type: 'lobby_changed', now: 0, changes: [{ table_id: 1, beads: text }] })[0]?.beads;
    expect(beads('T Bb6')).toEqual(['T', 'Bb6']);
    expect(beads('')).toEqual([]);
  });

  it('keeps the last result of a shoe until it is corrected or the shoe is over', () => {
    const result = { outcome: 'banker', player_total: 3, banker_total: 7 };
    const change = (entries: typeof start, one: object) =>
      changed(entries, { type: 'lobby_changed', now: 0, changes: [{ table_id: 1, ...one }] });
    const settled = change(start, { phase: { name: 'settled', next_at: 1 }, result, bead: 'B' });
    const next = change(settled, { phase: { name: 'betting', closes_at: 2 } });
    expect([start[0]?.last, next[0]?.last]).toEqual([null, result]);
    expect(change(next, { patrons: 2 })[0]?.last).toEqual(result);
    expect(change(next, { beads: 'P' })[0]?.last).toBeNull();
    expect(change(next, { phase: { name: 'shuffling' }, beads: '' })[0]?.last).toBeNull();
  });

  it('adds, replaces, orders and drops tables', () => {
    const entries = changed(start, {
      type: 'lobby_changed',
      now: 0,
      tables: [table(3), table(2, { name: 'Ruby' })],
      order: [3, 2],
    });
    expect(ids(entries)).toEqual([3, 2]);
    expect(entries[1]?.table.name).toBe('Ruby');
    const unknown = changed(entries, {
      type: 'lobby_changed',
      now: 0,
      changes: [{ table_id: 9, patrons: 1 }],
    });
    expect(ids(unknown)).toEqual([3, 2]);
  });
});
