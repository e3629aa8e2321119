// Texts are filled in, and unknown ids of the server fall back.
import { describe, expect, it } from 'vitest';
import { oddsText } from './odds';
import { isKey, named, t } from './t';

describe('t', () => {
  it('fills in every placeholder', () => {
    expect(t('result.banker', { high: 7, low: 5 })).toBe('Banker wins 7 to 5');
  });

  it('leaves a text without placeholders as it is', () => {
    expect(t('phase.dealing')).toBe('Dealing');
  });

  it('names an id of the server, or falls back to the server’s own name', () => {
    expect(named('spot', 'lucky_6', 'x')).toBe('Lucky 6');
    expect(named('spot', 'spot_of_next_year', 'Next Year')).toBe('Next Year');
    expect(isKey('toString')).toBe(false);
  });
});

describe('odds', () => {
  it('are written to one, unless they include the stake', () => {
    expect(oddsText(['0.95'])).toBe('0.95:1');
    expect(oddsText(['x13', 'x21'])).toBe('x13 / x21');
  });
});
