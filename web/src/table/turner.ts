// What a patron does who turns cards, as it is sent to the server.
import { FACE_DOWN, slotOf, type Squeeze } from '$lib/state/squeeze.svelte';
import type { SideId, TableView } from '$lib/wire/messages';

/** From here on everybody sees the card, in thousandths. */
export const SHOWN_AT = 900;
/** How far a card is lifted is sent no sooner than this after the last time. */
const SEND_EVERY_MS = 110;

/** Where cards of a side lie face down, from 0. */
export function hiddenPlaces(view: TableView, side: SideId): number[] {
  return view.cards[side].cards.flatMap((card, place) => (card === FACE_DOWN ? [place] : []));
}

export class Turner {
  #sentAt = 0;
  /** What is sent as soon as it may be; null when nothing waits. */
  #waits: { slot: string; permille: number } | null = null;

  constructor(private readonly squeeze: Squeeze) {}

  /** The patron lifts a card so far, in thousandths. The last place is sent, too, when it comes too soon. */
  lift(slot: string, permille: number): void {
    const wait = this.#sentAt + SEND_EVERY_MS - performance.now();
    if (wait > 0) {
      if (this.#waits === null) {
        setTimeout(() => {
          this.#sendWaiting();
        }, wait);
      }
      this.#waits = { slot, permille };
    } else {
      this.#send(slot, permille);
    }
  }

  #sendWaiting(): void {
    const waits = this.#waits;
    this.#waits = null;
    if (waits !== null) {
      this.#send(waits.slot, waits.permille);
    }
  }

  #send(slot: string, permille: number): void {
    const round = this.squeeze.round;
    if (round === null) {
      return;
    }
    this.#sentAt = performance.now();
    this.squeeze.sender.send({
      type: 'squeeze',
      table_id: this.squeeze.table.id,
      round,
      slot,
      edge: 'long',
      permille: Math.round(Math.min(SHOWN_AT, Math.max(0, permille))),
    });
  }

  /** The patron shows a card to everybody. */
  open(slot: string): void {
    const round = this.squeeze.round;
    if (round !== null) {
      this.squeeze.sender.send({ type: 'open', table_id: this.squeeze.table.id, round, slot });
    }
  }

  /** The patron shows all cards of their side. */
  openAll(): void {
    const { side } = this.squeeze;
    const { view } = this.squeeze.table;
    if (side !== null && view !== null) {
      hiddenPlaces(view, side).forEach((place) => {
        this.open(slotOf(side, place));
      });
    }
  }
}
