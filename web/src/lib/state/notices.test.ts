// Announcements of the same moment are read together, and none is lost.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('announcements', () => {
  it('of one moment are read together, in their order', () => {
    const notices = new Notices();
    notices.announce('Player wins 8 to 7.');
    notices.announce('You won 20.00');
    vi.advanceTimersByTime(200);
    expect(notices.announcement).toEqual({ texts: ['Player wins 8 to 7.', 'You won 20.00'], no: 1 });
    notices.show('Reconnected.');
    vi.advanceTimersByTime(200);
    expect(notices.announcement).toEqual({ texts: ['Reconnected.'], no: 2 });
  });

  it('that say the same twice are two', () => {
    const notices = new Notices();
    for (const no of [1, 2]) {
      notices.announce('No more bets.');
      vi.advanceTimersByTime(200);
      expect(notices.announcement).toEqual({ texts: ['No more bets.'], no });
    }
  });
});
