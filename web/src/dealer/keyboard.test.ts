// What a hand types counts, and what a scanner types does not. A card is typed rank first, and changed before it is sent.
import { describe, expect, it } from 'vitest';
import { HandKeys } from './hand-keys';
import { placesOf } from './places';
import { cardOf, NOTHING, typed } from './typed-card';

/** Presses keys at these moments; returns those that did something. */
function pressed(moments: readonly number[]): number[] {
  const did: number[] = [];
  let waits: { due: number; run: () => void }[] = [];
  const keys = new HandKeys((ms, run) => {
    const wait = { due: now + ms, run };
    waits.push(wait);
    return () => {
      waits = waits.filter((one) => one !== wait);
    };
  });
  let now = 0;
  for (const at of [...moments, Number.POSITIVE_INFINITY]) {
    for (const { run } of waits.filter(({ due }) => due <= at)) {
      run();
    }
    waits = waits.filter(({ due }) => due > at);
    now = at;
    if (Number.isFinite(at)) {
      keys.press(at, () => did.push(at));
    }
  }
  return did;
}

describe('keys', () => {
  it.each<[string, number[], number[]]>([
    ['of a hand count', [0, 100, 120], [0, 100, 120]],
    ['of a scanner do not, the first one neither', [0, 5, 10, 15], []],
    ['of a hand after those of a scanner count again', [0, 5, 25], [25]],
    ['that come with another one do not', [0, 100, 119, 300], [0, 300]],
  ])('%s', (_, moments, did) => {
    expect(pressed(moments)).toEqual(did);
  });
});

describe('a card that is typed', () => {
  const after = (keys: string) => keys.split(' ').reduce((before, key) => typed(before, key), NOTHING);

  it.each([
    ['k d', 'Kd'],
    ['0 S', 'Ts'],
    ['T h', 'Th'],
    ['9 h c', '9c'],
    ['9 h 4', null],
    ['9 h 4 c', '4c'],
    ['9 h Backspace', null],
    ['9 h Backspace s', '9s'],
    ['h 9', null],
    ['9 x h', '9h'],
    ['1 h', null],
  ])('%s is %s', (keys, card) => {
    expect(cardOf(after(keys))).toBe(card);
  });
});

describe('the places on the felt', () => {
  it('are in the order of the deal, each with its card', () => {
    const places = placesOf({
      player: { cards: ['2c', 'Kd', '4s'], total: 6 },
      banker: { cards: ['5h'], total: 5 },
    });
    expect(places.map(({ key, slot, card }) => `${key} ${slot} ${card ?? '-'}`)).toEqual([
      '1 P1 2c',
      '2 B1 5h',
      '3 P2 Kd',
      '4 B2 -',
      '5 P3 4s',
      '6 B3 -',
    ]);
  });
});
