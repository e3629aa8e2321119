// What the console says of the phase of a table.
import { describe, expect, it } from 'vitest';
import { hasNoShoe, phaseText } from './phase';

const live = { waits_for: 'device', finding: null, free_round: false };
const shuffling = { name: 'shuffling' } as const;

describe('a table before its first shoe', () => {
  it('shuffles only where the clock deals', () => {
    expect(phaseText({ phase: shuffling })).toBe('Shuffling');
    expect(hasNoShoe({ phase: shuffling })).toBe(false);
    expect(phaseText({ phase: shuffling, live })).toBe('No shoe in play');
    expect(hasNoShoe({ phase: shuffling, live })).toBe(true);
  });
});

describe('the phase of a round', () => {
  it('asks nobody to bet', () => {
    const betting = { name: 'betting', closes_at: 0 } as const;
    expect(phaseText({ phase: betting, live })).toBe('Bets open');
    expect(hasNoShoe({ phase: betting, live })).toBe(false);
  });
});
