// Where each message of the server goes: the session, a table, a notice. What would give a result away waits
// until the last card has turned.
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { ErrorBody, ServerMessage } from '../wire/messages';
import { correctedLine, endLine, said } from './announce';
import { Curtain } from './curtain';
import type { Frame } from './live-table';
import type { Notices } from './notices.svelte';
import type { Preferences } from './preferences.svelte';
import type { Session } from './session.svelte';
import type { TableModel } from './table.svelte';

/** The page, as far as messages reach it. */
export interface Page {
  readonly session: Session;
  readonly notices: Notices;
  readonly preferences: Preferences;
  readonly tables: ReadonlyMap<number, TableModel>;
  readonly seatedAt: number | null;
  readonly router: { readonly route: { readonly view: string } };
  refuse(error: ErrorBody): void;
  unknown(): void;
  resend(): void;
}

type AtTable = Extract<ServerMessage, { table_id: number }>;

/** How long a card takes from the shoe until it has turned; as long as its animation. */
const TURNING_MS = 600;
/** Problems that pass by themselves, and how long to wait before trying again. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'too_many_messages']);
const SEND_AGAIN_MS = 1_000;

export class Inbox {
  readonly #curtain = new Curtain();
  #turnedAt = 0;

  constructor(private readonly page: Page) {}

  take(message: ServerMessage): void {
    if (!this.#concernsSeat(message)) {
      this.#deliver(message);
      return;
    }
    this.#curtain.pass(() => {
      const wait = this.#givesAway(message) ? this.#turnedAt - Date.now() : 0;
      if (wait > 0) {
        this.#curtain.hold(wait, () => {
          this.#deliver(message);
        });
      } else {
        this.#deliver(message);
      }
    });
  }

  /** Whether it is about the table the patron looks at, or their money. */
  #concernsSeat(message: ServerMessage): boolean {
    switch (message.type) {
      case 'balance':
      case 'bonus':
      case 'owed':
        return true;
      case 'snapshot':
        return message.table.table_id === this.page.seatedAt;
      default:
        return 'table_id' in message && message.table_id === this.page.seatedAt;
    }
  }

  #givesAway(message: ServerMessage): boolean {
    switch (message.type) {
      case 'frame':
        return message.event.type === 'round_ended';
      case 'balance':
      case 'bonus':
      case 'owed':
      case 'yours':
      case 'you_settled':
      case 'you_voided':
        return true;
      default:
        return false;
    }
  }

  #deliver(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.page.session.patron = message.patron;
        return;
      case 'balance':
        return this.page.session.balance(message.balance);
      case 'bonus':
        return this.page.session.bonus(message.bonus);
      case 'owed':
        return this.page.session.owed(message.owed);
      case 'problem':
        return this.#problem(message.error);
      case 'snapshot':
        return this.page.tables.get(message.table.table_id)?.takeSnapshot(message);
      case 'pong':
        return;
      default: {
        const table = this.page.tables.get(message.table_id);
        if (table !== undefined) {
          this.#deliverAt(table, message);
        }
      }
    }
  }

  #deliverAt(table: TableModel, message: AtTable): void {
    const amount = (minor: number) => formatMinor(minor, table.view?.decimals ?? 2);
    switch (message.type) {
      case 'frame':
        return this.#frame(table, message);
      case 'yours':
        return table.takeOwn(message);
      case 'you_settled':
      case 'you_voided':
        table.takeOwn(message);
        return this.#sayEnd(table);
      case 'you_corrected':
        return this.page.notices.show(correctedLine(message, table.view?.decimals ?? 2));
      case 'slip_accepted':
        return this.page.notices.say(t('slip.accepted', { amount: amount(table.accepted(message.slip_id)) }));
      case 'slip_refused':
        table.refused(message.slip_id, !this.page.preferences.atOnce);
        return this.page.refuse(message.refusal);
      case 'wagers_cleared':
        table.cleared();
        return this.page.notices.show(
          message.request_id === null
            ? t('slip.left', { table: table.view?.name ?? '', amount: amount(message.returned) })
            : t('slip.cleared', { amount: amount(message.returned) }),
        );
      case 'clear_refused':
        table.cleared();
        return this.page.refuse(message.refusal);
    }
  }

  #frame(table: TableModel, frame: Frame): void {
    if (!table.takeFrame(frame) || table.view === null) {
      return;
    }
    if (frame.event.type === 'betting_closed') {
      const swept = table.sweep();
      if (swept > 0) {
        this.page.notices.show(t('slip.dropped', { amount: formatMinor(swept, table.view.decimals) }));
      }
    }
    if (table.id !== this.page.seatedAt) {
      return;
    }
    if (frame.event.type === 'card_drawn' && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#turnedAt = Date.now() + TURNING_MS;
    }
    const line = said(frame.event, table.view, frame.at);
    if (line !== null) {
      this.page.notices.say(line);
    }
  }

  #sayEnd(table: TableModel): void {
    const { settled } = table.seat;
    if (settled === null) {
      return;
    }
    const line = endLine(settled, table.view?.decimals ?? 2);
    if (table.id === this.page.seatedAt && this.page.router.route.view === 'table') {
      this.page.notices.say(line);
    } else {
      const tone = settled.paid > settled.staked ? 'good' : 'plain';
      this.page.notices.show(`${table.view?.name ?? ''}: ${line}`, tone);
    }
  }

  /** Something that was sent could not be done. What can be sent again under its old id, is. */
  #problem(error: ErrorBody): void {
    if (error.code === 'unauthenticated' && this.page.session.token !== null) {
      return this.page.unknown();
    }
    this.page.refuse(error);
    if (PASSING.has(error.code)) {
      setTimeout(() => {
        this.page.resend();
      }, SEND_AGAIN_MS);
    }
  }
}
