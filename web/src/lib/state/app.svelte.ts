// The page as a whole: who plays, which tables there are, and where each message goes. Holds no rule.
import { SvelteMap } from 'svelte/reactivity';
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import { api, errorBody } from '../net/api';
import { Connection, type Status } from '../net/connection';
import type { ErrorBody, ServerMessage } from '../wire/messages';
import { said } from './announce';
import { Clock } from './clock.svelte';
import type { Frame, Settled } from './live-table';
import { Notices } from './notices.svelte';
import { Preferences } from './preferences.svelte';
import { refusalText } from './refusal';
import { Router, type Route } from './router.svelte';
import { Session } from './session.svelte';
import { TableModel } from './table.svelte';

/** How often the lobby asks how many patrons watch. */
const LOBBY_EVERY_MS = 15_000;
/** Problems that pass by themselves, and how long to wait before trying again. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'too_many_messages']);
const SEND_AGAIN_MS = 1_000;

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
  #seatedAt: number | null = null;

  readonly #connection = new Connection(
    () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`,
    () => this.session.token,
    {
      status: (status) => {
        this.status = status;
      },
      welcomed: () => {
        this.#watchAll();
      },
      message: (message) => {
        this.#take(message);
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
    if (this.#seatedAt !== null && this.#seatedAt !== next) {
      this.tables.get(this.#seatedAt)?.leave();
    }
    this.#seatedAt = next;
  }

  #watchAll(): void {
    for (const table of this.tables.values()) {
      table.watch();
      table.resend();
    }
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'balance':
        return this.session.balance(message.balance);
      case 'problem':
        return this.#problem(message.error);
      case 'snapshot':
        return this.tables.get(message.table.table_id)?.takeSnapshot(message);
      case 'pong':
        return;
      default: {
        const table = this.tables.get(message.table_id);
        if (table !== undefined) {
          this.#takeAt(table, message);
        }
      }
    }
  }

  #takeAt(table: TableModel, message: Extract<ServerMessage, { table_id: number }>): void {
    switch (message.type) {
      case 'frame':
        return this.#takeFrame(table, message);
      case 'yours':
        return table.takeOwn(message);
      case 'you_settled':
      case 'you_voided':
        table.takeOwn(message);
        return this.#sayEnd(table);
      case 'slip_accepted': {
        const amount = formatMinor(table.accepted(message.slip_id), this.#decimals(table));
        return this.notices.say(t('slip.accepted', { amount }));
      }
      case 'slip_refused':
        table.refused(message.slip_id, !this.preferences.atOnce);
        return this.refuse(message.refusal);
      case 'wagers_cleared':
        table.cleared();
        return this.notices.show(
          t('slip.cleared', { amount: formatMinor(message.returned, this.#decimals(table)) }),
        );
      case 'clear_refused':
        table.cleared();
        return this.refuse(message.refusal);
    }
  }

  #takeFrame(table: TableModel, frame: Frame): void {
    if (!table.takeFrame(frame) || table.view === null) {
      return;
    }
    if (frame.event.type === 'betting_closed') {
      const swept = table.sweep();
      if (swept > 0) {
        this.notices.show(t('slip.dropped', { amount: formatMinor(swept, table.view.decimals) }));
      }
    }
    if (table.id === this.#seatedAt) {
      const line = said(frame.event, table.view, frame.at);
      if (line !== null) {
        this.notices.say(line);
      }
    }
  }

  #sayEnd(table: TableModel): void {
    const { settled } = table.seat;
    if (settled === null) {
      return;
    }
    const line = endLine(settled, this.#decimals(table));
    if (table.id === this.#seatedAt && this.router.route.view === 'table') {
      this.notices.say(line);
    } else {
      this.notices.show(
        `${table.view?.name ?? ''}: ${line}`,
        settled.paid > settled.staked ? 'good' : 'plain',
      );
    }
  }

  #welcome(message: Extract<ServerMessage, { type: 'welcome' }>): void {
    this.session.patron = message.patron;
  }

  /** Something that was sent could not be done. What can be sent again under its old id, is. */
  #problem(error: ErrorBody): void {
    if (error.code === 'unauthenticated' && this.session.token !== null) {
      this.session.forget();
      this.notices.show(t('guest.forgotten'), 'bad');
      this.asking = true;
      return;
    }
    this.refuse(error);
    if (PASSING.has(error.code)) {
      setTimeout(() => {
        for (const table of this.tables.values()) {
          table.resend();
        }
      }, SEND_AGAIN_MS);
    }
  }

  #decimals(table: TableModel): number {
    return table.view?.decimals ?? 2;
  }
}

/** What a round came to for the patron, in one line. */
export function endLine({ staked, paid, voided }: Settled, decimals: number): string {
  if (voided) {
    return t('result.you.returned', { amount: formatMinor(paid, decimals) });
  }
  if (paid > staked) {
    return t('result.you.won', { amount: formatMinor(paid - staked, decimals) });
  }
  return paid === staked
    ? t('result.you.even')
    : t('result.you.lost', { amount: formatMinor(staked - paid, decimals) });
}

export const app = new App();
