// The patron's way to a seat at one table and away from it: what the table asks for, and the wish to leave, which is
// kept until the server gave the seat up.
import type { MessageSender } from './sender';
import type { TableModel } from './table.svelte';

/** What a patron presents to take a seat, where the table asks for it. */
export interface Pass {
  readonly password?: string;
  readonly invitation?: string;
}

/** What a table asks for, by the code of its refusal. */
const ASKS: Readonly<Record<string, keyof Pass>> = {
  wrong_password: 'password',
  not_invited: 'invitation',
};

export class Entry {
  /** What the table asks for before it gives the patron a seat. */
  asks = $state<keyof Pass | null>(null);
  /** Whether what the patron presented last was wrong. */
  wrongPass = $state(false);
  #pass: Pass = {};
  /** Whether a request for a seat was not answered yet. */
  isAsked = false;
  #wantsOut = false;
  /** Whether the server was asked to give up the seat, so that the message about it is no news. */
  #isSaid = false;

  constructor(
    private readonly table: TableModel,
    private readonly sender: MessageSender,
  ) {}

  /** Takes a seat with what the table asks for. */
  take(pass: Pass): void {
    this.#pass = { ...this.#pass, ...pass };
    this.#wantsOut = false;
    this.#ask();
  }

  /** Asks for a seat, unless the patron has one and keeps it. */
  ensure(): void {
    if (!this.table.seat.seated || this.#wantsOut) {
      this.take({});
    }
  }

  /** Asks for a seat again on behalf of what is sent again. */
  ensureAgain(): void {
    if (!this.table.seat.seated) {
      this.#ask();
    }
  }

  /** The patron has a seat. */
  taken(): void {
    this.cancel();
    this.isAsked = false;
    if (this.#wantsOut) {
      this.#sayLeave();
    }
  }

  /** The patron did not get a seat. What was right is presented again, together with what is asked for now. */
  refused(code: string): void {
    const asked = ASKS[code] ?? null;
    const { password, invitation } = this.#pass;
    this.wrongPass = asked !== null && this.#pass[asked] !== undefined;
    this.asks = this.#wantsOut ? null : asked;
    this.#pass = asked === 'password' && invitation !== undefined ? { invitation } : {};
    if (asked === 'invitation' && password !== undefined) {
      this.#pass = { password };
    }
    this.isAsked = false;
    this.#wantsOut = false;
  }

  /** The patron does not present what the table asks for. */
  cancel(): void {
    this.asks = null;
    this.wrongPass = false;
    this.#pass = {};
  }

  /** Gives up the seat, also one that is only on its way, and asks for no more events of the table. */
  leave(): void {
    this.cancel();
    this.#wantsOut = this.table.seat.seated || this.isAsked;
    if (this.table.seat.seated || !this.isAsked) {
      this.#sayLeave();
    }
  }

  /** The seat is gone; returns whether this page gave it up itself. */
  left(reason: string): boolean {
    const own = this.#isSaid && reason === 'left';
    this.#isSaid = false;
    this.#wantsOut = false;
    return own;
  }

  /** The server said whether the patron has a seat: without one there is none to give up. */
  told(): void {
    if (!this.table.seat.seated && !this.isAsked) {
      this.#wantsOut = false;
    }
  }

  /** What was sent before on another connection is not answered any more. */
  reconnected(): void {
    this.isAsked = false;
    this.#isSaid = false;
  }

  /** Gives up the seat again, unless a request for it comes first. */
  leaveAgain(): void {
    if (this.#wantsOut && !this.isAsked) {
      this.#sayLeave();
    }
  }

  forget(): void {
    this.cancel();
    this.reconnected();
    this.#wantsOut = false;
  }

  #ask(): void {
    this.isAsked = this.sender.send({ type: 'take_seat', table_id: this.table.id, ...this.#pass });
  }

  #sayLeave(): void {
    const isSent = this.sender.send({ type: 'leave', table_id: this.table.id });
    this.#isSaid = isSent && this.table.seat.seated;
  }
}
