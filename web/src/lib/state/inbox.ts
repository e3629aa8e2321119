// Delivers each server message to the session, a table or the notices. Messages that would reveal a result wait
// until the last card has turned.
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { ErrorBody, PatronInfo, ServerMessage } from '../wire/messages';
import { announcementOf, correctionText, idleText } from './announce';
import type { Frame } from './live-table';
import { News } from './news';
import type { Page } from './page';
import { RevealQueue } from './reveal-queue';
import type { Wallet } from './session.svelte';
import type { TableModel } from './table.svelte';

type TableMessage = Extract<ServerMessage, { table_id: number }>;

/** How long a card takes from the shoe until it has turned: the length of its animation. */
const CARD_FLIP_MS = 600;
/** Problems that pass by themselves; unanswered messages are then sent again. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['unavailable', 'too_many_messages']);
const RESEND_AFTER_MS = 1_000;

export class Inbox {
  readonly #queue = new RevealQueue();
  readonly #news: News;
  #cardFlippedAt = 0;
  /** What the server greeted with, while it may hold the result of a round whose cards are still to be shown. */
  #greeted: Wallet | null = null;

  constructor(private readonly page: Page) {
    this.#news = new News(page);
  }

  receive(message: ServerMessage): void {
    if (!this.#isAboutSeat(message)) {
      this.#deliver(message);
      return;
    }
    this.#queue.run(() => {
      const wait = this.#revealsResult(message) ? this.#cardFlippedAt - Date.now() : 0;
      if (wait > 0) {
        this.#queue.delay(wait, () => {
          this.#deliver(message);
        });
      } else {
        this.#deliver(message);
      }
    });
  }

  /** Whether the message is about the patron's money or the table they are at. */
  #isAboutSeat(message: ServerMessage): boolean {
    switch (message.type) {
      case 'wallet':
        return true;
      case 'snapshot':
        return message.table.table_id === this.page.seatedTableId;
      default:
        return 'table_id' in message && message.table_id === this.page.seatedTableId;
    }
  }

  #revealsResult(message: ServerMessage): boolean {
    switch (message.type) {
      case 'frame':
        return message.event.type === 'round_ended';
      case 'wallet':
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
        return this.page.welcomed(this.#withoutResult(message.patron));
      case 'wallet':
        return this.page.session.wallet(message);
      case 'problem':
        return this.#problem(message.error);
      case 'snapshot':
        return this.page.tables.get(message.table.table_id)?.applySnapshot(message);
      case 'reality_check':
        this.page.protection.check = message.check;
        return;
      case 'lobby':
      case 'lobby_changed':
        return this.page.lobbyMessage(message);
      case 'pong':
        return;
      default:
        return this.#deliverAt(this.page.table(message.table_id), message);
    }
  }

  #deliverAt(table: TableModel, message: TableMessage): void {
    const amount = (minor: number) => formatMinor(minor, table.view?.decimals ?? 2);
    switch (message.type) {
      case 'frame':
        return this.#frame(table, message);
      case 'spot_totals':
        return table.applyTotals(message);
      case 'yours':
        table.applyPatronMessage(message);
        return this.#showGreeted(table);
      case 'you_settled':
      case 'you_voided':
        table.applyPatronMessage(message);
        return this.#news.result(table);
      case 'you_corrected':
        return this.page.notices.show(correctionText(message, table.view?.decimals ?? 2));
      case 'seat_taken':
        table.seatTaken();
        this.page.seatTaken(table.id);
        return this.page.notices.announce(t('seat.taken', { table: this.page.tableName(table.id) }));
      case 'seat_refused':
        table.entry.refused(message.refusal.code);
        // The dialog that opens says what the table asks for.
        return table.entry.asks === null ? this.#news.refuse(message.refusal) : undefined;
      case 'seat_left':
        return this.#news.seatLeft(table, message.reason);
      case 'auto_accepted':
        return table.auto.accepted(message.request_id);
      case 'auto_refused':
        table.auto.refused();
        return this.#news.refuse(message.refusal);
      case 'auto_started':
        return this.page.notices.announce(t('auto.running', { rounds: message.rounds }));
      case 'auto_ended':
        return this.#news.autoEnded(table, message);
      case 'idle':
        return this.page.notices.show(idleText(message, this.page.tableName(table.id)));
      case 'slip_accepted':
        this.page.protection.accepted();
        table.applyPatronMessage(message);
        return this.#news.slipAccepted(table, message.slip_id);
      case 'slip_refused':
        return this.#news.slipRefused(table, message.slip_id, message.refusal);
      case 'wagers_cleared':
        table.cleared();
        return this.page.notices.show(
          message.request_id === null
            ? t('slip.left', { table: this.page.tableName(table.id), amount: amount(message.returned) })
            : t('slip.cleared', { amount: amount(message.returned) }),
        );
      case 'clear_refused':
        table.cleared();
        return this.page.refuse(message.refusal);
    }
  }

  /** The patron of a greeting. With bets on the table in view, the balance waits for what the page missed. */
  #withoutResult(patron: PatronInfo | null): PatronInfo | null {
    const { session, seatedTableId, tables } = this.page;
    const known = session.patron;
    const wagers = seatedTableId === null ? [] : (tables.get(seatedTableId)?.seat.wagers ?? []);
    this.#greeted = null;
    if (patron === null || known?.patron_id !== patron.patron_id || wagers.length === 0) {
      return patron;
    }
    this.#greeted = patron;
    const { balance, bonus, owed, number } = known;
    return { ...patron, balance, bonus, owed, number };
  }

  #showGreeted(table: TableModel): void {
    if (this.#greeted !== null && table.id === this.page.seatedTableId) {
      this.page.session.wallet(this.#greeted);
      this.#greeted = null;
    }
  }

  #frame(table: TableModel, frame: Frame): void {
    if (!table.applyFrame(frame) || table.view === null) {
      return;
    }
    if (frame.event.type === 'betting_closed') {
      const discarded = table.discardUnconfirmed();
      if (discarded > 0) {
        this.page.notices.show(t('slip.dropped', { amount: formatMinor(discarded, table.view.decimals) }));
      }
    }
    if (table.id !== this.page.seatedTableId) {
      return;
    }
    if (frame.event.type === 'card_drawn' && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#cardFlippedAt = Date.now() + CARD_FLIP_MS;
    }
    const announcement = announcementOf(frame.event, table.view, frame.at);
    if (announcement !== null) {
      this.page.notices.announce(announcement);
    }
  }

  /** Shows a problem that the server reports. After a transient one, unanswered messages are sent again. */
  #problem(error: ErrorBody): void {
    if (error.code === 'unauthenticated' && this.page.session.isKnown) {
      return this.page.account.ended();
    }
    if (error.code === 'second_factor_needed') {
      return this.page.account.secondFactorNeeded();
    }
    if (error.code === 'unknown_table') {
      return this.page.tableMissing();
    }
    this.#news.refuse(error);
    if (TRANSIENT_CODES.has(error.code)) {
      setTimeout(() => {
        this.page.resend();
      }, RESEND_AFTER_MS);
    }
  }
}
