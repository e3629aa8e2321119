// The queue delays actions and keeps their order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RevealQueue } from './reveal-queue';

describe('a reveal queue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs an action at once while nothing is delayed', () => {
    const ran: string[] = [];
    new RevealQueue().run(() => ran.push('card'));
    expect(ran).toEqual(['card']);
  });

  it('queues the actions behind a delayed one, in order', () => {
    const ran: string[] = [];
    const queue = new RevealQueue();
    queue.run(() => {
      queue.delay(600, () => ran.push('result'));
    });
    queue.run(() => ran.push('payout'));
    queue.run(() => ran.push('balance'));
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(600);
    expect(ran).toEqual(['result', 'payout', 'balance']);
  });

  it('can be delayed again by a queued action', () => {
    const ran: string[] = [];
    const queue = new RevealQueue();
    queue.delay(100, () => ran.push('one'));
    queue.run(() => {
      queue.delay(100, () => ran.push('two'));
    });
    queue.run(() => ran.push('three'));
    vi.advanceTimersByTime(100);
    expect(ran).toEqual(['one']);
    vi.advanceTimersByTime(100);
    expect(ran).toEqual(['one', 'two', 'three']);
  });
});
