import { describe, expect, it } from 'vitest';
import type { FindingFact } from '../wire/messages';
import { copyText, factText, factTexts } from './facts';

const KINGS = { card: 'Ks', count: 1 };

describe('what is said of an open finding', () => {
  it.each<[FindingFact, string]>([
    [{ type: 'card', card: '6h' }, 'The device read: 6 of hearts.'],
    [{ type: 'sure', conf: 705, at_least: 950 }, 'The device is 70.5 % sure, and has to be 95 % sure.'],
    [{ type: 'slot', slot: 'B2' }, 'The device expects it at Banker 2.'],
    [{ type: 'shoe', label: 'BOX-0118', decks: 8, seal: null }, 'Loaded: BOX-0118, 8 decks.'],
    [{ type: 'shoe', label: 'BOX-1', decks: 1, seal: null }, 'Loaded: BOX-1, 1 deck.'],
    [{ type: 'missed', count: 1 }, '1 thing passed unread.'],
    [{ type: 'missed', count: 3 }, '3 things passed unread.'],
    [{ type: 'late', count: 1 }, 'Check the card that came late.'],
    [{ type: 'late', count: 4 }, 'Check 4 cards that came late.'],
    [{ type: 'outcome', outcome: 'tie' }, 'The device says: Tie.'],
    [
      { type: 'differs', missing: [KINGS], extra: [{ card: '2c', count: 2 }], unseen: 1 },
      'Missing: 1 × king of spades. Too many: 2 × 2 of clubs. Not seen by anybody: 1 card.',
    ],
    [{ type: 'differs', missing: [KINGS], extra: [], unseen: 0 }, 'Missing: 1 × king of spades.'],
  ])('says %j', (fact, text) => {
    expect(factText(fact)).toBe(text);
  });

  it('counts the rest of a long list', () => {
    const missing = ['2', '3', '4', '5', '6', '7', '8', '9'].map((rank) => ({ card: `${rank}h`, count: 2 }));
    const text = factText({ type: 'differs', missing, extra: [], unseen: 0 });
    expect(text).toContain('2 × 7 of hearts and 4 other cards.');
    expect(text).not.toContain('8 of hearts');
  });

  it('leaves out a fact that is newer than the page', () => {
    const newer = { type: 'weather' } as unknown as FindingFact;
    expect(factTexts([newer, { type: 'missed', count: 2 }])).toEqual(['2 things passed unread.']);
  });
});

it('says of a copy of a card where it lay and who read it', () => {
  const round = { shoe_no: 4, round_no: 2 };
  const record = { device_id: 1, n: 41 };
  expect(copyText({ round, slot: 'B2', record })).toBe('Round 2, Banker 2: record no. 41 of device 1');
  expect(copyText({ round, slot: 'burn', record: null })).toBe('Round 2, burned: by people');
  const first = { shoe_no: 4, round_no: 0 };
  expect(copyText({ round: first, slot: 'burn', record })).toBe(
    'Before the first round, burned: record no. 41 of device 1',
  );
});
