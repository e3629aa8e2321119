// A range is what the fields say: an empty field is no bound, a largest stake of 0 keeps the patron off the spot.
import { describe, expect, it } from 'vitest';
import { fieldsOf, rangeOf } from './range';

describe('the range of a patron', () => {
  it('is written and read again', () => {
    const ranges = [
      { spot: 'tie', minimum: 100, maximum: 5_000 },
      { spot: 'big', minimum: 0, maximum: 0 },
    ];
    const fields = fieldsOf(['player', 'tie'], ranges, 2);
    expect(fields.map(({ spot, minimum, maximum }) => [spot, minimum, maximum])).toEqual([
      ['player', '', ''],
      ['tie', '1.00', '50.00'],
      ['big', '', '0.00'],
    ]);
    expect(rangeOf(fields, 2)).toEqual(ranges);
  });

  it('is none where a field is no amount', () => {
    expect(rangeOf([{ spot: 'tie', minimum: '1', maximum: 'much' }], 2)).toBeNull();
    expect(rangeOf([{ spot: 'tie', minimum: '5', maximum: '' }], 0)).toEqual([
      { spot: 'tie', minimum: 5, maximum: null },
    ]);
  });
});
