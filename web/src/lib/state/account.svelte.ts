// Who uses the page: guests enter, patrons and staff log in and out, and sessions end. Draws nothing.
import { t } from '../i18n/t';
import { api } from '../net/api';
import { ApiError, callAs, errorBody, type Caller } from '../net/http';
import type { ErrorBody, PatronInfo, SessionInfo, SessionStarted } from '../wire/messages';
import { hrefOf } from './router.svelte';
import type { Notices } from './notices.svelte';
import type { Session } from './session.svelte';

/** A dialog with which somebody comes in. */
export type EntryDialog = 'guest' | 'log_in' | 'sign_up';

/** What the page does when somebody else uses it. */
export interface Page {
  readonly notices: Notices;
  /** Connects again, with what requests show now. */
  reconnect(): void;
  /** Says hello again, with the token of a new guest. */
  greet(): void;
  /** Drops the seats and wagers of who used the page before. */
  forgetTables(): void;
}

export class Account implements Caller {
  dialog = $state<EntryDialog | null>(null);
  /** Whether the dialog is open because the session has ended. */
  asksAgain = $state(false);
  /** How many changes are under way that end the session themselves. */
  #changing = 0;
  /** Whether the page connected again because its connection was not that of its session. */
  #corrected = false;

  constructor(
    private readonly session: Session,
    private readonly page: Page,
  ) {
    callAs(this);
  }

  /** Whether a change is under way that ends the session itself. */
  get isChanging(): boolean {
    return this.#changing > 0;
  }

  get token(): string | null {
    return this.session.token;
  }

  get csrf(): string | null {
    return this.session.csrf;
  }

  open(dialog: EntryDialog): void {
    this.dialog = dialog;
  }

  /** Offers a spectator to play as guest. Somebody who has a session already reads why they cannot bet now. */
  offer(): void {
    if (this.session.isKnown) {
      this.page.notices.show(t(this.session.isStaff ? 'staff.no_bets' : 'connection.connecting'));
    } else {
      this.open('guest');
    }
  }

  close(): void {
    this.dialog = null;
    this.asksAgain = false;
  }

  /** Signs in as a new guest; returns the refusal, if any. Another tab may have come in first: that counts. */
  async enter(nickname: string): Promise<ErrorBody | null> {
    if (this.session.recall()) {
      this.page.reconnect();
      return null;
    }
    try {
      this.session.enter(await api.newGuest({ nickname }));
      this.asksAgain = false;
      this.page.greet();
      return null;
    } catch (error) {
      return errorBody(error);
    }
  }

  /**
   * Begins the session that a log-in or a change of credentials answers with, in place of the one before.
   *
   * Such a change ends all sessions, this page's connection with them, before the answer is here. The page changes only
   * once the server knows the new session by its cookie, so that a failure leaves who was here before.
   */
  async begin(start: () => Promise<SessionStarted>): Promise<void> {
    const before = this.session.patron?.patron_id;
    this.#changing += 1;
    try {
      const { csrf } = await start();
      const info = await startedSession();
      this.session.begin(csrf);
      this.session.describe(info);
    } finally {
      this.#changing -= 1;
    }
    if (this.session.info?.patron_id !== before) {
      this.session.patron = null;
      this.page.forgetTables();
    }
    this.close();
    if (this.session.info?.needs_second_factor !== true) {
      this.page.reconnect();
    }
  }

  /** Logs out on this device. A guest loses the wallet. */
  async logOut(): Promise<void> {
    await this.#end(() => api.logOut());
  }

  /** Ends sessions, that of this page among them. */
  async #end(request: () => Promise<unknown>): Promise<void> {
    this.#changing += 1;
    try {
      await request();
    } catch (error) {
      // The server takes back a cookie; a token is only forgotten here.
      if (this.session.byCookie && errorBody(error).code !== 'unauthenticated') {
        throw error;
      }
    } finally {
      this.#changing -= 1;
    }
    this.session.forget();
    this.page.forgetTables();
    this.page.reconnect();
  }

  /** Logs out on all devices. */
  async logOutEverywhere(): Promise<void> {
    await this.#end(() => api.logOutEverywhere());
  }

  /** Asks who has the session in the cookie, as far as there is one. */
  async restore(): Promise<void> {
    if (this.session.byCookie) {
      await this.refresh();
    }
  }

  /** Asks for the session in the cookie again; returns whether it still is of the same person. */
  async refresh(): Promise<boolean> {
    if (!this.session.byCookie || this.isChanging) {
      return false;
    }
    let info: SessionInfo;
    try {
      info = await api.session();
    } catch {
      return false;
    }
    const isOther = this.session.isOther(info);
    if (isOther) {
      this.#replaced();
    }
    this.session.describe(info);
    if (isOther) {
      this.page.reconnect();
    }
    return !isOther;
  }

  /** In another tab somebody else logged in. Nothing of the person before them stays, nor is sent in their name. */
  #replaced(): void {
    this.session.replaced();
    this.page.forgetTables();
  }

  /** The server greeted this page's connection as that patron, or as nobody. */
  welcomed(patron: PatronInfo | null): void {
    if (patron !== null && this.session.isOther({ patron_id: patron.patron_id, staff_id: null })) {
      this.#replaced();
    }
    this.session.meet(patron);
    if (patron !== null && !this.session.isKnown) {
      // The browser forgot that it has a session, or another tab logged in.
      this.session.begin(null);
    }
    if (patron !== null) {
      this.#corrected = false;
      if (this.asksAgain || this.dialog === 'guest') {
        this.close();
      }
    }
    if (this.session.byCookie && (patron === null || this.session.csrf === null)) {
      void this.#check(patron !== null);
    }
  }

  /** Checks the session in the cookie, and connects again if the connection is not its own. */
  async #check(isConnected: boolean): Promise<void> {
    if ((await this.refresh()) && !isConnected && this.session.isPatron && !this.#corrected) {
      this.#corrected = true;
      this.page.reconnect();
    }
  }

  /** The server does not know the session: says so, and offers to come in again. The view stays. */
  ended(): void {
    if (this.isChanging || !this.session.isKnown) {
      return;
    }
    const { token, isStaff } = this.session;
    this.session.forget();
    // Another tab may have opened an account for the guest, or logged in.
    const isReplaced = token !== null && this.session.recall();
    this.page.forgetTables();
    if (isReplaced) {
      this.page.reconnect();
    } else if (token !== null) {
      this.page.notices.show(t('guest.forgotten'), 'bad');
      this.dialog = 'guest';
      this.asksAgain = true;
    } else if (isStaff) {
      this.page.notices.show(t('session.ended'), 'bad');
    } else {
      this.dialog = 'log_in';
      this.asksAgain = true;
    }
  }

  /** A member of staff has no second factor yet, and may do nothing else before. */
  secondFactorNeeded(): void {
    location.hash = hrefOf({ view: 'staff' });
  }
}

/** Asks for the session that was started just now. Without https, a browser drops the cookie of another machine. */
async function startedSession(): Promise<SessionInfo> {
  try {
    return await api.session();
  } catch (error) {
    const body = errorBody(error);
    throw body.code === 'unauthenticated' ? new ApiError({ ...body, code: 'session_not_kept' }) : error;
  }
}
