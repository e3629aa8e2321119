// A list that the server answers page by page, newest first: what has come so far, and what can still be had.

/** How many entries a page has. */
const SIZE = 20;

/** Asks for the entries before one of them; null for the newest. */
export type Ask<Entry> = (
  token: string,
  before: number | null,
  limit: number,
) => Promise<{ entries: Entry[]; next: number | null }>;

export class Pages<Entry> {
  entries = $state.raw<readonly Entry[]>([]);
  /** Before which the next page ends; null when this is all. */
  next = $state<number | null>(null);
  status = $state<'loading' | 'ready' | 'failed'>('loading');

  constructor(private readonly ask: Ask<Entry>) {}

  /** Begins anew with the newest. */
  async first(token: string): Promise<void> {
    await this.#load(token, null);
  }

  /** Adds the next page; after a failure, the one that failed. */
  async more(token: string): Promise<void> {
    await this.#load(token, this.next);
  }

  async #load(token: string, before: number | null): Promise<void> {
    this.status = 'loading';
    try {
      const page = await this.ask(token, before, SIZE);
      this.entries = before === null ? page.entries : [...this.entries, ...page.entries];
      this.next = page.next;
      this.status = 'ready';
    } catch {
      this.status = 'failed';
    }
  }
}
