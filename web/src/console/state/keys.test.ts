// Keys do what is on the screen, unless somebody writes, decides, or switched them off.
import { describe, expect, it, vi } from 'vitest';
import { keys } from './keys.svelte';

const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key', () => {
  it('does what was given to it last, as long as that is on the screen', () => {
    const [halt, hold] = [vi.fn(), vi.fn()];
    keys.bind({ key: 'h', label: 'Halt', run: halt });
    const release = keys.bind({ key: 'h', label: 'Hold', run: hold });
    expect(keys.press(key('H'), false)).toBe(true);
    release();
    expect(keys.press(key('h'), false)).toBe(true);
    expect([halt.mock.calls.length, hold.mock.calls.length]).toEqual([1, 1]);
    expect(keys.press(key('q'), false)).toBe(false);
  });

  it('does nothing while somebody writes, with Ctrl, or when keys are off', () => {
    const run = vi.fn();
    keys.bind({ key: 'v', label: 'Void', run });
    expect(keys.press(key('v'), true)).toBe(false);
    expect(keys.press(key('v', { ctrlKey: true }), false)).toBe(false);
    keys.turn(false);
    expect(keys.press(key('v'), false)).toBe(false);
    keys.turn(true);
    expect(run).not.toHaveBeenCalled();
  });

  it('opens the command bar everywhere with Ctrl+K', () => {
    expect(keys.press(key('k', { ctrlKey: true }), true)).toBe(true);
    expect(keys.shows).toBe('commands');
    expect(keys.press(key('?'), false)).toBe(true);
    expect(keys.shows).toBe('help');
  });
});
