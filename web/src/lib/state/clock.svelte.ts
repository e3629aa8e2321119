// The server's time, estimated from the local clock and the server's answers. All countdowns use it.
// The answer with the shortest round trip counts most.

const TICK_MS = 200;
/** A measurement older than this is replaced by any newer one. */
const STALE_MS = 60_000;

export class Clock {
  /** The server's time, in milliseconds since the epoch; updated five times a second. */
  now = $state(Date.now());
  #offset = 0;
  #quality = { roundTripMs: Number.POSITIVE_INFINITY, at: 0 };

  start(): void {
    setInterval(() => {
      this.now = Date.now() + this.#offset;
    }, TICK_MS);
  }

  /** Corrects the clock by an answer of the server and the time that it took. */
  sync(serverNow: number, roundTripMs: number): void {
    const localNow = Date.now();
    const stale = localNow - this.#quality.at > STALE_MS;
    if (!stale && roundTripMs > this.#quality.roundTripMs) {
      return;
    }
    this.#quality = { roundTripMs, at: localNow };
    this.#offset = Math.round(serverNow + roundTripMs / 2 - localNow);
    this.now = localNow + this.#offset;
  }
}

/** The seconds until a moment, rounded up: 0 only when it has passed. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
