// What bets pay, in words, from the lines of their paytables.
import { describe, expect, it } from 'vitest';
import type { PayLine } from '$lib/wire/messages';
import { factsText, hasCommission, payoutText, pushSentences } from './facts';

function line(when: string, odds: [number, number], shown: string): PayLine {
  return { when: when.split(' '), odds, shown };
}

const NO_COMMISSION = [line('banker_wins banker_total_6', [1, 2], '0.5'), line('banker_wins', [1, 1], '1')];

describe('a payout', () => {
  it.each<[string, PayLine[], string[], string]>([
    ['without commission', NO_COMMISSION, ['0.5', '1'], '1:1, half when Banker wins with 6'],
    [
      'shown with the stake',
      [line('banker_wins banker_total_6', [1, 2], 'x1.5'), line('banker_wins', [1, 1], 'x2')],
      ['x1.5', 'x2'],
      'x2, x1.5 when Banker wins with 6',
    ],
    [
      'that depends on the number of cards',
      [
        line('banker_wins banker_total_6 banker_two_cards', [12, 1], 'x13'),
        line('banker_wins banker_total_6 banker_three_cards', [20, 1], 'x21'),
      ],
      ['x13', 'x21'],
      'x13 when Banker wins with 6 on two cards, x21 when Banker wins with 6 on three cards',
    ],
    [
      'that is the same for all',
      [line('five_cards', [1, 2], '0.5'), line('six_cards', [1, 2], '0.5')],
      ['0.5'],
      '0.5:1',
    ],
    [
      'that is a half, but not of even money',
      [line('tie player_total_6', [1, 2], '0.5'), line('tie', [8, 1], '8')],
      ['0.5', '8'],
      '8:1, 0.5:1 when the round is a tie and Player has 6',
    ],
  ])('%s', (_, pays, shown, text) => {
    expect(payoutText({ pays, shown })).toBe(text);
  });

  it('has a commission when it is below even money and nothing else', () => {
    expect(hasCommission({ pays: [line('banker_wins', [19, 20], '0.95')] })).toBe(true);
    expect(hasCommission({ pays: NO_COMMISSION })).toBe(false);
    expect(hasCommission({ pays: [line('player_wins', [1, 1], '1')] })).toBe(false);
  });
});

describe('facts', () => {
  it('that are newer than the page are said by their names', () => {
    expect(factsText(['banker_wins', 'on_sunday'])).toBe('Banker wins and on sunday');
  });

  it('that return the stake are said one set at a time', () => {
    expect(pushSentences({ push: [['tie'], ['banker_wins', 'banker_total_7']] })).toEqual([
      'Stake back when the round is a tie.',
      'Stake back when Banker wins with 7.',
    ]);
  });
});
