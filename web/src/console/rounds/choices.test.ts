// Which rulings are offered for a round, and what is sent.
import { describe, expect, it } from 'vitest';
import type { Rulable } from '$lib/wire/messages';
import { choicesOf, evidenceOf, rulingOf } from './choices';
import type { Choice } from './choices';

const CARDS = ['9h', 'Kd', 'Ks', '3c'];
const readings = { kind: 'readings', at_least: 5, at_most: 5 } as const;

describe('the choice of a ruling', () => {
  it('is offered only where the cards of the shoe allow it', () => {
    const cases: [string, Rulable, Choice[]][] = [
      ['player', { kind: 'order', cards: [] }, ['void']],
      ['player', { kind: 'order', cards: CARDS }, ['void', 'order']],
      ['voided', { kind: 'order', cards: CARDS }, ['order']],
      ['voided', { kind: 'order', cards: [] }, []],
      ['banker', readings, ['void', 'cards']],
      ['voided', readings, ['cards']],
      ['tie', { kind: 'any' }, ['void', 'cards']],
    ];
    for (const [outcome, rulable, expected] of cases) {
      expect(choicesOf({ outcome, rulable })).toEqual(expected);
    }
  });

  it('sends the dealt cards of a shuffled shoe, and surplus only of cards that a device read', () => {
    const typed = { cards: ['2h'], surplus: ['2d'] };
    const order = { rulable: { kind: 'order' as const, cards: CARDS } };
    expect(rulingOf('void', order, typed)).toEqual({ kind: 'void' });
    expect(rulingOf('order', order, typed)).toEqual({ kind: 'cards', cards: CARDS, surplus: [] });
    expect(rulingOf('cards', { rulable: readings }, typed)).toEqual({ kind: 'cards', ...typed });
    expect(rulingOf('cards', { rulable: { kind: 'any' } }, typed)).toEqual({
      kind: 'cards',
      cards: ['2h'],
      surplus: [],
    });
  });
});

describe('the recording', () => {
  it('is left out when nothing was typed, and sent as times and a digest', () => {
    expect(evidenceOf('', ' ', '')).toBeNull();
    const from = '2026-03-02T10:00:00.250';
    const sent = evidenceOf(from, '2026-03-02T10:01', ' AB12 ');
    expect(sent).toEqual({
      from: new Date(from).getTime(),
      to: new Date('2026-03-02T10:01').getTime(),
      digest: 'ab12',
    });
    expect(evidenceOf('', '', 'ab')).toEqual({ from: 0, to: 0, digest: 'ab' });
  });
});
