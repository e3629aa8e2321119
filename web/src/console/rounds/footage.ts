// Where in a recording something is: between the clock of the house and the seconds of a player. Pure.
import type { CardSlot, DealtCard, RecordedSpan, VideoMark } from '$lib/wire/messages';

/** How many frames a second are recorded. */
export const FRAMES = 25;
/** How long before a mark the player begins, so that the hand is seen that draws the card. */
const BEFORE_MS = 1_000;
/** How much follows a mark where a part ends at it, so that the part shows what happened there. */
export const AFTER_MS = 1_000;
/** How near a moment is to a mark that is meant by it: a few frames. */
const NEAR_MS = 120;

/** How much is shown before a finding, and after it. */
const BEFORE_FINDING_MS = 15_000;
const AFTER_FINDING_MS = 10_000;
/** How long a segment takes until it is written. */
const WRITTEN_MS = 2_000;

/** A part of a film that plays without a gap, as a player knows it. */
export interface Piece {
  /** Where it begins in the film, in seconds. */
  readonly start: number;
  /** How long it is, in seconds. */
  readonly duration: number;
  /** When it begins by the clock; null where nobody knows. */
  readonly programDateTime: number | null;
}

/** The second of the film that shows a moment; in a gap, the first one after it. Null where nothing is recorded. */
export function secondOf(pieces: readonly Piece[], at: number): number | null {
  for (const { start, duration, programDateTime } of pieces) {
    if (programDateTime !== null && at < programDateTime + duration * 1_000) {
      return start + Math.max(0, at - programDateTime) / 1_000;
    }
  }
  const last = pieces.at(-1);
  return last === undefined ? null : last.start + last.duration;
}

/** The moment that a second of the film shows; null where nobody knows. */
export function momentOf(pieces: readonly Piece[], second: number): number | null {
  const piece = pieces.findLast(({ start }) => start <= second) ?? pieces[0];
  return piece === undefined || piece.programDateTime === null
    ? null
    : piece.programDateTime + (second - piece.start) * 1_000;
}

/** When the player begins: shortly before the first card; before the first mark in a round without cards. */
export function opensAt(marks: readonly VideoMark[], span: RecordedSpan): number {
  const first = marks.find(({ what }) => what === 'card') ?? marks[0];
  return Math.max(span.from, (first?.at ?? span.from) - BEFORE_MS);
}

/** The part of a recording that shows what led to a finding, and a little after it, as far as it is written by now. */
export function aroundFinding(at: number, now: number): RecordedSpan {
  return {
    from: at - BEFORE_FINDING_MS,
    to: Math.max(at, Math.min(at + AFTER_FINDING_MS, now - WRITTEN_MS)),
  };
}

/** A moment by UTC as a field of date and time has it, to the second. */
export function utcText(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** The moment that such a field says by UTC; null where it says none. */
export function readUtc(text: string): number | null {
  const at = Date.parse(`${text}Z`);
  return Number.isNaN(at) ? null : at;
}

/** A time of the day by UTC, to a tenth of a second. */
export function clockText(at: number): string {
  return new Date(at).toISOString().slice(11, 21);
}

/** A film, and the part of it that was marked before; null for none. */
interface Marked {
  readonly span: RecordedSpan;
  readonly marks: readonly VideoMark[];
  readonly before: RecordedSpan | null;
}

/**
 * The part that begins at a moment of a film, or ends there; an end before the beginning moves the other one. An end at a
 * mark lies a little after it.
 */
export function markedPart(
  { span: film, marks, before }: Marked,
  edge: 'from' | 'to',
  at: number,
): RecordedSpan {
  const { from, to } = before ?? film;
  const mark = edge === 'to' ? marks.findLast((one) => Math.abs(one.at - at) <= NEAR_MS) : undefined;
  const meant = mark === undefined ? at : mark.at + AFTER_MS;
  const moment = Math.round(Math.min(Math.max(meant, film.from), film.to));
  if (edge === 'from') {
    const begins = Math.min(moment, film.to - 1);
    return { from: begins, to: to > begins ? to : film.to };
  }
  const ends = Math.max(moment, film.from + 1);
  return { from: from < ends ? from : film.from, to: ends };
}

/**
 * Where the card of each mark lies, as the server dealt the round: null for a mark of no card, and for all where the cards
 * of the marks are not just those of the round, or could be two parts of it.
 */
export function placesOf(
  marks: readonly VideoMark[],
  deal: readonly DealtCard[],
): readonly (CardSlot | null)[] {
  const slots = deal.map(({ side }, index): CardSlot => {
    const before = deal.slice(0, index).filter((dealt) => dealt.side === side).length;
    return `${side === 'player' ? 'P' : 'B'}${String(before + 1)}` as CardSlot;
  });
  const cards = marks.filter(({ what }) => what === 'card').map(({ which }) => which);
  const starts = deal
    .map((_, start) => start)
    .filter((from) => cards.every((card, index) => deal[from + index]?.card === card));
  const [start = 0] = starts;
  let seen = 0;
  return marks.map(({ what }) => {
    if (what !== 'card') {
      return null;
    }
    seen += 1;
    return starts.length === 1 ? (slots[start + seen - 1] ?? null) : null;
  });
}
