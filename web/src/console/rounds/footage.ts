// Where in a recording something is: between the clock of the house and the seconds of a player. Pure.
import type { RecordedSpan, VideoMark } from '$lib/wire/messages';

/** How many frames a second are recorded. */
export const FRAMES = 25;
/** How long before a mark the player begins, so that the hand is seen that draws the card. */
const BEFORE_MS = 1_000;

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

/** A time of the day by UTC, to a tenth of a second. */
export function clockText(at: number): string {
  return new Date(at).toISOString().slice(11, 21);
}

/** The part that begins at a moment of a film, or ends there; an end before the beginning moves the other one. */
export function markedPart(
  film: RecordedSpan,
  before: RecordedSpan | null,
  edge: 'from' | 'to',
  at: number,
): RecordedSpan {
  const { from, to } = before ?? film;
  const moment = Math.round(Math.min(Math.max(at, film.from), film.to));
  if (edge === 'from') {
    const begins = Math.min(moment, film.to - 1);
    return { from: begins, to: to > begins ? to : film.to };
  }
  const ends = Math.max(moment, film.from + 1);
  return { from: from < ends ? from : film.from, to: ends };
}
