// What a patron has at other tables, and the tables to change to.
import { describe, expect, it } from 'vitest';
import type { LobbyTable } from '../wire/messages';
import { EMPTY_SEAT, type Seat } from './live-table';
import { listed } from './lobby';
import { followKept, keepPlayed, NOTHING, others, ownIn } from './own-tables';
import type { TableModel } from './table.svelte';

const ROUND = { shoe_no: 2, round_no: 5 };
const seat: Seat = { ...EMPTY_SEAT, seated: true, shoeNo: 2, roundNo: 5, staked: 1_500 };
const settled = { lines: [], staked: 1_500, paid: 2_850, voided: false, corrected: [] };

describe('what a patron has at a table', () => {
  it('is nothing where the page knows of no seat', () => {
    expect(ownIn(undefined, ROUND)).toEqual(NOTHING);
  });

  it('is the stake until the round is over, then what it brought', () => {
    expect(ownIn(seat, ROUND)).toEqual({ seated: true, staked: 1_500, net: null });
    expect(ownIn({ ...seat, settled }, ROUND)).toEqual({ seated: true, staked: 0, net: 1_350 });
  });

  it('is the seat alone in the next round', () => {
    const next = { ...ROUND, round_no: 6 };
    expect(ownIn(seat, next)).toEqual({ seated: true, staked: 0, net: null });
    expect(ownIn({ ...seat, settled }, next).net).toBeNull();
  });
});

describe('the tables to change to', () => {
  const table = (table_id: number): LobbyTable => ({
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
    phase: { name: 'closed' },
    round: ROUND,
    beads: '',
  });
  const tables = Array.from({ length: 20 }, (_, idx) => table(idx + 1));
  const entries = listed({ type: 'lobby', now: 0, tables });

  it('are twelve at most: those with own bets, then favourites, then the others', () => {
    const shown = others(entries, 2, (id) => id === 17 || id === 5, new Set([20, 5, 2]));
    expect(shown.map((one) => one.table.table_id)).toEqual([5, 17, 20, 1, 3, 4, 6, 7, 8, 9, 10, 11]);
  });

  it('are followed again after a reload where the patron played, unless they left the lobby', () => {
    const model = (id: number, seated: boolean) =>
      ({ id, seat: { ...EMPTY_SEAT, seated }, entry: { isAsked: false } }) as TableModel;
    keepPlayed([model(4, true), model(6, false), model(99, true)]);
    const watched: number[] = [];
    const tableOf = (id: number) =>
      ({ isWatched: false, watch: () => watched.push(id) }) as unknown as TableModel;
    followKept({ type: 'lobby', now: 0, tables }, tableOf);
    expect(watched).toEqual([4]);
    keepPlayed([]);
    followKept({ type: 'lobby', now: 0, tables }, tableOf);
    expect(watched).toEqual([4]);
  });
});
