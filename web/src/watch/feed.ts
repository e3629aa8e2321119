// Tells the checks of one table everything in its order, and fetches what they ask for. Knows no screen.
import type { Seat } from '$lib/state/live-table';
import type { ServerMessage } from '$lib/wire/messages';
import type { Give, Kept, Message, Report, Tell, Wanted } from './module';
import { CardsInOrder } from './in-order';
import { messageOf, OwnStakes, shoeOf, tableOf } from './wire';

/** What was fetched: a text, or why there is none. */
export type Fetched = { readonly text: string } | { readonly missing: 'no_proof' | 'other' };

export interface Outside {
  readonly file: (shoe: number) => Promise<Fetched>;
  /** All leaves, joined in base64url. */
  readonly leaves: (shoe: number) => Promise<Fetched>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Also says of how many rounds of the open shoe the own bets were fixed, as the house told. */
  readonly report: (report: Report, ownRounds: number) => void;
  /** 32 fresh random bytes in hex digits. */
  readonly random: () => string;
  /** Sends the pledge of a number, or the number, to the house. */
  readonly give: (what: 'pledge' | 'reveal', shoe: number, hex: string) => void;
}

/** So long the page waits for what a table says after a new connection, before it fetches the file. */
const SETTLE_MS = 500;
/** So long it waits before it asks again for what it did not get. */
const AGAIN_MS = 2_000;

export class Feed {
  /** What arrived while a file is on its way; null when nothing is held back. */
  #held: Message[] | null = [];
  #report: Report | null = null;
  /** Counts the connections, so that what an earlier one fetched is dropped. */
  #turn = 0;
  #fetching = false;
  /** What was given last, so that it is given once in a connection. */
  #given = '';
  readonly #stakes: OwnStakes;
  /** The cards of the round, in the order in which they fell. */
  readonly #cards = new CardsInOrder();
  /** The shoe whose own bets are counted, and the rounds of which they were fixed. */
  #fixed = { shoe: 0, rounds: new Set<number>() };

  constructor(
    readonly table: number,
    private shoe: number,
    seat: Seat,
    kept: Kept,
    private readonly tell: Tell,
    private readonly outside: Outside,
  ) {
    this.#stakes = new OwnStakes(seat);
    this.#take(tell({ begin: { table, ...kept } }));
  }

  /** Fetches the file of the open shoe; until it is there, what arrives waits. */
  async start(): Promise<void> {
    this.#held ??= [];
    this.#turn += 1;
    this.#given = '';
    const turn = this.#turn;
    this.#take(this.tell('resume'));
    await this.outside.wait(SETTLE_MS);
    while (this.shoe === 0 && turn === this.#turn) {
      // The first shoe of the table is still to come.
      await this.outside.wait(AGAIN_MS);
    }
    if (turn === this.#turn) {
      await this.#fetchFile(this.shoe, turn);
      this.#followWanted(turn);
    }
  }

  hear(message: ServerMessage): void {
    if (message.type === 'welcome') {
      void this.start();
      return;
    }
    if (tableOf(message) !== this.table) {
      return;
    }
    this.shoe = shoeOf(message) ?? this.shoe;
    const cards = message.type === 'frame' ? this.#cards.hear(message.event) : [];
    const own = messageOf(message, this.outside.now()) ?? this.#stakes.hear(message);
    const next = own === null ? cards : [...cards, own];
    if (next.length === 0) {
      // A patron who sat down just now is asked, too.
      this.#followGive(this.#report?.give ?? null);
      return;
    }
    if (this.#held !== null) {
      this.#held.push(...next);
    } else {
      next.forEach((one) => {
        this.#pass(one);
      });
      this.#followWanted(this.#turn);
    }
  }

  /** Tells what arrived. */
  #pass(message: Message): void {
    if (typeof message === 'object' && 'wagers' in message) {
      const { shoe, round } = message.wagers;
      if (shoe !== this.#fixed.shoe) {
        this.#fixed = { shoe, rounds: new Set() };
      }
      this.#fixed.rounds.add(round);
    }
    this.#take(this.tell(message));
  }

  #take(report: Report | null): void {
    if (report !== null) {
      this.#report = report;
      this.outside.report(report, report.shoe === this.#fixed.shoe ? this.#fixed.rounds.size : 0);
      this.#followGive(report.give);
    }
  }

  /** Gives what the shoe asks of a patron with a seat. */
  #followGive(give: Give | null): void {
    // While a file is on its way, what it says is not known yet.
    if (
      give === null ||
      this.#held !== null ||
      !this.#stakes.isSeated ||
      this.#given === `${give.what} ${String(give.shoe)}`
    ) {
      return;
    }
    this.#given = `${give.what} ${String(give.shoe)}`;
    if (give.what === 'number') {
      this.#take(this.tell({ number: { shoe: give.shoe, nonce: this.outside.random() } }));
    } else {
      this.outside.give(give.what, give.shoe, give.hex);
    }
  }

  async #fetchFile(shoe: number, turn: number): Promise<void> {
    this.#held ??= [];
    for (;;) {
      const fetched = await this.outside.file(shoe);
      if (turn !== this.#turn) {
        return;
      }
      if ('text' in fetched) {
        this.#take(this.tell({ file: { text: fetched.text } }));
        break;
      }
      if (fetched.missing === 'no_proof') {
        this.#take(this.tell('no_proof'));
        break;
      }
      await this.outside.wait(AGAIN_MS);
      if (turn !== this.#turn) {
        return;
      }
    }
    this.#release();
  }

  /** Tells what was held back, up to where a file is wanted again. */
  #release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const [at, one] of held.entries()) {
      this.#pass(one);
      if (this.#report?.wanted?.what === 'file') {
        this.#held = held.slice(at + 1);
        return;
      }
    }
    this.#followGive(this.#report?.give ?? null);
  }

  #followWanted(turn: number): void {
    const wanted = this.#report?.wanted ?? null;
    if (wanted === null || this.#fetching) {
      return;
    }
    if (wanted.what === 'file') {
      this.#held ??= [];
    }
    this.#fetching = true;
    void this.#fetch(wanted, turn).finally(() => {
      this.#fetching = false;
      if (turn === this.#turn) {
        this.#followWanted(turn);
      }
    });
  }

  async #fetch(wanted: Wanted, turn: number): Promise<void> {
    if (wanted.what === 'file') {
      await this.#fetchFile(wanted.shoe, turn);
    } else {
      const fetched = await this.outside.leaves(wanted.shoe);
      if ('text' in fetched) {
        this.#take(this.tell({ leaves: { shoe: wanted.shoe, leaves: fetched.text } }));
      }
    }
    const next = this.#report?.wanted ?? null;
    if (next?.what === wanted.what && next.shoe === wanted.shoe) {
      await this.outside.wait(AGAIN_MS);
    }
  }
}
