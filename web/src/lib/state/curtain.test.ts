// What is behind the curtain comes out in order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Curtain } from './curtain';

describe('a curtain', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets everything pass while it is up', () => {
    const seen: string[] = [];
    new Curtain().pass(() => seen.push('card'));
    expect(seen).toEqual(['card']);
  });

  it('keeps what comes while it is down, and the order of it', () => {
    const seen: string[] = [];
    const curtain = new Curtain();
    curtain.pass(() => {
      curtain.hold(600, () => seen.push('result'));
    });
    curtain.pass(() => seen.push('payout'));
    curtain.pass(() => seen.push('balance'));
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(600);
    expect(seen).toEqual(['result', 'payout', 'balance']);
  });

  it('may fall again behind what it kept', () => {
    const seen: string[] = [];
    const curtain = new Curtain();
    curtain.hold(100, () => seen.push('one'));
    curtain.pass(() => {
      curtain.hold(100, () => seen.push('two'));
    });
    curtain.pass(() => seen.push('three'));
    vi.advanceTimersByTime(100);
    expect(seen).toEqual(['one']);
    vi.advanceTimersByTime(100);
    expect(seen).toEqual(['one', 'two', 'three']);
  });
});
