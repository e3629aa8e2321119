// How long a card takes from the shoe until it has turned, by the time until the table's next step. Pure.
// However long that is, the card has turned before that step.

/** The times of one card, in milliseconds. */
export interface Pace {
  /** From the shoe to its place. */
  readonly flyMs: number;
  /** From the shoe until it begins to turn. */
  readonly coverMs: number;
  /** From then until it has turned. */
  readonly turnMs: number;
}

const FLY_MS = 320;
const TURN_MS = 300;
/** With less time than this until the next step, nobody can turn a card by hand. */
const LEAST_BY_HAND_MS = 600;
/** A longer time until the next step is that of a result, most of which belongs to the result. */
const LONG_MS = 1_500;
const MOST_COVERED_MS = 3_200;

/** Whether there is time to turn a card by hand. */
export function allowsHand(untilNextMs: number): boolean {
  return untilNextMs >= LEAST_BY_HAND_MS;
}

/** The times of a card when the next step is due in `untilNextMs`. */
export function paceOf(untilNextMs: number, byHand: boolean): Pace {
  const share = Math.max(0, untilNextMs) * 0.3;
  const flyMs = Math.round(Math.min(FLY_MS, share));
  const turnMs = Math.round(Math.min(TURN_MS, share));
  const slow = 0.6 * Math.min(untilNextMs, LONG_MS) + 0.25 * Math.max(0, untilNextMs - LONG_MS);
  const coverMs =
    byHand && allowsHand(untilNextMs)
      ? Math.min(MOST_COVERED_MS, Math.round(slow))
      : Math.round(flyMs * 0.75);
  return { flyMs, coverMs, turnMs };
}
