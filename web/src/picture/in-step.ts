// Keeps the drawing of cards and results in step with a picture that comes later than the table. Times come from outside,
// so a test sets them. Betting that opens drops the delay: countdown, slips and refusals follow the server always.
import type { Next } from '$lib/state/hearing';
import { tellsResult } from '$lib/state/paced';
import type { ServerMessage } from '$lib/wire/messages';

/** The longest delay, in milliseconds: a picture that is further behind is not waited for. */
export const MOST_MS = 8_000;

/** How long a card waits that was drawn this moment, in milliseconds. */
export function delayFor(lagMs: number | null): number {
  return lagMs === null ? 0 : Math.min(MOST_MS, Math.max(0, Math.round(lagMs)));
}

export interface Timer {
  readonly now: () => number;
  readonly after: (ms: number, then: () => void) => () => void;
}

const PAGE: Timer = {
  now: () => Date.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

interface Held {
  readonly message: ServerMessage;
  readonly due: number;
  readonly next: Next;
}

export class InStep {
  #held: readonly Held[] = [];
  #cancel = (): void => undefined;

  constructor(
    private readonly tableId: number,
    /** How far the picture is behind now. */
    private readonly lagMs: () => number | null,
    private readonly timer: Timer = PAGE,
  ) {}

  /** Holds a message about the table, if it has to wait; hands it on later, in its order. */
  takes(message: ServerMessage, next: Next): boolean {
    if ('table_id' in message && message.table_id !== this.tableId) {
      return false;
    }
    if (startsAnew(message)) {
      this.flush();
      return false;
    }
    const last = this.#held.at(-1);
    const wait = draws(message) ? delayFor(this.lagMs()) : 0;
    const follows = last !== undefined && (message.type === 'frame' || tellsResult(message));
    if (wait === 0 && !follows) {
      return false;
    }
    const due = Math.max(this.timer.now() + wait, last?.due ?? 0);
    this.#held = [...this.#held, { message, due, next }];
    if (last === undefined) {
      this.#wait();
    }
    return true;
  }

  /** Hands on at once what is held. */
  flush(): void {
    this.#cancel();
    const held = this.#held;
    this.#held = [];
    for (const { message, next } of held) {
      next.receive(message);
    }
  }

  #wait(): void {
    const [first] = this.#held;
    if (first !== undefined) {
      this.#cancel = this.timer.after(Math.max(0, first.due - this.timer.now()), () => {
        this.#handOn();
      });
    }
  }

  #handOn(): void {
    const now = this.timer.now();
    const due = this.#held.filter((held) => held.due <= now);
    this.#held = this.#held.slice(due.length);
    for (const { message, next } of due) {
      next.receive(message);
    }
    this.#wait();
  }
}

/** Whether nothing may wait any longer: betting opens, or the table is shown anew. */
function startsAnew(message: ServerMessage): boolean {
  switch (message.type) {
    case 'welcome':
    case 'snapshot':
      return true;
    case 'frame':
      return message.event.type === 'betting_opened' || message.event.type === 'shoe_opened';
    default:
      return false;
  }
}

/** Whether a message draws a card or a result. Cards that patrons turn are not delayed: they turn them at the table. */
function draws(message: ServerMessage): boolean {
  return (
    message.type === 'frame' && (message.event.type === 'card_drawn' || message.event.type === 'round_ended')
  );
}
