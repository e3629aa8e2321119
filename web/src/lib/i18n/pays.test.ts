// The conditions of a payout come from the lines of the paytable, as the server sends them.
import { describe, expect, it } from 'vitest';
import type { PayLine } from '$lib/wire/messages';
import { paysText } from './pays';

function line(when: string, odds: [number, number], shown: string): PayLine {
  return { when: when.split(' '), odds, shown };
}

describe('what a spot pays', () => {
  it.each<[string, PayLine[], string[], string]>([
    [
      'no commission',
      [line('banker_wins banker_total_6', [1, 2], '0.5'), line('banker_wins', [1, 1], '1')],
      ['0.5', '1'],
      '1:1, half if Banker has 6',
    ],
    [
      'no commission, shown with the stake',
      [line('banker_wins banker_total_6', [1, 2], 'x1.5'), line('banker_wins', [1, 1], 'x2')],
      ['x1.5', 'x2'],
      'x2, x1.5 if Banker has 6',
    ],
    [
      'lucky six',
      [
        line('banker_wins banker_total_6 banker_two_cards', [12, 1], 'x13'),
        line('banker_wins banker_total_6 banker_three_cards', [20, 1], 'x21'),
      ],
      ['x13', 'x21'],
      'x13 on 2 cards, x21 on 3 cards',
    ],
    [
      'the same odds for several facts',
      [line('five_cards', [1, 2], '0.5'), line('six_cards', [1, 2], '0.5')],
      ['0.5'],
      '0.5:1',
    ],
    ['commission', [line('banker_wins', [19, 20], '0.95')], ['0.95'], '0.95:1'],
    [
      'a fact that is newer than the page',
      [line('banker_wins on_sunday', [3, 1], '3'), line('banker_wins', [1, 1], '1')],
      ['1', '3'],
      '1:1, 3:1 on sunday',
    ],
    ['no lines', [], ['8'], '8:1'],
  ])('%s', (_, pays, shown, text) => {
    expect(paysText({ pays, shown })).toBe(text);
  });
});
