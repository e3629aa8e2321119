import { describe, expect, it } from 'vitest';

import { groupDigits, percentText } from './odds';

describe('exact figures', () => {
  it.each([
    ['0.0105791000', '1.058%'],
    ['0.1435962553', '14.360%'],
    ['0.4585974226', '45.860%'],
    ['1.0000000000', '100.000%'],
    ['0.0000000000', '0.000%'],
    ['-0.0012345678', '-0.123%'],
    ['0.0000049999', '0.000%'],
    ['0.0000050000', '0.001%'],
  ])('writes %s as %s', (decimal, text) => {
    expect(percentText(decimal)).toBe(text);
  });

  it('groups the digits of numbers that a float would round', () => {
    expect(groupDigits('4998398275503360').replace(/\D/g, '')).toBe('4998398275503360');
  });
});
