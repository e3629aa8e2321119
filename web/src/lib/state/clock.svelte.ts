// The server's time on this page: all countdowns follow it. It reads the local clock and corrects it by what
// the server said, trusting the quickest answers most.

const TICK_MS = 200;
/** After so long a measurement is worth no more than any other. */
const STALE_MS = 60_000;

export class Clock {
  /** The server's clock now, in milliseconds since the epoch; moves five times a second. */
  now = $state(Date.now());
  #offset = 0;
  #quality = { roundTripMs: Number.POSITIVE_INFINITY, at: 0 };

  start(): void {
    setInterval(() => {
      this.now = Date.now() + this.#offset;
    }, TICK_MS);
  }

  /** The server said that its clock is at `serverNow`; asking took that long. */
  sync(serverNow: number, roundTripMs: number): void {
    const here = Date.now();
    const stale = here - this.#quality.at > STALE_MS;
    if (!stale && roundTripMs > this.#quality.roundTripMs) {
      return;
    }
    this.#quality = { roundTripMs, at: here };
    this.#offset = Math.round(serverNow + roundTripMs / 2 - here);
    this.now = here + this.#offset;
  }
}

/** Whole seconds left until a moment, rounded up: 0 only when it is over. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
