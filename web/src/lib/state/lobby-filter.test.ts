// The lobby shows the tables that the patron chose, in the order that they chose.
import { describe, expect, it } from 'vitest';
import { listed } from './lobby';
import type { LobbyTable } from '../wire/messages';
import { chosen, countFilters, rulesOf, steady, type Choice, type Known } from './lobby-filter';

const ALL: Choice = { flags: [], rules: '', search: '', order: 'house' };
const NOBODY: Known = { favourites: new Set(), purse: null, goodRoads: () => [] };

function table(table_id: number, name: string, changes: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table_id,
    name,
    status: 'open',
    rules: { id: 'live-commission', title: 'Live baccarat', roads_clear: false },
    currency: 'PLAY',
    decimals: 2,
    play_money: true,
    minimum: 100,
    maximum: 500_000,
    patrons: 0,
    phase: { name: 'betting', closes_at: 20_000 + table_id },
    round: { shoe_no: 1, round_no: 3 },
    beads: '',
    ...changes,
  };
}

const GOLD = { id: 'gold-card', title: 'Gold card baccarat', roads_clear: true };
const entries = listed({
  type: 'lobby',
  now: 0,
  tables: [
    table(1, 'Salon 10', { minimum: 1_000, patrons: 7, capacity: 7 }),
    table(2, 'salon 9', { phase: { name: 'dealing' }, rules: GOLD, patrons: 2, capacity: 7 }),
    table(3, 'Émeraude', { minimum: 50_000, maximum: 900_000, phase: { name: 'betting', closes_at: 9_000 } }),
    table(4, 'Halted', { status: 'halted', currency: 'EUR', patrons: 9 }),
  ],
});
const ids = (choice: Partial<Choice>, known: Partial<Known> = {}) =>
  chosen(entries, { ...ALL, ...choice }, { ...NOBODY, ...known }).map((one) => one.table.table_id);

describe('the filter of the lobby', () => {
  it('shows all tables in the order of the house when nothing was chosen', () => {
    expect(ids({})).toEqual([1, 2, 3, 4]);
  });

  it('shows the tables where bets are taken now, and no halted one', () => {
    expect(ids({ flags: ['betting'] })).toEqual([1, 3]);
  });

  it('shows the tables with a free seat; without a capacity there is always one', () => {
    expect(ids({ flags: ['seats'] })).toEqual([2, 3]);
  });

  it('shows the tables whose least bet the balance covers, in its currency', () => {
    expect(ids({ flags: ['affordable'] }, { purse: { currency: 'PLAY', amount: 999 } })).toEqual([2]);
    expect(ids({ flags: ['affordable'] }, { purse: { currency: 'PLAY', amount: 1_000 } })).toEqual([1, 2]);
    expect(ids({ flags: ['affordable'] }), 'a spectator has no balance').toEqual([1, 2, 3, 4]);
  });

  it('shows favourites, tables with good roads, and those of some house rules', () => {
    expect(ids({ flags: ['favourites'] }, { favourites: new Set([3, 77]) })).toEqual([3]);
    const goodRoads = ({ table }: { table: LobbyTable }) => (table.table_id === 2 ? ['long_banker'] : []);
    expect(ids({ flags: ['good_roads'] }, { goodRoads })).toEqual([2]);
    expect(ids({ rules: 'gold-card' })).toEqual([2]);
  });

  it('finds names without capitals and accents', () => {
    expect(ids({ search: ' SALON ' })).toEqual([1, 2]);
    expect(ids({ search: 'emer' })).toEqual([3]);
  });

  it('shows what fits all that was chosen', () => {
    expect(ids({ flags: ['betting', 'seats'], search: 'salon' })).toEqual([]);
  });

  it('is counted', () => {
    expect(countFilters(ALL)).toBe(0);
    expect(countFilters({ flags: ['betting'], rules: 'gold-card', search: ' x' })).toBe(3);
  });

  it('offers each house rules once, by name', () => {
    expect(rulesOf(entries).map((rules) => rules.title)).toEqual(['Gold card baccarat', 'Live baccarat']);
  });
});

describe('the order of the lobby', () => {
  it('is by name, with numbers as numbers', () => {
    expect(ids({ order: 'name' })).toEqual([3, 4, 2, 1]);
  });

  it('is by limits: the lowest least bet, or the highest largest bet, first', () => {
    expect(ids({ order: 'low' })).toEqual([2, 4, 1, 3]);
    expect(ids({ order: 'high' })).toEqual([3, 1, 2, 4]);
  });

  it('is by seats taken, and by good roads', () => {
    expect(ids({ order: 'seated' })).toEqual([4, 1, 2, 3]);
    const goodRoads = ({ table }: { table: LobbyTable }) => Array<string>(table.table_id).fill('x');
    expect(ids({ order: 'good_roads' }, { goodRoads })).toEqual([4, 3, 2, 1]);
  });

  it('is by the time to the close, with tables that take no bets last', () => {
    expect(ids({ order: 'closing' })).toEqual([3, 1, 4, 2]);
  });

  it('changes nothing of the list that it is given', () => {
    ids({ order: 'high' });
    expect(entries.map((one) => one.table.table_id)).toEqual([1, 2, 3, 4]);
  });

  it('stays under the hand of somebody who acts in the list', () => {
    const next = chosen(entries, { ...ALL, order: 'closing' }, NOBODY);
    expect(steady([2, 9, 4], next).map((one) => one.table.table_id)).toEqual([2, 4, 3, 1]);
  });
});
