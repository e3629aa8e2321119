// The state of the whole page: the session, the tables, the connection. Holds no rule.
import { SvelteMap } from 'svelte/reactivity';
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import { api } from '../net/api';
import { errorBody } from '../net/http';
import { Connection, type Status } from '../net/connection';
import type { ErrorBody, PatronInfo } from '../wire/messages';
import { Account } from './account.svelte';
import { Clock } from './clock.svelte';
import { Inbox } from './inbox';
import { lasting } from './lasting.svelte';
import { changed, listed, type LobbyChanged, type LobbyEntry, type LobbyList } from './lobby';
import { Notices } from './notices.svelte';
import { followKept, isPlayed, keepPlayed } from './own-tables';
import { OwnRange } from './own-range.svelte';
import { Preferences } from './preferences.svelte';
import { Protection } from './protection.svelte';
import { Reveal } from './reveal.svelte';
import { refusalText } from './refusal';
import { hrefOf, Router, type Route } from './router.svelte';
import { Session } from './session.svelte';
import { TableModel } from './table.svelte';

const CHECK_SLIPS_MS = 500;

class App {
  readonly clock = new Clock();
  readonly router = new Router();
  readonly notices = new Notices();
  readonly session = new Session();
  readonly preferences = new Preferences();
  readonly protection = new Protection();
  readonly range = new OwnRange();
  readonly reveal = new Reveal();
  readonly tables = new SvelteMap<number, TableModel>();
  /** The tables of the lobby in short, in its order. A closed table is not among them. */
  listed = $state.raw<readonly LobbyEntry[]>([]);
  status = $state<Status>('connecting');
  /** Whether answers of the server are late. */
  isSlow = $state(false);
  /** Whether the tables of the lobby have arrived. */
  lobby = $state<'loading' | 'ready' | 'failed'>('loading');
  #watchesLobby = false;
  /** Whether the tables are shown beside the one in play. */
  #showsTables = false;
  /** Whether the tables to change to are open, where the screen has no room to show them all the time. */
  choosesTable = $state(false);
  /** The table the patron is at, also while they look at their history or their account. */
  seatedTableId: number | null = null;
  /** Whether a patron of before comes back, who may have an answer to give. */
  #returns = this.session.isKnown;
  /** Whether the patron asked for any seat and was not answered yet. */
  #seeksSeat = false;
  readonly #inbox = new Inbox(this);

  readonly account = new Account(this.session, {
    notices: this.notices,
    reconnect: () => {
      this.#connection.restart();
    },
    greet: () => {
      this.#connection.sendHello();
    },
    forgetTables: () => {
      this.protection.forget();
      this.range.forget();
      this.#returns = this.session.isKnown;
      for (const table of this.tables.values()) {
        table.forget();
      }
      keepPlayed([]);
    },
  });

