// Which rulings are offered for a round, and what is sent.
import { describe, expect, it } from 'vitest';
import type { Rulable } from '$lib/wire/messages';
import { choicesOf, evidenceOf, onlyChoiceOf, rulingOf } from './choices';
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

  it('is made for nobody who has another one', () => {
    expect(onlyChoiceOf({ outcome: 'player', rulable: { kind: 'order', cards: [] } })).toBe('void');
    expect(onlyChoiceOf({ outcome: 'voided', rulable: readings })).toBe('cards');
    expect(onlyChoiceOf({ outcome: 'banker', rulable: readings })).toBeNull();
    expect(onlyChoiceOf({ outcome: 'voided', rulable: { kind: 'order', cards: [] } })).toBeNull();
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

describe('the part of the recording', () => {
  const span = { from: 1_000, to: 9_000 };
  const video = { span, recorded: 'part' };
  const order = { kind: 'order', cards: CARDS } as const;

  it('is the whole round where a device read the cards, unless another one was marked', () => {
    expect(evidenceOf({ rulable: readings }, video, null)).toEqual(span);
    const marked = { from: 2_000, to: 3_000 };
    expect(evidenceOf({ rulable: readings }, video, marked)).toEqual(marked);
    expect(evidenceOf({ rulable: order }, video, null)).toBeNull();
    expect(evidenceOf({ rulable: order }, video, marked)).toEqual(marked);
  });

  it('is none where nothing was recorded, or nobody has looked', () => {
    for (const nothing of [null, { span, recorded: 'none' }]) {
      expect(evidenceOf({ rulable: readings }, nothing, span)).toBeNull();
    }
  });
});
