import { describe, expect, it } from 'vitest';
import type { CardNotice } from '$lib/wire/messages';
import { noticeTexts as textsOf } from './card-notices';

const burned = (card: string | null, why: string): CardNotice => ({ what: 'burned', card, why });

const noticeTexts = (notices: CardNotice[]) => textsOf({ notices });

describe('the notices of cards', () => {
  it('name each card with the reason', () => {
    expect(noticeTexts([])).toEqual([]);
    expect(noticeTexts([burned('6h', 'spare')])).toEqual(['Burned, an extra card: 6 of hearts']);
    expect(noticeTexts([burned('Ad', 'early')])).toEqual(['Burned, too early: ace of diamonds']);
    expect(noticeTexts([burned('Ad', 'of_tomorrow')])).toEqual(['Burned: ace of diamonds']);
  });

  it('end with the count of the shoe while it lasts', () => {
    const counting = 'The cards that are left are counted';
    expect(textsOf({ counting: true })).toEqual([counting]);
    expect(textsOf({ notices: [burned('Ad', 'early')], counting: true })[1]).toBe(counting);
    expect(textsOf({ counting: false })).toEqual([]);
  });

  it('join cards that were burned for one reason, and keep the order', () => {
    expect(
      noticeTexts([
        burned('2s', 'early'),
        burned(null, 'void'),
        burned('5c', 'void'),
        { what: 'amended', slot: 'B3', from: '7h', to: '6h' },
        burned('9c', 'beyond'),
      ]),
    ).toEqual([
      'Burned, too early: 2 of spades',
      'Burned with the void round: a card that was not read, 5 of clubs',
      'Banker: 6 of hearts, and not 7 of hearts as was read',
      'Burned, not needed any more: 9 of clubs',
    ]);
  });
});
