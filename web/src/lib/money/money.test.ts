// Amounts and chips, as aligned tables.
import { describe, expect, it } from 'vitest';
import { stackOf, trayOf } from './chips';
import { chipLabel, formatMinor, formatShare, formatShort, parseMinor, sum, toDecimal } from './money';

describe('amounts', () => {
  it.each([
    [0, 2, '0.00'],
    [5, 2, '0.05'],
    [19_500, 2, '195.00'],
    [-19_501, 2, '-195.01'],
    [7, 0, '7'],
    [123_456, 4, '12.3456'],
  ])('%d with %d decimals is %s', (minor, decimals, text) => {
    expect(toDecimal(minor, decimals)).toBe(text);
  });

  it('are exact beyond what a fraction in binary can hold', () => {
    expect(formatMinor(9_007_199_254_740_991, 2, 'en')).toBe('90,071,992,547,409.91');
  });

  it('follow the locale of the reader', () => {
    expect(formatMinor(195_050, 2, 'de')).toBe('1.950,50');
    expect(formatShort(500_000, 2, 'en')).toBe('5,000');
    expect(formatShort(500_050, 2, 'en')).toBe('5,000.50');
  });

  it('add up', () => {
    expect(sum([])).toBe(0);
    expect(sum([1_000, 2_500])).toBe(3_500);
  });
});

describe('shares', () => {
  it('are percentages by the reader’s locale', () => {
    expect(formatShare([1, 2], 'en')).toBe('50%');
    expect(formatShare([9, 10], 'en')).toBe('90%');
  });
});

describe('chip labels', () => {
  it.each([
    [50, '0.50'],
    [95_000, '950'],
    [99_999, '999'],
    [195_000, '1.9K'],
    [200_000, '2K'],
    [1_234_500, '12.3K'],
    [18_500_000, '185K'],
    [99_999_900, '999K'],
    [120_000_000, '1.2M'],
  ])('%d reads %s', (minor, label) => {
    expect(chipLabel(minor, 2)).toBe(label);
  });
});

describe('what somebody types', () => {
  it.each([
    ['250', 2, 25_000],
    ['99.5', 2, 9_950],
    ['99,50', 2, 9_950],
    [' 1 000 ', 2, 100_000],
    ['0', 2, 0],
    ['0.07', 2, 7],
    ['90', 0, 90],
    ['', 2, null],
    ['-5', 2, null],
    ['1,000', 2, null],
    ['1.234', 2, null],
    ['90.5', 0, null],
    ['ten', 2, null],
    ['1e3', 2, null],
  ])('%j with %d decimals is %s minor units', (text, decimals, minor) => {
    expect(parseMinor(text, decimals)).toBe(minor);
  });
});

describe('chips', () => {
  it('are only offered up to the limit', () => {
    const ids = (lowest: number, largest: number, own?: string) =>
      trayOf({ lowest, largest }, 2, own).map((chip) => chip.id);
    expect(ids(100, 10_000)).toEqual(['1', '5', '10', '50', '100']);
    expect(ids(100, 500_000).at(-1), 'up to the maximum').toBe('5000');
    expect(ids(5_000, 12_000_000)).toEqual(['50', '100', '500', '1000', '5000', '10000', '50000', '100000']);
    expect(ids(100, 1_000, '2.50')).toEqual(['1', '5', '10', 'own']);
    expect(trayOf({ lowest: 100, largest: 1_000 }, 2, '2.50').at(-1)?.minor).toBe(250);
    expect(ids(100, 1_000, '2.555'), 'not in this currency').toEqual(['1', '5', '10']);
  });

  it('stack from the largest down and never higher than asked', () => {
    expect(stackOf(16_600, 2).map((chip) => chip.major)).toEqual([100, 50, 10, 5, 1]);
    expect(stackOf(99_900, 2, 3).map((chip) => chip.major)).toEqual([500, 100, 100]);
    expect(stackOf(50, 2)).toHaveLength(1);
    expect(stackOf(0, 2)).toEqual([]);
  });
});
