import { describe, expect, it } from 'vitest';
import { tableView } from './fixtures';
import { limitsOf } from './own-range.svelte';

describe('the limits of a spot', () => {
  const [tie] = tableView().rules.spots;
  const spot = { ...(tie as NonNullable<typeof tie>), minimum: 100, maximum: 500 };
  const range = (minimum: number, maximum: number | null) => ({ spot: spot.spot, minimum, maximum });

  it.each([
    ['without a range', undefined, [100, 500, false]],
    ['a wider range', range(0, 900), [100, 500, false]],
    ['a range without an end', range(50, null), [100, 500, false]],
    ['a higher minimum', range(200, null), [200, 500, true]],
    ['a lower maximum', range(0, 300), [100, 300, true]],
    ['kept off the spot', range(0, 0), [100, 0, true]],
  ] as const)('are those of both: %s', (_, own, [low, high, isOwn]) => {
    expect(limitsOf(spot, own)).toEqual({ low, high, own: isOwn });
  });
});
