// An entry of the log is one line that can be read.
import { describe, expect, it } from 'vitest';
import { saysText } from './says';

describe('what an entry says', () => {
  it('is its values by name, without those that are empty', () => {
    expect(saysText({ change: -500, why: 'paid out', note: null, spots: [{ spot: 'tie' }] })).toBe(
      'why: paid out, change: -500, spots: [{"spot":"tie"}]',
    );
  });

  it('is cut where it would fill the screen', () => {
    expect(saysText({ text: 'x'.repeat(1_000) })).toHaveLength(401);
  });
});
