// Who plays here: a guest's secret, kept by this browser, and what the server says of its owner.
import type { Guest, PatronInfo } from '../wire/messages';
import { storage } from './storage';

const TOKEN = 'punto.token';

export class Session {
  token = $state<string | null>(storage.get(TOKEN));
  patron = $state.raw<PatronInfo | null>(null);

  /** A new guest sits down. */
  enter(guest: Guest): void {
    storage.set(TOKEN, guest.token);
    this.token = guest.token;
    this.patron = guest.patron;
  }

  /** Whoever was here is forgotten. */
  forget(): void {
    storage.remove(TOKEN);
    this.token = null;
    this.patron = null;
  }

  /** The patron's cash changed. */
  balance(balance: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, balance };
    }
  }

  /** Their bonus money did. */
  bonus(bonus: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, bonus };
    }
  }

  /** What they owe did. */
  owed(owed: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, owed };
    }
  }
}
