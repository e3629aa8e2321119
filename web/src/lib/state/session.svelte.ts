// The session: who this browser is to the server, and the patron's wallet as the server reports it.
//
// A guest has a token, stored by this browser. Everybody with a password has a cookie, which no script can read; the
// browser stores only that there is one.
import type { Guest, PatronInfo, SessionInfo } from '../wire/messages';

/** One state of a wallet: the one with the largest number is the newest. */
export type Wallet = Pick<PatronInfo, 'balance' | 'bonus' | 'owed' | 'number'>;
import { storage } from './storage';

const TOKEN = 'punto.token';
const COOKIE = 'punto.session';

export class Session {
  token = $state<string | null>(storage.get(TOKEN));
  /** Whether there is a session in a cookie. */
  byCookie = $state(this.token === null && storage.get(COOKIE) !== null);
  csrf: string | null = null;
  /** The session in the cookie as the server describes it; null before it was asked. */
  info = $state.raw<SessionInfo | null>(null);
  patron = $state.raw<PatronInfo | null>(null);

  readonly isStaff = $derived(this.info !== null && this.info.staff_id !== null);
  /** Whether this is a patron, with or without an account. */
  readonly isPatron = $derived(this.token !== null || (this.byCookie && !this.isStaff));
  /** Whether this is a patron with an account. */
  readonly hasAccount = $derived(this.byCookie && !this.isStaff);
  readonly isKnown = $derived(this.token !== null || this.byCookie);

  /** Takes up what another tab has stored meanwhile, if nobody is known here; returns whether somebody is now. */
  recall(): boolean {
    if (!this.isKnown) {
      this.token = storage.get(TOKEN);
      this.byCookie = this.token === null && storage.get(COOKIE) !== null;
    }
    return this.isKnown;
  }

  /** Signs in a new guest, unless somebody is known: a stored token is the only key to its wallet. */
  enter(guest: Guest): void {
    if (this.recall()) {
      return;
    }
    storage.set(TOKEN, guest.token);
    this.token = guest.token;
    this.patron = guest.patron;
  }

  /** Takes up the session in the cookie, in place of a guest's. */
  begin(csrf: string | null): void {
    storage.set(COOKIE, 'yes');
    storage.remove(TOKEN);
    this.token = null;
    this.byCookie = true;
    this.csrf = csrf;
  }

  /** Takes over what the server says of the session in the cookie. */
  describe(info: SessionInfo): void {
    this.info = info;
    this.csrf = info.csrf;
  }

  /** Keeps only that there is a session in the cookie: it is somebody else's now. */
  replaced(): void {
    this.csrf = null;
    this.info = null;
    this.patron = null;
  }

  /** Whether the session is of somebody else than the page knows. */
  isOther({ patron_id, staff_id }: Pick<SessionInfo, 'patron_id' | 'staff_id'>): boolean {
    const known = this.info ?? (this.patron === null ? null : { ...this.patron, staff_id: null });
    return known !== null && (known.patron_id !== patron_id || known.staff_id !== staff_id);
  }

  /** Forgets who this was. What another tab has stored in its place stays. */
  forget(): void {
    if (this.byCookie) {
      storage.remove(COOKIE);
    } else if (storage.get(TOKEN) === this.token) {
      storage.remove(TOKEN);
    }
    this.token = null;
    this.byCookie = false;
    this.csrf = null;
    this.info = null;
    this.patron = null;
  }

  /** Takes up who the patron is; of the same patron, the newest wallet is kept. */
  meet(patron: PatronInfo | null): void {
    const before = this.patron;
    this.patron = patron;
    if (before !== null && before.patron_id === patron?.patron_id) {
      this.wallet(before);
    }
  }

  /** Takes what the patron has and owes, unless something newer is known. */
  wallet({ balance, bonus, owed, number }: Wallet): void {
    if (this.patron !== null && number > this.patron.number) {
      this.patron = { ...this.patron, balance, bonus, owed, number };
    }
  }
}
