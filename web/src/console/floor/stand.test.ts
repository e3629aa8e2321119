// Live tables on the floor: how long one waits, and what of that calls a supervisor.
import { describe, expect, it } from 'vitest';
import { finding, live } from '$lib/live/fixtures';
import type { LiveTable } from '$lib/wire/messages';
import { heardAs, liveAlarms, standOf, type Stand } from './stand';

/** A table that is seen again and again, each time at a moment. */
function seen(...looks: readonly (readonly [now: number, more: Partial<LiveTable>])[]): Stand[] {
  const stands: Stand[] = [];
  for (const [now, more] of looks) {
    stands.push(standOf(live(more), { before: stands.at(-1), now }));
  }
  return stands;
}

describe('a live table', () => {
  it('waits at least since it was first seen, and exactly since a change that was seen', () => {
    const stands = seen(
      [1_000, { waits_for: 'start' }],
      [4_000, { waits_for: 'start' }],
      [7_000, { waits_for: 'device' }],
    );
    expect(stands.map(({ since, isExact }) => [since, isExact])).toEqual([
      [1_000, false],
      [1_000, false],
      [7_000, true],
    ]);
  });

  it('that has a finding waits since it was raised', () => {
    const [stand] = seen([9_000, { waits_for: 'finding', finding: finding({ at: 2_000 }) }]);
    expect([stand?.since, stand?.isExact]).toEqual([2_000, true]);
  });

  it('calls a supervisor when no card came for too long, and each card begins a new wait', () => {
    const due = (since: number) => ({ since, reminds_at: since + 20_000, calls_at: since + 60_000 });
    const stands = seen(
      [3_000, { waits_for: 'card', card: due(0) }],
      [59_999, { waits_for: 'card', card: due(0) }],
      [60_000, { waits_for: 'card', card: due(0) }],
      [61_000, { waits_for: 'card', card: due(61_000) }],
    );
    expect(stands.map(({ isLate }) => isLate)).toEqual([false, false, true, false]);
    expect(liveAlarms(stands).map(({ kind, since }) => [kind, since])).toEqual([['no_card', 0]]);
  });

  it('is an alarm with a finding or when it waits for a supervisor, and not when it waits for a dealer', () => {
    const [start] = seen([0, { waits_for: 'dealer' }]);
    const [open] = seen([9_000, { waits_for: 'finding', finding: finding({ at: 2_000 }) }]);
    const [crowd] = seen([5_000, { waits_for: 'supervisor', waiting: 7 }]);
    const alarms = liveAlarms([start, open, crowd].filter((one) => one !== undefined));
    expect(alarms.map(({ kind, about, since }) => [kind, about, since])).toEqual([
      ['finding', 'unreadable', 2_000],
      ['supervisor', '7', 5_000],
    ]);
  });

  it('calls while a call is not answered, beside what else is wrong, and a new one is heard', () => {
    const call = { staff_id: 7, at: 4_000 };
    const [stand] = seen([9_000, { call, finding: finding({ at: 2_000 }), waits_for: 'finding' }]);
    const [waits] = seen([9_000, { call, waits_for: 'supervisor' }]);
    const of = (one: Stand | undefined) => liveAlarms(one === undefined ? [] : [one]);
    expect(of(stand).map(({ kind, about, since }) => [kind, about, since])).toEqual([
      ['call', 'Dan', 4_000],
      ['finding', 'unreadable', 2_000],
    ]);
    expect(of(waits).map(({ kind }) => kind)).toEqual(['call']);
    const [later] = seen([20_000, { call: { ...call, at: 15_000 }, waits_for: 'supervisor' }]);
    expect(heardAs(of(later))).not.toEqual(heardAs(of(waits)));
  });
});
