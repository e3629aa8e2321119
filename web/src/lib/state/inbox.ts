// Delivers each server message to the session, a table or the notices. `paced.ts` says when.
import { withTexts } from '../i18n/load';
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { ErrorBody, ServerMessage } from '../wire/messages';
import { announcementOf, idleText } from './announce';
import type * as corrected from './corrected';
import { hearing } from './hearing';
import type { Frame } from './live-table';
import { News } from './news';
import { Paced } from './paced';
import type { Page } from './page';
import type { TableModel } from './table.svelte';

type TableMessage = Extract<ServerMessage, { table_id: number }>;

/** Problems that pass by themselves; unanswered messages are then sent again. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['unavailable', 'too_many_messages']);
const RESEND_AFTER_MS = 1_000;

export class Inbox {
  readonly #paced: Paced;
  readonly #news: News;

  constructor(private readonly page: Page) {
    this.#news = new News(page);
    this.#paced = new Paced(
      page,
      (message) => {
        this.#deliver(message);
      },
      (text) => {
        page.notices.announce(text);
      },
    );
  }

  receive(message: ServerMessage): void {
    hearing.by?.(message);
    if (hearing.holds?.(message, this.#paced) !== true) {
      this.#paced.receive(message);
    }
  }

  #deliver(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.page.welcomed(message.patron);
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
        return table.applyPatronMessage(message);
      case 'you_settled':
      case 'you_voided':
        table.applyPatronMessage(message);
        return this.#news.result(table);
      case 'you_corrected':
        table.applyPatronMessage(message);
        return this.#corrected(({ ownText }) => ownText(message, table.view?.decimals ?? 2));
      case 'you_squeeze':
      case 'squeeze_edge':
      case 'squeeze_progress':
      case 'squeeze_refused':
        return table.squeeze.hear(message);
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
        if (message.request_id === null) {
          // They came back because the patron left: no `yours` follows.
          table.seat = { ...table.seat, wagers: [], staked: 0 };
        }
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

  #frame(table: TableModel, frame: Frame): void {
    const { event } = frame;
    const before = table.view;
    if (!table.applyFrame(frame) || table.view === null || before === null) {
      return;
    }
    if (event.type === 'betting_closed') {
      const discarded = table.discardUnconfirmed();
      if (discarded > 0) {
        this.page.notices.show(t('slip.dropped', { amount: formatMinor(discarded, table.view.decimals) }));
      }
    }
    if (event.type === 'round_corrected') {
      this.#corrected(({ roundText }) => roundText(event, this.page.tableName(table.id)));
    }
    if (table.id !== this.page.seatedTableId) {
      return;
    }
    this.#paced.show(table, frame, before, announcementOf(event, table.view, frame.at));
  }

  #corrected(say: (texts: typeof corrected) => string): void {
    void withTexts(['corrected'], import('./corrected')).then((texts) => {
      this.page.notices.show(say(texts));
    });
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
