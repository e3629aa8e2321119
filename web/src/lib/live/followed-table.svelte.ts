// A live table that a screen follows: how it stands, and whether the line to the server is lost. Gives no order.
import type { ErrorBody, LiveStatus, LiveTable } from '../wire/messages';
import { follow } from './follow';
import { liveApi } from './live-api';

/** An answer comes within 8 seconds; after so long without one the line is lost. */
const PATIENCE_MS = 14_000;

type Ask = (table: number, otherThan: string | null, signal: AbortSignal) => Promise<LiveStatus>;

export class FollowedTable {
  /** How the table stands, as far as this page knows; null before the first answer. */
  live = $state.raw<LiveTable | null>(null);
  /** Whether the server answered. With `live` null, the clock deals the table. */
  isRead = $state(false);
  /** Why the last question failed; null when it did not. Until the next answer `live` may be old. */
  problem = $state.raw<ErrorBody | null>(null);
  /** Whether the line to the server is lost: what is shown may be old, and no order reaches the table. */
  readonly isLost = $derived(this.problem !== null);

  constructor(
    readonly tableId: number,
    private readonly ask: Ask = liveApi.status,
  ) {}

  /** Follows the table from now on; returns how to stop. */
  start(): () => void {
    const left = new AbortController();
    void follow({
      ask: (otherThan) => this.#question(otherThan, left.signal),
      wait: (ms) => waited(ms, left.signal),
      now: () => Date.now(),
      goesOn: () => !left.signal.aborted,
      stands: ({ live }) => {
        this.live = live;
        this.isRead = true;
        this.problem = null;
      },
      failed: (problem) => {
        this.problem = problem;
      },
    });
    return () => {
      left.abort();
    };
  }

  /** Asks once, and gives up when it takes too long or the table is left. */
  async #question(otherThan: string | null, left: AbortSignal): Promise<LiveStatus> {
    const patience = new AbortController();
    const giveUp = () => {
      patience.abort();
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    left.addEventListener('abort', giveUp);
    try {
      return await this.ask(this.tableId, otherThan, patience.signal);
    } finally {
      clearTimeout(timer);
      left.removeEventListener('abort', giveUp);
    }
  }
}

/** Waits for a time, or until it is no longer wanted. */
function waited(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      left.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    left.addEventListener('abort', done);
  });
}
