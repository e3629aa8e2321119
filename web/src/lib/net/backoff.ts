// The wait before the next attempt to connect. Pure; the randomness is passed in.

const FIRST_MS = 400;
const LONGEST_MS = 15_000;

/**
 * Milliseconds before try number `attempt`, from 0: doublingMove up to a bound, and between half and all of it,
 * so that many clients do not come back in one moment. `random` is from 0 up to 1.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full / 2 + (full / 2) * random);
}
