// An entry of the log as fields: what changed stands with before and after, amounts in their currency, and every value
// of the entry is somewhere.
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '$lib/wire/messages';
import { saidBy } from './fields';
import { lengthText, valuesOf } from './values';

const table = {
  table_id: 1,
  name: 'Salon',
  status: 'open',
  rules: { id: 'live-commission', digest: 'ab' },
  currency: { code: 'YEN', decimals: 0 },
  limits: { tie: { minimum: 100, maximum: 50_000 } },
  timings: { betting_ms: 15_000, drain_ms: 300 },
  needs_password: false,
  invited: 0,
};

function entry(of: Partial<LogEntry>): LogEntry {
  return {
    no: 1,
    at: 0,
    digest: 'cd',
    kind: 'changed',
    by: 'staff:1',
    entity: null,
    says: {},
    before: null,
    currency: null,
    ...of,
  };
}

describe('an entry of the log', () => {
  it('shows what changed of a table with before and after, and the other fields on request', () => {
    const after = {
      ...table,
      limits: { tie: { minimum: 100, maximum: 20_000 } },
      timings: { betting_ms: 9_500, drain_ms: 300 },
      needs_password: true,
    };
    const said = saidBy(
      entry({
        says: { ...after, why: 'A quiet night.' },
        before: table,
        currency: { code: 'YEN', decimals: 0 },
      }),
    );
    expect(said.why).toBe('A quiet night.');
    expect(said.first.map(({ name, before, after: is }) => [name, before, is])).toEqual([
      ['Tie, minimum and maximum', '100 to 50,000', '100 to 20,000'],
      ['Betting', '15 s', '9.5 s'],
      ['Asks for a password', 'no', 'yes'],
    ]);
    const rest = said.rest.map(({ path }) => path);
    expect(rest).toEqual([
      'table_id',
      'name',
      'status',
      'rules.id',
      'rules.digest',
      'currency',
      'timings.drain_ms',
      'invited',
      'digest',
    ]);
  });

  it('has what is gone, and what the log leaves out while it is so', () => {
    const said = saidBy(
      entry({
        says: { id: 2, roles: ['manager'], disabled: true },
        before: { id: 2, roles: [], name: 'Ann' },
      }),
    );
    expect(said.first.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['Disabled', 'no', 'yes'],
      ['Roles', 'none', 'Manager'],
      ['Name', 'Ann', 'none'],
    ]);
  });

  it('says from what to what a display name was changed, also where there was none', () => {
    const change = (before: object, after: object) => {
      const parts = { id: 2, name: 'Dan Fox', roles: ['dealer'] };
      const said = saidBy(
        entry({
          entity: 'staff:2',
          says: { ...parts, ...after, why: 'given a display name' },
          before: { ...parts, ...before },
        }),
      );
      return said.first
        .filter((field) => field.path === 'display_name')
        .map(({ name, before: was, after: is }) => [name, was, is]);
    };
    expect(change({}, { display_name: 'Dan' })).toEqual([['Patrons see', 'none', 'Dan']]);
    expect(change({ display_name: 'Dan' }, { display_name: 'Rosa' })).toEqual([
      ['Patrons see', 'Dan', 'Rosa'],
    ]);
    expect(change({ display_name: 'Rosa' }, {})).toEqual([['Patrons see', 'Rosa', 'none']]);
    expect(change({}, {})).toEqual([]);
  });

  it('says amounts by the currency, and what was adjusted on the day beside it', () => {
    const said = saidBy(
      entry({
        kind: 'money_adjusted',
        says: {
          patron: 7,
          purse: 'bonus',
          currency: 'BHD',
          decimals: 3,
          change: -1_500,
          why: 'paid twice',
          day: 0,
          adjusted: [{ currency: 'BHD', decimals: 3, cash: 0, bonus: 2_500 }],
        },
        before: { day: 0, adjusted: [{ currency: 'BHD', decimals: 3, cash: 0, bonus: 1_000 }] },
        currency: { code: 'BHD', decimals: 3 },
      }),
    );
    expect(said.first.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['Patron', null, 'Patron 7'],
      ['Purse', null, 'Bonus money'],
      ['Change', null, '−1.500 BHD'],
      ['Adjusted on the day: Bonus money, BHD', '1.000', '2.500'],
    ]);
    expect(said.rest.map(({ path, after }) => [path, after])).toEqual([
      ['day', '1970-01-01'],
      ['adjusted.BHD.cash', '0.000'],
      ['digest', 'cd'],
    ]);
  });

  it('says limits, ranges and exclusions of a patron in words', () => {
    const values = valuesOf(
      {
        limits: { stake_day: 5_000, time_day_minutes: 90 },
        exclusion: { by_house: true },
        spots: { tie: { minimum: 0, maximum: 500 }, banker: { minimum: 100 } },
      },
      { code: 'PLAY', decimals: 2 },
    );
    expect(values.map(({ name, text }) => [name, text])).toEqual([
      ['Bets a day', '50.00'],
      ['Time a day', '90 min'],
      ['Exclusion', 'Excluded by the house for good'],
      ['Tie, minimum and maximum', '0.00 to 5.00'],
      ['Banker, minimum and maximum', 'From 1.00'],
    ]);
  });

  it('says when an entity was written as it was, and keeps a part that nobody knows', () => {
    expect(saidBy(entry({ says: { id: 1 }, before: { id: 1 } })).isSame).toBe(true);
    const [one, other] = valuesOf({ odd_part: { deep: [{ x: true }, 'y'] } }, null);
    expect([one?.name, one?.text, other?.text]).toEqual(['odd part deep 1 x', 'yes', 'y']);
  });

  it('shows the first fields of something new, and the others on request', () => {
    const said = saidBy(entry({ says: table, currency: { code: 'YEN', decimals: 0 } }));
    expect(said.first).toHaveLength(6);
    expect([...said.first, ...said.rest]).toHaveLength(12);
    expect(said.first.every(({ before }) => before === null)).toBe(true);
  });
});

it('a length of time is exact', () => {
  expect([0, 300, 15_000, 60_000, 3_900_300].map(lengthText)).toEqual([
    '0 s',
    '0.3 s',
    '15 s',
    '1 min',
    '1 h 5 min 0.3 s',
  ]);
});
