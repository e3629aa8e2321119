// Says what became of slips, seats, Auto and rounds: at the spot, as a notice, or to screen readers only.
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { EndedAuto, ErrorBody } from '../wire/messages';
import { autoEndText, missedText, netResultText, seatLeftText } from './announce';
import type { Page } from './page';
import { answered } from './slip';
import type { TableModel } from './table.svelte';

/** Refusals of a slip that reached the table after its round. */
const TOO_LATE: ReadonlySet<string> = new Set(['betting_closed', 'round_not_open']);

export class News {
  constructor(private readonly page: Page) {}

  /** A slip or an undo was accepted; it is shown when the patron waited for it. */
  slipAccepted(table: TableModel, slipId: string): void {
    const { notices } = this.page;
    if (table.undone(slipId)) {
      notices.announce(t('slip.undone'));
      return;
    }
    const answer = answered(table.slip, slipId);
    table.accepted(slipId);
    // A slip that was sent twice is answered twice, and news once.
    if (answer === null) {
      return;
    }
    const text = t('slip.accepted', { amount: formatMinor(answer.stake, table.view?.decimals ?? 2) });
    if (answer.late) {
      notices.show(text, 'good');
    } else {
      notices.announce(text);
    }
  }

  slipRefused(table: TableModel, slipId: string, refusal: ErrorBody): void {
    if (refusal.limited_by === 'own_range') {
      void this.page.range.recall();
    }
    if (table.undone(slipId)) {
      this.refuse(refusal);
      return;
    }
    // Without a seat nothing was judged: the chips wait for the patron to confirm them again.
    const unseated = refusal.code === 'not_seated';
    const answer = answered(table.slip, slipId);
    table.refused(slipId, unseated || !this.page.preferences.sendAtOnce, refusal);
    if (answer?.late === true && TOO_LATE.has(refusal.code)) {
      const amount = formatMinor(answer.stake, table.view?.decimals ?? 2);
      this.page.notices.show(t('slip.too_late', { amount }), 'bad');
    } else if (!unseated) {
      this.#refuseAtSpot(table, refusal);
    } else {
      table.refusal = null;
      if (table.seat.seated) {
        table.seatLeft('unknown');
        this.page.refuse(refusal);
      }
    }
  }

  /** Shows a refusal at its spot, where that is on the screen. */
  #refuseAtSpot(table: TableModel, refusal: ErrorBody): void {
    const isShown = table.id === this.page.seatedTableId && this.page.router.route.view === 'table';
    if (table.refusal === null || !isShown || this.page.protection.noted(refusal)) {
      table.refusal = null;
      this.refuse(refusal);
    } else {
      this.page.notices.announce(this.page.explain(refusal));
    }
  }

  /** Says how Auto ended, where the table does not, and why the patron cannot play, if that is so. */
  autoEnded(table: TableModel, end: EndedAuto): void {
    if (end.refusal !== null) {
      void this.page.protection.recall();
    }
    if (table.id !== this.page.seatedTableId || this.page.router.route.view !== 'table') {
      this.page.notices.show(this.#at(table, autoEndText(end)));
    }
  }

  /** Shows a refusal, unless the table or a dialog shows it for as long as it lasts. */
  refuse(refusal: ErrorBody): void {
    if (!this.page.protection.noted(refusal) || this.page.router.route.view !== 'table') {
      this.page.refuse(refusal);
    }
  }

  /** Says where something happened. */
  #at(table: TableModel, text: string): string {
    return t('notice.at', { table: this.page.tableName(table.id), text });
  }

  seatLeft(table: TableModel, reason: string): void {
    if (reason === 'removed') {
      void this.page.protection.recall();
    }
    if (!table.seatLeft(reason)) {
      this.page.notices.show(seatLeftText(reason, this.page.tableName(table.id)));
    }
  }

  /** Says the patron's result: that of a round that this page missed stays until it is read. */
  result(table: TableModel): void {
    const { settled, roundNo } = table.seat;
    if (settled === null) {
      return;
    }
    const decimals = table.view?.decimals ?? 2;
    const tone = settled.paid > settled.staked ? 'good' : 'plain';
    if (!table.isCurrentRound(table.seat)) {
      const text = missedText(settled, roundNo, table.view, this.page.tableName(table.id));
      this.page.notices.show(text, tone, true);
    } else if (table.id === this.page.seatedTableId && this.page.router.route.view === 'table') {
      this.page.notices.announce(netResultText(settled, decimals));
    } else {
      this.page.notices.show(this.#at(table, netResultText(settled, decimals)), tone);
    }
  }
}
