// Cards are read as people type them, and what is no card is named.
import { describe, expect, it } from 'vitest';
import { readCards, step } from './cards';

describe('cards that somebody typed', () => {
  it('are read with and without spaces, in capital and small letters', () => {
    expect(readCards(' 9h KD,4s10c  ').cards).toEqual(['9h', 'Kd', '4s', 'Tc']);
    expect(readCards('').cards).toEqual([]);
  });

  it('that are none are named', () => {
    expect(readCards('9h 1s Xx kd9')).toEqual({ cards: ['9h'], wrong: ['1s', 'Xx', 'kd9'] });
  });
});

describe('the grid of cards', () => {
  it('is walked with arrows and has an end', () => {
    expect([step('ArrowRight', 12, 0), step('ArrowDown', 0, 0), step('a', 0, 0)]).toEqual([
      [12, 0],
      [0, 1],
      null,
    ]);
  });
});
