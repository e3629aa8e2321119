// The texts of results, cards and refusals.
import { describe, expect, it } from 'vitest';
import {
  autoEndText,
  cardName,
  idleText,
  netResultText,
  resultText,
  seatLeftText,
  sinceSeatedText,
  voidReasonText,
} from './announce';
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

describe('texts of results and cards', () => {
  it('names the winner and both totals, the higher first', () => {
    expect(settled('banker', 5, 7)).toBe('Banker wins 7 to 5');
    expect(settled('player', 9, 0)).toBe('Player wins 9 to 0');
    expect(settled('tie', 6, 6)).toBe('Tie, 6 each');
  });

  it('states what the patron won or lost', () => {
    const end = (staked: number, paid: number, voided = false) => netResultText({ staked, paid, voided }, 2);
    expect(end(10_000, 19_500)).toBe('You won 95.00');
    expect(end(10_000, 0)).toBe('You lost 100.00');
    expect(end(10_000, 10_000)).toBe('You broke even');
    expect(end(10_000, 10_000, true)).toBe('100.00 returned to you');
  });

  it('state the reason of a void, known or not', () => {
    expect(voidReasonText('interrupted')).toContain('interrupted');
    expect(voidReasonText('irregular')).toContain('wrong with the cards');
    expect(voidReasonText('of_next_year')).toBe('All bets returned.');
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

describe('texts about Auto', () => {
  it.each([
    ['played', null, 0, 'Auto has placed its last bets.'],
    ['stop_at_loss', null, 3, 'Auto stopped: it reached the loss that you set.'],
    ['stop_at_win', null, 3, 'Auto stopped: it reached the win that you set.'],
    ['stopped', null, 3, 'Auto stopped, with 3 rounds left.'],
    ['refused', 'loss_limit', 3, 'Auto ended, with 3 rounds left: your own limit on losses is reached.'],
    ['refused', 'of_next_year', 3, 'Auto ended, with 3 rounds left: a bet was refused.'],
    ['of_next_year', null, 3, 'Auto ended, with 3 rounds left.'],
  ])('say that it ended by %s %s', (reason, refusal, rounds_left, text) => {
    expect(autoEndText({ reason, refusal, rounds_left })).toBe(text);
  });
});

describe('texts about seats', () => {
  it('warn of the rounds without a bet, and say why a seat is gone', () => {
    const idle = { type: 'idle', table_id: 1, seq: 41, rounds: 3 } as const;
    expect(idleText({ ...idle, limit: 5 }, 'Salon')).toBe(
      'No bet for 3 rounds. After 5 rounds you lose your seat at Salon.',
    );
    expect(idleText({ ...idle, limit: null }, 'Salon')).toBe('No bet at Salon for 3 rounds.');
    expect(seatLeftText('absent', 'Salon')).toContain('the connection was gone');
    expect(seatLeftText('of_next_year', 'Salon')).toBe('You no longer have a seat at Salon.');
  });

  it('state what was won or lost since the patron sat down', () => {
    const since = (lost: number) => sinceSeatedText({ since: 0, minutes: 60, staked: 50_000, lost }, 2);
    expect([12_050, -5_000, 0].map(since)).toEqual(['You lost 120.50', 'You won 50.00', 'You broke even']);
  });
});

describe('texts of refusals', () => {
  const wording = { decimals: 2, balance: '12.00' };
  const text = (code: string, more = {}) => refusalText({ code, message: 'x', ...more }, wording);

  it('state the limit and the stake that already counts towards it', () => {
    expect(text('above_maximum', { spot: 'tie', limit: 50_000, already: 45_000 })).toBe(
      'The maximum bet on Tie is 500. You already have 450 on it.',
    );
    expect(text('above_maximum', { spot: 'tie', limit: 50_000 })).toBe('The maximum bet on Tie is 500.');
    expect(text('below_minimum', { spot: 'big', limit: 1_000 })).toBe('The minimum bet on Big is 10.');
  });

  it('say what can be added, and whose limit it is', () => {
    const more = { spot: 'tie', limit: 50_000, already: 45_000, accepted: 5_000 };
    expect(text('above_maximum', more)).toBe('Maximum on Tie is 500. You have 450 on it and can add 50.');
    const own = { ...more, limited_by: 'own_range' };
    expect(text('above_maximum', own)).toBe('Your own limit on Tie is 500. You already have 450 on it.');
    expect(text('below_minimum', { spot: 'tie', limit: 100, limited_by: 'own_range' })).toContain('Your own');
    expect(text('exposure_limit', { spot: 'banker', accepted: 5_000 })).toContain('50 more on Banker');
    expect(text('ante_not_met', { limit: 500_000 })).toContain('5,000');
  });

  it('state from which round a spot is closed', () => {
    expect(text('spot_closed', { spot: 'small', limit: 32 })).toBe(
      'Small is closed from round 32 of the shoe.',
    );
  });

  it('state the balance when it is insufficient', () => {
    expect(text('insufficient_funds')).toContain('12.00');
  });

  it('name the spots that break the rule for bonus money', () => {
    expect(text('bonus_rule', { spots: ['player', 'banker'] })).toContain('Player, Banker');
  });

  it('state what is left of the own limit, and until when', () => {
    const until = Date.UTC(2026, 2, 2);
    const own = { own_limit: 'stake_day', limit: 50_000, left: 3_500, until };
    expect(text('stake_limit', own)).toContain('500 a day. You can bet 35 more until ');
    expect(text('stake_limit', { own_limit: 'stake_round', limit: 50_000, left: 0 })).toBe(
      'Your own limit on bets is 500 a round. You can bet 0 more.',
    );
    expect(text('loss_limit', { ...own, own_limit: 'loss_month' })).toContain('losses is 500 a month');
    expect(text('excluded')).toBe('You are excluded from betting for good.');
    expect(text('paused', { until })).toContain('2026');
  });

  it('say what is accepted in place of a duration', () => {
    expect(text('bad_duration', { limit: 1_008 })).toBe('From 1 to 1008 is accepted here.');
  });

  it.each(['busy', 'last_second_factor', 'session_not_kept'])('have words for %s', (code) => {
    expect(text(code)).not.toContain(code);
  });

  it('name a code that the page does not know', () => {
    expect(text('code_of_next_year')).toContain('code_of_next_year');
  });
});
