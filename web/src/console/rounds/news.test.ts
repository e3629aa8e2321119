// The list of rounds is read again when a round begins or ends at a table that the search is about, and not before.
import { describe, expect, it } from 'vitest';
import { roundsNow } from './news';

const table = (table_id: number, round_no: number, name: 'betting' | 'dealing' | 'settled') => ({
  table_id,
  live: {
    round: { shoe_no: 1, round_no },
    phase: name === 'betting' ? { name, closes_at: 0 } : name === 'settled' ? { name, next_at: 0 } : { name },
  },
});

describe('the rounds on the tables', () => {
  const now = roundsNow([table(1, 4, 'betting'), table(2, 9, 'dealing')], '');

  it('are others when a round ends, and when the next one begins', () => {
    const ended = roundsNow([table(1, 4, 'settled'), table(2, 9, 'dealing')], '');
    const next = roundsNow([table(1, 5, 'betting'), table(2, 9, 'dealing')], '');
    expect(new Set([now, ended, next]).size).toBe(3);
  });

  it('are the same while cards are dealt, and when the tables change their order', () => {
    expect(roundsNow([table(1, 4, 'dealing'), table(2, 9, 'dealing')], '')).toBe(now);
    expect(roundsNow([table(2, 9, 'dealing'), table(1, 4, 'betting')], '')).toBe(now);
  });

  it('are those of one table, where the search names one', () => {
    const one = roundsNow([table(1, 4, 'betting'), table(2, 9, 'dealing')], '1');
    expect(roundsNow([table(1, 4, 'betting'), table(2, 9, 'settled')], '1')).toBe(one);
    expect(roundsNow([table(1, 4, 'settled'), table(2, 9, 'dealing')], '1')).not.toBe(one);
    expect(roundsNow([{ table_id: 1, live: null }], '1')).not.toBe(one);
  });
});
