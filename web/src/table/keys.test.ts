// Each spot, chip and action of a table has a key of its own.
import { describe, expect, it } from 'vitest';
import type { SpotView } from '$lib/wire/messages';
import { ACTION_KEYS } from './actions';
import { chipKey, CONFIRM_KEY, HELP_KEY, spotKeys } from './keys';
import { layoutRows } from './layout';

const ALL = [
  ...['player', 'banker', 'tie', 'player_pair', 'banker_pair', 'big', 'small', 'lucky_6'],
  ...Array.from({ length: 15 }, (_, idx) => `other_${String(idx)}`),
];
const spots = ALL.map((spot): SpotView => ({
  spot,
  title: spot,
  push: [],
  pays: [],
  shown: [],
  minimum: 0,
  maximum: 0,
  closed_from_round: null,
}));

describe('the keys of a table', () => {
  it('are the initials of the main spots, and letters in layout order for the others', () => {
    const keys = spotKeys(layoutRows(spots.slice(0, 7)));
    expect(Object.fromEntries(keys)).toEqual({
      player: 'p',
      banker: 'b',
      tie: 't',
      player_pair: 'q',
      big: 'w',
      small: 'e',
      banker_pair: 'y',
    });
  });

  it('are all different, however many spots there are', () => {
    const chips = Array.from({ length: 12 }, (_, idx) => chipKey(idx)).filter((key) => key !== '');
    const all = [
      ...spotKeys(layoutRows(spots)).values(),
      ...chips,
      ...Object.values(ACTION_KEYS),
      CONFIRM_KEY,
      HELP_KEY,
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(chips.join('')).toBe('1234567890');
  });
});
