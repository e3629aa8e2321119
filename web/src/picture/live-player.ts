// Keeps a live picture on the screen: asks how it is played, takes WHEP first where there is one and HLS if that fails,
// renews the ticket, and begins again after a loss. What plays and what asks comes from outside, so a test sets it.
import type { TablePicture } from '$lib/wire/messages';
import type { playHls, Lost, PlayedHls } from './hls';
import type { playWhep, Played } from './whep';

/** WHEP that has not come by then gives way to HLS, which begins within three seconds. */
const WHEP_MS = 2_000;
/** When a ticket is renewed, which lasts ten minutes. */
const RENEW_MS = 480_000;
/** How long until the next try: after a loss, without a picture, and while too many people look. */
const AGAIN_MS = { lost: 2_000, none: 5_000, full: 15_000 } as const;

export interface Ways {
  readonly ask: () => Promise<TablePicture>;
  readonly whep: typeof playWhep;
  readonly hls: typeof playHls;
}

export class LivePlayer {
  /** How it plays now; null while it does not. */
  way: 'whep' | 'hls' | null = null;
  /** What the server said last of the picture; null before it said anything. */
  server: string | null = null;
  isFull = false;
  #whep: Played | null = null;
  #hls: PlayedHls | null = null;
  #whepFailed = false;
  #isOver = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly film: HTMLVideoElement,
    private readonly ways: Ways,
  ) {
    void this.#begin();
  }

  /** When what is seen now was filmed; null where nobody knows. */
  filmedAt(): number | null {
    return this.#hls?.filmedAt() ?? null;
  }

  stop(): void {
    this.#isOver = true;
    this.#end();
  }

  #end(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#whep?.stop();
    this.#hls?.stop();
    [this.#whep, this.#hls, this.way] = [null, null, null];
  }

  async #begin(): Promise<void> {
    const picture = await this.ways.ask().catch(() => null);
    if (this.#isOver) {
      return;
    }
    this.server = picture?.picture ?? this.server;
    if (picture === null || picture.hls === null || picture.picture !== 'live') {
      this.#later(AGAIN_MS.none, () => this.#begin());
      return;
    }
    this.isFull = false;
    if (!(await this.#tryWhep(picture)) && !this.#isOver) {
      await this.#playHls(picture.hls);
    }
  }

  async #tryWhep({ whep, ticket }: TablePicture): Promise<boolean> {
    if (whep === null || ticket === null || this.#whepFailed) {
      return false;
    }
    const given = new AbortController();
    const timer = setTimeout(() => {
      given.abort();
    }, WHEP_MS);
    const lost = () => {
      this.#whepFailed = true;
      this.#lost('lost');
    };
    try {
      const played = await this.ways.whep(this.film, { url: whep, ticket }, lost, given.signal);
      if (this.#isOver) {
        played.stop();
      } else {
        [this.#whep, this.way] = [played, 'whep'];
      }
      return true;
    } catch {
      this.#whepFailed = true;
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async #playHls(path: string): Promise<void> {
    const lost = (why: Lost) => {
      this.#lost(why);
    };
    const played = await this.ways.hls(this.film, path, lost).catch(() => null);
    if (this.#isOver) {
      played?.stop();
    } else if (played === null) {
      this.#lost('lost');
    } else {
      [this.#hls, this.way] = [played, 'hls'];
      this.#renewLater(RENEW_MS);
    }
  }

  /** Asks for a new ticket before this one ends; where that fails, once more after a moment. */
  #renewLater(ms: number): void {
    this.#later(ms, async () => {
      const next = await this.ways.ask().catch(() => null);
      if (this.#isOver || this.#hls === null) {
        return;
      }
      const path = next?.hls ?? null;
      if (path !== null) {
        this.#hls.renew(path);
      }
      this.#renewLater(next === null ? AGAIN_MS.full : RENEW_MS);
    });
  }

  #lost(why: Lost): void {
    if (this.#isOver) {
      return;
    }
    this.#end();
    this.isFull = why === 'full';
    this.server = null;
    this.#later(AGAIN_MS[why], () => this.#begin());
  }

  #later(ms: number, then: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void then();
    }, ms);
    this.#timers.add(timer);
  }
}
