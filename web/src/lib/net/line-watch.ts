// Judges from pings and their answers whether the line to the server is alive. Pure: the time is passed in.

/** What the line is: it answers, it answers late, or it does not answer any more. */
export type LineState = 'good' | 'slow' | 'dead';

/** After so long without a message a page at a table pings, so that a dead line is seen while bets are open. */
const QUIET_AT_TABLE_MS = 1_500;
const QUIET_ELSEWHERE_MS = 10_000;
/** A ping that waits longer makes the line slow. */
const SLOW_MS = 1_500;
/** A ping that waits longer, without any other message meanwhile, makes the line dead. */
const FIRST_PATIENCE_MS = 4_000;
const LONGEST_PATIENCE_MS = 8_000;
/** While other messages arrive, a ping may wait so many times as long: much may lie ahead of its answer. */
const BUSY_FACTOR = 3;
/** A check so long after the one before says nothing: the page stood still, not the line. */
const STOOD_STILL_MS = 2_500;

export class LineWatch {
  #heardAt = 0;
  #checkedAt = 0;
  /** When the oldest ping without an answer was sent. */
  #waitsSince: number | null = null;
  /** Grows with each line that died, so that a line that is only slow is kept in the end. */
  #patienceMs = FIRST_PATIENCE_MS;

  /** A connection is being made; its first message is the answer that is waited for. */
  opened(now: number): void {
    this.#heardAt = now;
    this.#waitsSince = now;
  }

  /** A message arrived. */
  heard(now: number): void {
    this.#heardAt = now;
  }

  pinged(now: number): void {
    this.#waitsSince ??= now;
  }

  /** The newest ping was answered, or the connection was made. */
  answered(now: number): void {
    if (this.#waitsSince !== null && now - this.#waitsSince < SLOW_MS) {
      this.#patienceMs = FIRST_PATIENCE_MS;
    }
    this.#waitsSince = null;
  }

  /** Whether it is time to ping. */
  isPingDue(now: number, isAtTable: boolean): boolean {
    const quiet = isAtTable ? QUIET_AT_TABLE_MS : QUIET_ELSEWHERE_MS;
    return this.#waitsSince === null && now - this.#heardAt >= quiet;
  }

  get isWaiting(): boolean {
    return this.#waitsSince !== null;
  }

  /** Judges the line. A dead one gets more patience the next time. */
  check(now: number): LineState {
    const stoodStill = now - this.#checkedAt > STOOD_STILL_MS;
    this.#checkedAt = now;
    if (this.#waitsSince === null) {
      return 'good';
    }
    const waits = now - this.#waitsSince;
    const silent = waits > this.#patienceMs && now - this.#heardAt > this.#patienceMs;
    if (!stoodStill && (silent || waits > BUSY_FACTOR * this.#patienceMs)) {
      this.#patienceMs = Math.min(LONGEST_PATIENCE_MS, this.#patienceMs * 2);
      return 'dead';
    }
    return waits > SLOW_MS ? 'slow' : 'good';
  }
}
