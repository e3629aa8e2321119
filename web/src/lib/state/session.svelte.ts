// The session: the guest's token, stored by this browser, and the patron's account as the server reports it.
import type { Guest, PatronInfo } from '../wire/messages';
import { storage } from './storage';

const TOKEN = 'punto.token';

export class Session {
  token = $state<string | null>(storage.get(TOKEN));
  patron = $state.raw<PatronInfo | null>(null);

  /** Signs in a new guest. */
  enter(guest: Guest): void {
    storage.set(TOKEN, guest.token);
    this.token = guest.token;
    this.patron = guest.patron;
  }

  /** Signs out and deletes the token. */
  forget(): void {
    storage.remove(TOKEN);
    this.token = null;
    this.patron = null;
  }

  /** Updates the patron's cash. */
  balance(balance: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, balance };
    }
  }

  /** Updates the patron's bonus money. */
  bonus(bonus: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, bonus };
    }
  }

  /** Updates the amount that the patron owes. */
  owed(owed: number): void {
    if (this.patron !== null) {
      this.patron = { ...this.patron, owed };
    }
  }
}
