import { describe, expect, it } from 'vitest';
import { EMPTY, isWhole, pressed, type Pad } from './pin-pad';

const typed = (...keys: readonly string[]): Pad => keys.reduce(pressed, EMPTY);

describe('the pad of number and PIN', () => {
  it('takes the number, then the PIN, and no seventh digit', () => {
    const pad = typed(...'12', 'Enter', ...'4029179');
    expect(pad).toEqual({ field: 'pin', number: '12', pin: '402917' });
    expect(isWhole(pad)).toBe(true);
  });

  it('is not whole before all of it is there', () => {
    expect(isWhole(typed(...'7', 'Enter', ...'40291'))).toBe(false);
    expect(isWhole(typed('0', 'Enter', ...'402917'))).toBe(false);
    expect(typed('Enter')).toEqual(EMPTY);
  });

  it('takes digits back, and from an empty PIN goes back to the number', () => {
    expect(typed('7', '8', 'Backspace').number).toBe('7');
    expect(typed('7', 'Enter', '4', 'Backspace')).toEqual({ field: 'pin', number: '7', pin: '' });
    expect(typed('7', 'Enter', 'Backspace').field).toBe('number');
  });

  it('ignores every other key', () => {
    const pad = typed('7', 'Enter', '4');
    for (const key of ['a', ' ', '.', '٣', 'ArrowLeft', '12']) {
      expect(pressed(pad, key), key).toEqual(pad);
    }
  });
});
