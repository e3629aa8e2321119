// The texts: filled in, and never more than the server's ids ask for.
import { describe, expect, it } from 'vitest';
import { oddsText } from './odds';
import { isKey, named, t } from './t';

describe('t', () => {
  it('fills every hole of a text', () => {
    expect(t('result.banker', { high: 7, low: 5 })).toBe('Banker wins 7 to 5');
  });

  it('leaves a text without holes as it is', () => {
    expect(t('phase.dealing')).toBe('Dealing');
  });

  it('names an id of the server, or falls back to what the server calls it', () => {
    expect(named('spot', 'lucky_6', 'x')).toBe('Lucky 6');
    expect(named('spot', 'spot_of_next_year', 'Next Year')).toBe('Next Year');
    expect(isKey('toString')).toBe(false);
  });
});

describe('odds', () => {
  it('to one say so, those with the stake stay as they are', () => {
    expect(oddsText(['0.95'])).toBe('0.95 : 1');
    expect(oddsText(['x13', 'x21'])).toBe('x13 / x21');
  });
});
