// The hands of a round, card by card.
import { describe, expect, it } from 'vitest';
import type { DealtCard } from '$lib/wire/messages';
import { handOf } from './hands';

const DEAL: DealtCard[] = [
  { card: '7d', side: 'player', total: 7 },
  { card: '2h', side: 'banker', total: 2 },
  { card: 'Ks', side: 'player', total: 7 },
  { card: '3c', side: 'banker', total: 5 },
  { card: '9h', side: 'banker', total: 4 },
];

describe('a hand', () => {
  it('has the cards that the server gave it, and the total that it said', () => {
    expect(handOf(DEAL, 'player')).toEqual({ cards: ['7d', 'Ks'], total: 7 });
    expect(handOf(DEAL, 'banker')).toEqual({ cards: ['2h', '3c', '9h'], total: 4 });
  });

  it('grows card by card', () => {
    expect(handOf(DEAL, 'banker', 1)).toEqual({ cards: [], total: null });
    expect(handOf(DEAL, 'banker', 4)).toEqual({ cards: ['2h', '3c'], total: 5 });
  });
});
