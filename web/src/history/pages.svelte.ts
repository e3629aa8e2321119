// A list that the server sends page by page, newest first: the pages loaded so far and the next one.

/** The number of entries on a page. */
const PAGE_SIZE = 20;

/** Fetches the page of entries before one of them; null fetches the newest. */
export type FetchPage<Entry> = (
  before: number | null,
  limit: number,
) => Promise<{ entries: Entry[]; next: number | null }>;

export class Pages<Entry> {
  entries = $state.raw<readonly Entry[]>([]);
  /** The entry before which the next page ends; null after the last page. */
  next = $state<number | null>(null);
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Whether a page that failed is loaded again. */
  retries = $state(false);

  constructor(private readonly fetchPage: FetchPage<Entry>) {}

  /** Loads the newest page and drops the others. */
  async loadFirst(): Promise<void> {
    await this.#load(null);
  }

  /** Loads the next page; after a failure, the page that failed. */
  async loadNext(): Promise<void> {
    await this.#load(this.next);
  }

  async #load(before: number | null): Promise<void> {
    this.retries = this.status === 'failed';
    this.status = 'loading';
    try {
      const page = await this.fetchPage(before, PAGE_SIZE);
      this.entries = before === null ? page.entries : [...this.entries, ...page.entries];
      this.next = page.next;
      this.status = 'ready';
    } catch {
      this.status = 'failed';
    } finally {
      this.retries = false;
    }
  }
}
