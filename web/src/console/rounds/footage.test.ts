import { describe, expect, it } from 'vitest';
import { clockText, momentOf, markedPart, opensAt, secondOf, type Piece } from './footage';

const AT = 1_772_355_900_000;
/** Two seconds, a gap of three seconds, and one second. */
const PIECES: Piece[] = [
  { start: 0, duration: 1, programDateTime: AT },
  { start: 1, duration: 1, programDateTime: AT + 1_000 },
  { start: 2, duration: 1, programDateTime: AT + 5_000 },
];

describe('a moment in a film', () => {
  it('is found by the clock, over a gap', () => {
    expect(secondOf(PIECES, AT + 400)).toBe(0.4);
    expect(secondOf(PIECES, AT + 1_999)).toBe(1.999);
    expect(secondOf(PIECES, AT + 5_250)).toBe(2.25);
  });

  it('in a gap is the first one after it', () => {
    expect(secondOf(PIECES, AT + 3_000)).toBe(2);
    expect(secondOf(PIECES, AT - 9_000)).toBe(0);
    expect(secondOf(PIECES, AT + 60_000)).toBe(3);
    expect(secondOf([], AT)).toBeNull();
  });

  it('is read back from the second that shows it', () => {
    for (const at of [AT, AT + 400, AT + 1_999, AT + 5_250]) {
      expect(momentOf(PIECES, secondOf(PIECES, at) ?? -1)).toBe(at);
    }
    expect(momentOf([], 1)).toBeNull();
  });
});

describe('the player', () => {
  const mark = (what: string, at: number) => ({ what, at, which: null });

  it('begins before the first card', () => {
    const span = { from: AT, to: AT + 60_000 };
    expect(opensAt([mark('opened', AT + 5_000), mark('card', AT + 20_000)], span)).toBe(AT + 19_000);
    expect(opensAt([mark('opened', AT + 5_000)], span)).toBe(AT + 4_000);
    expect(opensAt([mark('card', AT + 200)], span)).toBe(AT);
    expect(opensAt([], span)).toBe(AT);
  });

  it('shows times to a tenth of a second', () => {
    expect(clockText(AT + 12_345)).toBe('09:05:12.3');
  });
});

describe('the part that is marked', () => {
  const film = { from: 1_000, to: 9_000 };

  it('begins or ends where the film stands', () => {
    const begun = markedPart(film, null, 'from', 2_000.4);
    expect(begun).toEqual({ from: 2_000, to: 9_000 });
    expect(markedPart(film, begun, 'to', 3_000)).toEqual({ from: 2_000, to: 3_000 });
  });

  it('never ends before it begins, and stays in the film', () => {
    const part = { from: 4_000, to: 5_000 };
    expect(markedPart(film, part, 'from', 6_000)).toEqual({ from: 6_000, to: 9_000 });
    expect(markedPart(film, part, 'to', 3_000)).toEqual({ from: 1_000, to: 3_000 });
    expect(markedPart(film, part, 'from', 99_000)).toEqual({ from: 8_999, to: 9_000 });
    expect(markedPart(film, part, 'to', 0)).toEqual({ from: 1_000, to: 1_001 });
  });
});
