// Something that the console reads from the server: once, or again and again while somebody is there.
import { errorBody } from '$lib/net/http';
import type { ErrorBody } from '$lib/wire/messages';
import { presence } from './presence.svelte';

/** Does something again and again while somebody is there and looks; returns how to stop. */
export function repeat(everyMs: number, task: () => void): () => void {
  const timer = setInterval(() => {
    if (!presence.isAway && document.visibilityState === 'visible') {
      task();
    }
  }, everyMs);
  return () => {
    clearInterval(timer);
  };
}

export class Resource<Value> {
  /** What was read last. */
  value = $state.raw<Value | null>(null);
  /** Why the last reading failed; null when it did not. */
  problem = $state.raw<ErrorBody | null>(null);
  loading = $state(false);
  #asked = 0;

  constructor(
    private readonly read: () => Promise<Value>,
    /** How often it is read again, in milliseconds; 0 for once. */
    private readonly everyMs = 0,
  ) {}

  /** Reads it now and, if it asks for that, again and again; returns how to stop. */
  start(): () => void {
    void this.refresh();
    return this.everyMs === 0
      ? () => undefined
      : repeat(this.everyMs, () => {
          if (!this.loading) {
            void this.refresh();
          }
        });
  }

  /** Reads it again. The answer to an earlier question never replaces that to a later one. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.loading = true;
    try {
      const value = await this.read();
      if (asked === this.#asked) {
        this.value = value;
        this.problem = null;
      }
    } catch (error) {
      if (asked === this.#asked) {
        this.problem = errorBody(error);
      }
    } finally {
      if (asked === this.#asked) {
        this.loading = false;
      }
    }
  }

  /** Takes what the server answered to a change. */
  set(value: Value): void {
    this.#asked += 1;
    this.value = value;
    this.problem = null;
    this.loading = false;
  }
}

/** A list that the server sends page by page. */
export class Paged<Entry, Cursor extends string | number> {
  entries = $state.raw<readonly Entry[]>([]);
  next = $state.raw<Cursor | null>(null);
  problem = $state.raw<ErrorBody | null>(null);
  loading = $state(false);
  /** Whether a first page was read. */
  isRead = $state(false);
  #asked = 0;

  constructor(
    private readonly read: (
      before: Cursor | null,
    ) => Promise<{ readonly entries: readonly Entry[]; readonly next: Cursor | null }>,
  ) {}

  async first(): Promise<void> {
    this.next = null;
    await this.#load(null);
  }

  /** Reads the first page again. What is shown stays until it is there, and older pages stay as they were read. */
  async renew(idOf: (entry: Entry) => string | number): Promise<void> {
    if (this.loading) {
      return;
    }
    this.#asked += 1;
    const asked = this.#asked;
    // What fails now is read the next time.
    const page = await this.read(null).catch(() => null);
    if (page === null || asked !== this.#asked) {
      return;
    }
    const first = page.entries.map(idOf);
    const last = this.entries.findLastIndex((entry) => first.includes(idOf(entry)));
    const older = last < 0 ? [] : this.entries.slice(last + 1);
    this.entries = [...page.entries, ...older];
    this.next = older.length === 0 ? page.next : this.next;
    this.isRead = true;
  }

  async more(): Promise<void> {
    await this.#load(this.next);
  }

  async #load(before: Cursor | null): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.loading = true;
    this.problem = null;
    try {
      const page = await this.read(before);
      if (asked === this.#asked) {
        this.entries = before === null ? page.entries : [...this.entries, ...page.entries];
        this.next = page.next;
        this.isRead = true;
      }
    } catch (error) {
      if (asked === this.#asked) {
        this.problem = errorBody(error);
      }
    } finally {
      if (asked === this.#asked) {
        this.loading = false;
      }
    }
  }
}
