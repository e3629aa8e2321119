// Follows how a live table stands: asks again and again for a status other than the last one. Knows no screen; a caller
// passes in how to ask, how to wait, what time it is, and who hears of it.
import { errorBody } from '../net/http';
import { backoffMs } from '../net/backoff';
import type { ErrorBody, LiveStatus } from '../wire/messages';

/** What following needs from outside. */
export interface Following {
  /** Asks for a status other than that of this version; for any with null. */
  ask(otherThan: string | null): Promise<LiveStatus>;
  /** Waits so many milliseconds; less when it is no longer followed. */
  wait(ms: number): Promise<void>;
  /** The time, in milliseconds. */
  now(): number;
  /** Whether it is still followed. */
  goesOn(): boolean;
  /** The table stands like this. */
  stands(status: LiveStatus): void;
  /** A question failed: what is known of the table may be old. */
  failed(problem: ErrorBody): void;
}

/** A server that stops answers at once with the status that is known. It is asked again only after so long. */
const PAUSE_MS = 1_000;

/** Follows a table until `goesOn` says no. A table without a live status is not asked again. */
export async function follow(following: Following): Promise<void> {
  let version: string | null = null;
  let failures = 0;
  while (following.goesOn()) {
    const askedAt = following.now();
    try {
      const status = await following.ask(version);
      failures = 0;
      if (!following.goesOn()) {
        return;
      }
      following.stands(status);
      if (status.live === null) {
        return;
      }
      if (status.live.version === version && following.now() - askedAt < PAUSE_MS) {
        await following.wait(PAUSE_MS);
      }
      version = status.live.version;
    } catch (error) {
      if (following.goesOn()) {
        following.failed(errorBody(error));
        await following.wait(backoffMs(failures, Math.random()));
        failures += 1;
      }
    }
  }
}
