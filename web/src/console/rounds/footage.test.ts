import { describe, expect, it } from 'vitest';
import {
  AFTER_MS,
  aroundFinding,
  clockText,
  markedPart,
  momentOf,
  opensAt,
  placesOf,
  readUtc,
  secondOf,
  type Piece,
  utcText,
} from './footage';

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
  const marks = [
    { what: 'card', at: 6_500, which: '6h' },
    { what: 'settled', at: 6_500, which: null },
    { what: 'card', at: 8_900, which: '8d' },
  ];
  const film = { span: { from: 1_000, to: 9_000 }, marks, before: null };

  it('begins or ends where the film stands', () => {
    const begun = markedPart(film, 'from', 2_000.4);
    expect(begun).toEqual({ from: 2_000, to: 9_000 });
    expect(markedPart({ ...film, before: begun }, 'to', 3_000)).toEqual({ from: 2_000, to: 3_000 });
  });

  it('shows the moment at which it ends, and begins just there', () => {
    for (const at of [6_460, 6_500, 6_540]) {
      expect(markedPart(film, 'to', at)).toEqual({ from: 1_000, to: 6_500 + AFTER_MS });
    }
    expect(markedPart(film, 'to', 8_900), 'as far as the film goes').toEqual({ from: 1_000, to: 9_000 });
    expect(markedPart(film, 'to', 7_000)).toEqual({ from: 1_000, to: 7_000 });
    expect(markedPart(film, 'from', 6_500)).toEqual({ from: 6_500, to: 9_000 });
  });

  it('never ends before it begins, and stays in the film', () => {
    const marked = { ...film, before: { from: 4_000, to: 5_000 } };
    expect(markedPart(marked, 'from', 6_000)).toEqual({ from: 6_000, to: 9_000 });
    expect(markedPart(marked, 'to', 3_000)).toEqual({ from: 1_000, to: 3_000 });
    expect(markedPart(marked, 'from', 99_000)).toEqual({ from: 8_999, to: 9_000 });
    expect(markedPart(marked, 'to', 0)).toEqual({ from: 1_000, to: 1_001 });
  });
});

describe('the place of the card of a mark', () => {
  const dealt = (side: 'player' | 'banker', card: string) => ({ side, card, total: 0 });
  const deal = [
    dealt('player', '3c'),
    dealt('banker', '4d'),
    dealt('player', '7s'),
    dealt('banker', '8c'),
    dealt('banker', '6h'),
  ];
  const card = (which: string) => ({ what: 'card', at: AT, which });
  const opened = { what: 'opened', at: AT, which: null };

  it('is where the server dealt it, in a part of the film, too', () => {
    const all = [opened, ...deal.map((one) => card(one.card))];
    expect(placesOf(all, deal)).toEqual([null, 'P1', 'B1', 'P2', 'B2', 'B3']);
    expect(placesOf([card('8c'), card('6h')], deal)).toEqual(['B2', 'B3']);
  });

  it('is not told where the film shows other cards, or could show either of two', () => {
    expect(placesOf([card('3c'), card('9h')], deal)).toEqual([null, null]);
    expect(placesOf([card('3c')], [...deal, dealt('player', '3c')])).toEqual([null]);
    expect(placesOf([card('3c')], [])).toEqual([null]);
  });
});

describe('the part around a finding', () => {
  it('goes from before it to a little after it, and not beyond what is written', () => {
    expect(aroundFinding(100_000, 500_000)).toEqual({ from: 85_000, to: 110_000 });
    expect(aroundFinding(100_000, 107_000)).toEqual({ from: 85_000, to: 105_000 });
    expect(aroundFinding(100_000, 100_500), 'it was just raised').toEqual({ from: 85_000, to: 100_000 });
  });
});

describe('a moment in a field', () => {
  it('is written and read by UTC', () => {
    const at = Date.UTC(2026, 2, 1, 9, 5, 7);
    expect(utcText(at)).toBe('2026-03-01T09:05:07');
    expect(readUtc(utcText(at))).toBe(at);
    expect(readUtc('2026-03-01T09:05'), 'a field leaves seconds of nothing out').toBe(at - 7_000);
    expect(readUtc('')).toBeNull();
  });
});
