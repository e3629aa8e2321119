// Sums of the console are exact, however large they are, and signs are what they say.
import { describe, expect, it } from 'vitest';
import { decimalOf, edgeText, longest, parseSigned, share, signedSum, sumText } from './amounts';

describe('a sum', () => {
  it('is written exactly, beyond the whole numbers of JSON readers', () => {
    expect(decimalOf('-5', 2)).toBe('-0.05');
    expect(decimalOf('7', 0)).toBe('7');
    expect(sumText('90071992547409931', 2)).toBe('900,719,925,474,099.31');
    expect([signedSum('0', 2), signedSum('1', 2), signedSum('-1', 2)]).toEqual(['0.00', '+0.01', '−0.01']);
  });

  it('has a bar by the longest of all', () => {
    expect(longest(['5', '-20', '0'])).toBe(20n);
    expect([share('5', 20n), share('-20', 20n), share('3', 0n)]).toEqual([25, 100, 0]);
  });
});

describe('an amount that somebody typed', () => {
  it('may have a sign, and no more decimals than its currency', () => {
    expect(['12', '+1.5', '-0,05', '−3', '1.234', 'x', ''].map((text) => parseSigned(text, 2))).toEqual([
      1200,
      150,
      -5,
      -300,
      null,
      null,
      null,
    ]);
  });
});

describe('an edge', () => {
  it('is a share of the stake', () => {
    expect([edgeText('0.0123508123'), edgeText('-0.0010000000')]).toEqual(['1.235%', '−0.100%']);
  });
});