  readonly #connection: Connection = new Connection(
    () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/socket`,
    () => this.session.token,
    {
      status: (is) => {
        // Whoever comes or goes here ends the connection, too: that is no loss.
        const status = is === 'lost' && this.account.isChanging ? 'connecting' : is;
        if (status === 'lost') {
          if (this.status === 'open') this.notices.announce(t('connection.lost'));
          if (this.lobby === 'loading') this.lobby = 'failed';
        } else if (status === 'open' && this.status === 'lost') {
          this.notices.show(t('connection.back'), 'good');
        }
        this.status = status;
      },
      slow: (isSlow) => {
        if (isSlow && !this.isSlow) this.notices.announce(t('connection.slow'));
        this.isSlow = isSlow;
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
    () => this.router.route.view === 'table' && document.visibilityState === 'visible',
  );

  start(): void {
    this.clock.start();
    this.reveal.start();
    this.router.start((route) => {
      this.#onRouteChange(route);
    });
    this.#connection.start();
    setInterval(() => {
      for (const table of this.tables.values()) {
        table.checkSlips(Date.now(), this.status === 'open');
      }
    }, CHECK_SLIPS_MS);
    document.addEventListener('visibilitychange', () => {
      keepPlayed(this.tables.values());
    });
    void this.account.restore();
  }

  /** Connects again, where the tables of the lobby did not arrive. */
  retryLobby(): void {
    this.lobby = 'loading';
    this.#connection.restart();
  }

  /** The tables of the lobby, or a change of them. */
  lobbyMessage(message: LobbyList | LobbyChanged): void {
    this.listed = message.type === 'lobby' ? listed(message) : changed(this.listed, message);
    this.lobby = 'ready';
    if (message.type === 'lobby' && this.session.patron !== null) {
      followKept(message, (id) => this.table(id));
    }
  }

  /** A table of the page; it need not be watched. */
  table(tableId: number): TableModel {
    const known = this.tables.get(tableId);
    const table = known ?? lasting(() => new TableModel(tableId, this.#connection));
    if (known === undefined) {
      this.tables.set(tableId, table);
    }
    return table;
  }

  /** The name of a table; empty while it is not known. */
  tableName(tableId: number): string {
    const listed = this.listed.find(({ table }) => table.table_id === tableId);
    return this.tables.get(tableId)?.view?.name ?? listed?.table.name ?? '';
  }

  /** The table of the view does not exist. */
  tableMissing(): void {
    const { route } = this.router;
    if (route.view === 'table') {
      this.table(route.tableId).isMissing = true;
    }
  }

  async topUp(): Promise<void> {
    try {
      this.session.wallet(await api.topUp());
      this.notices.show(t('account.topped_up', { balance: this.balanceText() }), 'good');
    } catch (error) {
      this.refuse(errorBody(error));
    }
  }

  /** Shows why the server refused a request. */
  refuse(error: ErrorBody): void {
    this.#seeksSeat = false;
    this.notices.show(this.explain(error), 'bad');
  }

  explain(error: ErrorBody): string {
    return refusalText(error, { decimals: this.session.patron?.decimals ?? 2, balance: this.balanceText() });
  }

  balanceText(): string {
    const { patron } = this.session;
    return patron === null ? '' : formatMinor(patron.balance, patron.decimals);
  }

  /**
   * Leaves the table when the route goes to the lobby; other views keep the seat. On the way to another table it is
   * left only if the patron does not play there.
   */
  #onRouteChange(route: Route): void {
    this.#followLobby();
    if (route.view !== 'table' && route.view !== 'lobby') {
      return;
    }
    const next = route.view === 'table' ? route.tableId : null;
    const before = this.seatedTableId === null ? undefined : this.tables.get(this.seatedTableId);
    if (before !== undefined && before.id !== next && (next === null || !isPlayed(before))) {
      before.leave();
    }
    this.choosesTable = false;
    this.reveal.finish();
    this.seatedTableId = next;
    if (next !== null && !this.table(next).isWatched) {
      this.table(next).watch();
      if (this.status !== 'open') {
        void this.#preview(this.table(next));
      }
    }
  }

  /** Shows a table before the connection is up. Where that fails, the connection says what is wrong. */
  async #preview(table: TableModel): Promise<void> {
    const view = await api.table(table.id).catch(() => null);
    if (view !== null) {
      table.showPreview(view);
    }
  }

  /** The tables are shown beside the one in play from now on, or no longer. */
  showTables(isShown: boolean): void {
    this.#showsTables = isShown;
    this.#followLobby();
  }

  /** Watches the lobby on every view but a table, which shows it only beside itself. */
  #followLobby(): void {
    const wanted = this.router.route.view !== 'table' || this.#showsTables;
    if (wanted !== this.#watchesLobby) {
      const isSent = this.#connection.send({ type: wanted ? 'watch_lobby' : 'unwatch_lobby' });
      this.#watchesLobby = wanted && isSent;
    }
  }

  /** Asks for a seat at the best table that has one, and goes there. A spectator comes in first. */
  quickSeat(): void {
    if (this.session.patron === null) {
      this.account.offer();
    } else {
      this.#seeksSeat = this.#connection.send({ type: 'quick_seat' });
    }
  }

  /** The patron got a seat. Goes there, if they asked for any. */
  seatTaken(tableId: number): void {
    if (this.#seeksSeat) {
      this.#seeksSeat = false;
      location.hash = hrefOf({ view: 'table', tableId });
    }
  }

  /** The patron stops playing: gives up all seats, and sees what limits and breaks there are. */
  stopPlaying(): void {
    this.protection.forget();
    for (const table of this.tables.values()) {
      table.leave();
    }
    this.seatedTableId = null;
    location.hash = hrefOf({ view: 'limits' });
  }

  /** The server greeted this page's connection as that patron, or as nobody. */
  welcomed(patron: PatronInfo | null): void {
    this.account.welcomed(patron);
    if (patron !== null) {
      void this.range.recall();
      this.tellName();
      if (this.#returns) void this.protection.recall();
    }
    this.#returns = false;
  }

  /** Whether everybody reads the patron's name beside the cards that they turn. */
  tellName(): void {
    this.#connection.send({ type: 'show_name', shown: this.preferences.showName });
  }

  /** Sends the unanswered slips of all tables again. */
  resend(): void {
    for (const table of this.tables.values()) {
      table.resend();
    }
  }

  #watchAll(): void {
    this.#watchesLobby = false;
    this.#followLobby();
    for (const table of [...this.tables.values()].filter(({ isWatched }) => isWatched)) {
      table.watch();
    }
    this.resend();
  }
}

export const app = new App();
