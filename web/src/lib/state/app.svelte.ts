// The page as a whole: who plays, which tables there are, and where each message goes. Holds no rule.
import { SvelteMap } from 'svelte/reactivity';
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import { api, errorBody } from '../net/api';
import { Connection, type Status } from '../net/connection';
import type { ErrorBody } from '../wire/messages';
import { Clock } from './clock.svelte';
import { Inbox } from './inbox';
import { Notices } from './notices.svelte';
import { Preferences } from './preferences.svelte';
import { refusalText } from './refusal';
import { Router, type Route } from './router.svelte';
import { Session } from './session.svelte';
import { TableModel } from './table.svelte';

/** How often the lobby asks how many patrons watch. */
const LOBBY_EVERY_MS = 15_000;

class App {
  readonly clock = new Clock();
  readonly router = new Router();
  readonly notices = new Notices();
  readonly session = new Session();
  readonly preferences = new Preferences();
  readonly tables = new SvelteMap<number, TableModel>();
  status = $state<Status>('connecting');
  /** Whether the list of tables was ever read, or why not. */
  lobby = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Whether the guest dialog is open. */
  asking = $state(false);
  /** The table the patron is at, also while they look at their rounds. */
  seatedAt: number | null = null;
  readonly #inbox = new Inbox(this);

  readonly #connection = new Connection(
    () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`,
    () => this.session.token,
    {
      status: (status) => {
        if (status === 'lost' && this.status === 'open') {
          this.notices.say(t('connection.lost'));
        }
        this.status = status;
      },
      welcomed: () => {
        this.#watchAll();
      },
      message: (message) => {
        this.#inbox.take(message);
      },
      clock: (serverNow, roundTripMs) => {
        this.clock.sync(serverNow, roundTripMs);
      },
    },
  );

  start(): void {
    this.clock.start();
    this.router.start((route) => {
      this.#moved(route);
    });
    this.#connection.start();
    void this.readLobby();
    setInterval(() => {
      if (this.router.route.view === 'lobby') {
        void this.readLobby();
      }
    }, LOBBY_EVERY_MS);
  }

  /** Reads the list of tables and follows those that are new. */
  async readLobby(): Promise<void> {
    try {
      const { tables } = await api.tables();
      for (const view of tables) {
        const known = this.tables.get(view.table_id);
        const table = known ?? new TableModel(view.table_id, this.#connection);
        table.glance(view);
        if (known === undefined) {
          this.tables.set(view.table_id, table);
          table.watch();
        }
      }
      this.lobby = 'ready';
    } catch {
      this.lobby = this.tables.size > 0 ? 'ready' : 'failed';
    }
  }

  /** Becomes a guest; the refusal if that did not work. */
  async enter(nickname: string): Promise<ErrorBody | null> {
    try {
      this.session.enter(await api.newGuest({ nickname }));
      this.#connection.introduce();
      return null;
    } catch (thrown) {
      return errorBody(thrown);
    }
  }

  async topUp(): Promise<void> {
    const { token } = this.session;
    if (token === null) {
      return;
    }
    try {
      this.session.patron = await api.topUp(token);
      this.notices.show(t('account.topped_up', { balance: this.balanceText() }), 'good');
    } catch (thrown) {
      this.refuse(errorBody(thrown));
    }
  }

  forget(): void {
    this.session.forget();
    for (const table of this.tables.values()) {
      table.forget();
    }
    this.#connection.introduce();
  }

  /** Says why the house said no. */
  refuse(error: ErrorBody): void {
    this.notices.show(this.explain(error), 'bad');
  }

  explain(error: ErrorBody): string {
    return refusalText(error, { decimals: this.session.patron?.decimals ?? 2, balance: this.balanceText() });
  }

  balanceText(): string {
    const { patron } = this.session;
    return patron === null ? '' : formatMinor(patron.balance, patron.decimals);
  }

  #moved(route: Route): void {
    if (route.view === 'history') {
      return;
    }
    const next = route.view === 'table' ? route.tableId : null;
    if (this.seatedAt !== null && this.seatedAt !== next) {
      this.tables.get(this.seatedAt)?.leave();
    }
    this.seatedAt = next;
  }

  /** The house did not know the guest of this browser. */
  unknown(): void {
    this.session.forget();
    this.notices.show(t('guest.forgotten'), 'bad');
    this.asking = true;
  }

  /** Sends again what has no answer. */
  resend(): void {
    for (const table of this.tables.values()) {
      table.resend();
    }
  }

  #watchAll(): void {
    for (const table of this.tables.values()) {
      table.watch();
      table.resend();
    }
  }
}

export const app = new App();
