// Each change of the stage makes its sound, once.
import { describe, expect, it } from 'vitest';
import { cuesBetween, type Heard } from './cues';

const BETTING: Heard = {
  round: '1/7',
  phase: 'betting',
  cards: 0,
  isTurning: false,
  isLastCall: false,
  chips: 0,
  hasWon: false,
};

describe('the sounds of a change', () => {
  it.each<[string, Partial<Heard>, Partial<Heard>, string[]]>([
    ['a chip', {}, { chips: 100 }, ['chip']],
    ['a chip taken back', { chips: 100 }, {}, []],
    ['a chip that is confirmed', { chips: 100 }, { chips: 100 }, []],
    ['the last call', {}, { isLastCall: true }, ['last_call']],
    ['the close', { isLastCall: true }, { phase: 'closed' }, ['close']],
    ['a card', { phase: 'closed' }, { phase: 'dealing', cards: 1 }, ['card']],
    [
      'a card that turns',
      { phase: 'dealing', cards: 1 },
      { phase: 'dealing', cards: 1, isTurning: true },
      ['turn'],
    ],
    ['a win', { phase: 'settled', cards: 4 }, { phase: 'settled', cards: 4, hasWon: true }, ['win']],
    ['the chips of the last round', { chips: 100, phase: 'settled' }, { round: '1/8' }, []],
    ['a rebet', { chips: 100, phase: 'settled' }, { round: '1/8', chips: 100 }, ['chip']],
    ['another round under way', {}, { round: '1/9', phase: 'dealing', cards: 3 }, []],
  ])('%s', (_, before, now, cues) => {
    expect(cuesBetween({ ...BETTING, ...before }, { ...BETTING, ...now })).toEqual(cues);
  });
});
