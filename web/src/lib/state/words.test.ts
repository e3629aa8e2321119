// What is told to people: results, cards, refusals.
import { describe, expect, it } from 'vitest';
import { cardName, netResultText, resultText, voidReasonText } from './announce';
import { refusalText } from './refusal';

const settled = (outcome: string, player: number, banker: number) =>
  resultText({
    name: 'settled',
    outcome,
    player_total: player,
    banker_total: banker,
    winning_spots: [],
    bead: 'B',
  });

describe('results and cards in words', () => {
  it('names the winner and both totals, the higher first', () => {
    expect(settled('banker', 5, 7)).toBe('Banker wins 7 to 5');
    expect(settled('player', 9, 0)).toBe('Player wins 9 to 0');
    expect(settled('tie', 6, 6)).toBe('Tie at 6');
  });

  it('tells the patron the difference, once', () => {
    const end = (staked: number, paid: number, voided = false) =>
      netResultText({ lines: [], staked, paid, voided }, 2);
    expect(end(10_000, 19_500)).toBe('You won 95.00');
    expect(end(10_000, 0)).toBe('You lost 100.00');
    expect(end(10_000, 10_000)).toBe('Your stakes came back');
    expect(end(10_000, 10_000, true)).toBe('100.00 came back to you');
  });

  it('gives the reason of a void, known or not', () => {
    expect(voidReasonText('interrupted')).toContain('interrupted');
    expect(voidReasonText('of_next_year')).toBe('All stakes went back.');
  });

  it.each([
    ['As', 'ace of spades'],
    ['9h', '9 of hearts'],
    ['Td', '10 of diamonds'],
    ['Qc', 'queen of clubs'],
  ])('%s is the %s', (card, name) => {
    expect(cardName(card)).toBe(name);
  });
});

describe('refusals in words', () => {
  const wording = { decimals: 2, balance: '12.00' };
  const text = (code: string, more = {}) => refusalText({ code, message: 'x', ...more }, wording);

  it('say the limit and what already counts towards it', () => {
    expect(text('above_maximum', { spot: 'tie', limit: 50_000, already: 45_000 })).toBe(
      'The limit for Tie at this table is 500; you have 450 on it.',
    );
    expect(text('above_maximum', { spot: 'tie', limit: 50_000 })).toBe(
      'The limit for Tie at this table is 500.',
    );
    expect(text('below_minimum', { spot: 'big', limit: 1_000 })).toBe(
      'The least stake on Big at this table is 10.',
    );
  });

  it('say from which round a spot is closed', () => {
    expect(text('spot_closed', { spot: 'small', limit: 32 })).toBe(
      'Small is closed from round 32 of a shoe.',
    );
  });

  it('say the balance when it does not suffice', () => {
    expect(text('insufficient_funds')).toContain('12.00');
  });

  it('name the spots that breach the rule for bonus money', () => {
    expect(text('bonus_rule', { spots: ['player', 'banker'] })).toContain('Player, Banker');
  });

  it('name a code this page has no words for', () => {
    expect(text('code_of_next_year')).toContain('code_of_next_year');
  });
});
