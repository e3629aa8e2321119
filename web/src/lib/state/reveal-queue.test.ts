// The queue holds items back and keeps their order.
import { describe, expect, it } from 'vitest';
import { RevealQueue } from './reveal-queue';

function queue(): { waiting: Set<string>; seen: string[]; queue: RevealQueue<string> } {
  const waiting = new Set<string>();
  const seen: string[] = [];
  return {
    waiting,
    seen,
    queue: new RevealQueue(
      (item) => waiting.has(item),
      (item) => seen.push(item),
    ),
  };
}

describe('a reveal queue', () => {
  it('delivers an item at once while nothing waits', () => {
    const { queue: one, seen } = queue();
    one.add('card');
    expect(seen).toEqual(['card']);
  });

  it('holds the items behind one that waits, in order', () => {
    const { queue: one, seen, waiting } = queue();
    waiting.add('result');
    one.add('result');
    one.add('payout');
    one.add('balance');
    expect(seen).toEqual([]);
    waiting.clear();
    one.release();
    expect(seen).toEqual(['result', 'payout', 'balance']);
  });

  it('holds again what follows an item that still waits', () => {
    const { queue: one, seen, waiting } = queue();
    waiting.add('one').add('two');
    ['one', 'two', 'three'].forEach((item) => {
      one.add(item);
    });
    waiting.delete('one');
    one.release();
    expect(seen).toEqual(['one']);
    waiting.clear();
    one.release();
    expect(seen).toEqual(['one', 'two', 'three']);
  });
});
