// The addresses of the console: what is open and what is searched survive a reload.
import { describe, expect, it } from 'vitest';
import { href, numberOf, offered, parse } from './address';

describe('the address of a place', () => {
  it('is read as it was written', () => {
    const address = href('rounds', [1, 4, 12], { table: '1', outcome: '' });
    expect(address).toBe('#/rounds/1/4/12?table=1');
    expect(parse(address)).toEqual({ section: 'rounds', parts: ['1', '4', '12'], query: { table: '1' } });
    expect(parse(href('log', [], { by: 'staff:3', kind: 'a b' })).query).toEqual({
      by: 'staff:3',
      kind: 'a b',
    });
  });

  it('that is not known is that of the tables', () => {
    for (const hash of ['', '#/', '#/nothing', '#tables/%']) {
      expect(parse(hash).section).toBe('tables');
    }
    expect(parse('#/tables/%').parts).toEqual(['%']);
  });

  it('has whole numbers only', () => {
    expect(['7', '', '1e3', '-1', undefined].map(numberOf)).toEqual([7, null, null, null, null]);
  });
});

describe('the sections', () => {
  it('have staff and devices only for those who have a use for them, and a digit each', () => {
    const sections = (mayReadStaff: boolean, hasLive: boolean) =>
      offered({ mayReadStaff, hasLive }).map(({ section, key }) => `${key} ${section}`);
    expect(sections(false, false).at(-1)).toBe('8 log');
    expect(sections(false, true).at(-1)).toBe('9 devices');
    expect(sections(true, true).slice(-2)).toEqual(['9 staff', '0 devices']);
  });
});
