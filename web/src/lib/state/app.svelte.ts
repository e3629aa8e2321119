// The state of the whole page: the session, the tables, the connection. Holds no rule.
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

/** How often the lobby reads the number of patrons at each table. */
const LOBBY_REFRESH_MS = 15_000;

class App {
  readonly clock = new Clock();
  readonly router = new Router();
  readonly notices = new Notices();
  readonly session = new Session();
  readonly preferences = new Preferences();
  readonly tables = new SvelteMap<number, TableModel>();
  /** The tables of the lobby, in its order. A closed table is not among them. */
  listed = $state<readonly number[]>([]);
  status = $state<Status>('connecting');
  /** Whether the list of tables has been loaded. */
  lobby = $state<'loading' | 'ready' | 'failed'>('loading');
  guestDialogOpen = $state(false);
  /** The table the patron is at, also while they look at their history. */
  seatedTableId: number | null = null;
  readonly #inbox = new Inbox(this);

  readonly #connection = new Connection(
    () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/socket`,
    () => this.session.token,
    {
      status: (status) => {
        if (status === 'lost' && this.status === 'open') {
          this.notices.announce(t('connection.lost'));
        }
        this.status = status;
      },
      welcomed: () => {
        this.#watchAll();
      },
      message: (message) => {
        this.#inbox.receive(message);
      },
      clock: (serverNow, roundTripMs) => {
        this.clock.sync(serverNow, roundTripMs);
      },
    },
  );

  start(): void {
    this.clock.start();
    this.router.start((route) => {
      this.#onRouteChange(route);
    });
    this.#connection.start();
    void this.loadLobby();
    setInterval(() => {
      if (this.router.route.view === 'lobby') {
        void this.loadLobby();
      }
    }, LOBBY_REFRESH_MS);
  }

  /** Loads the list of tables and watches the new ones. */
  async loadLobby(): Promise<void> {
    try {
      const { tables } = await api.tables();
      for (const view of tables) {
        const existing = this.tables.get(view.table_id);
        const table = existing ?? new TableModel(view.table_id, this.#connection);
        table.updateFromLobby(view);
        if (existing === undefined) {
          this.tables.set(view.table_id, table);
          table.watch();
        }
      }
      this.listed = tables.map((view) => view.table_id);
      this.lobby = 'ready';
    } catch {
      this.lobby = this.tables.size > 0 ? 'ready' : 'failed';
    }
  }

  /** Signs in as a new guest; returns the refusal, if any. */
  async enter(nickname: string): Promise<ErrorBody | null> {
    try {
      this.session.enter(await api.newGuest({ nickname }));
      this.#connection.sendHello();
      return null;
    } catch (error) {
      return errorBody(error);
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
    } catch (error) {
      this.refuse(errorBody(error));
    }
  }

  /** Signs the guest out on this device. */
  forget(): void {
    this.session.forget();
    for (const table of this.tables.values()) {
      table.forget();
    }
    this.#connection.sendHello();
  }

  /** Shows why the server refused a request. */
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

  /** Leaves the table when the route goes to another one or to the lobby; history and statement keep the seat. */
  #onRouteChange(route: Route): void {
    if (route.view === 'history' || route.view === 'statement') {
      return;
    }
    const next = route.view === 'table' ? route.tableId : null;
    if (this.seatedTableId !== null && this.seatedTableId !== next) {
      this.tables.get(this.seatedTableId)?.leave();
    }
    this.seatedTableId = next;
  }

  /** Signs out a guest whose token the server does not know, and offers to start again. */
  dropUnknownGuest(): void {
    this.session.forget();
    this.notices.show(t('guest.forgotten'), 'bad');
    this.guestDialogOpen = true;
  }

  /** Sends the unanswered slips of all tables again. */
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
