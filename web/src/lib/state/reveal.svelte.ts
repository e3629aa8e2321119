// The card that lies face down on the page: it was dealt and has not turned yet. At most one does, because the next
// step of the table turns it at once. The page knows the card; this delays only its picture.
import type { SideId } from '../wire/messages';
import { allowsHand, paceOf, type Pace } from './pace';

/** A card on its way from the shoe until it has turned. */
export interface Covered extends Pace {
  readonly side: SideId;
  /** Its place in the hand, from 0. */
  readonly place: number;
  /** The total of the hand without it. */
  readonly total: number;
  /** Whether the patron may turn it by hand. */
  readonly byHand: boolean;
  readonly isTurning: boolean;
}

/** A card that was dealt, and the time until the table's next step. */
export interface Dealt {
  readonly side: SideId;
  readonly place: number;
  readonly total: number;
  readonly untilNextMs: number;
  readonly byHand: boolean;
}

/** Whether nothing on the page should move: nobody looks, or the reader asked for no motion. */
export function isStill(): boolean {
  return document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class Reveal {
  covered = $state.raw<Covered | null>(null);
  /** Called when a card has turned. */
  onTurned: () => void = () => undefined;
  #dealtAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Turns the card at once when nobody looks any more. */
  start(): void {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        this.finish();
      }
    });
  }

  /** Shows a card that was dealt: face down first, unless nothing should move. The card before it has turned then. */
  dealt({ untilNextMs, byHand, ...card }: Dealt): void {
    this.finish();
    if (isStill() || untilNextMs <= 0) {
      return;
    }
    const pace = paceOf(untilNextMs, byHand);
    this.#dealtAt = Date.now();
    this.covered = { ...card, ...pace, byHand: byHand && allowsHand(untilNextMs), isTurning: false };
    this.#wait(pace.coverMs, () => {
      this.turn();
    });
  }

  /** The table's next step after the covered card is due in `untilNextMs`: it was the last card of its round. */
  extend(untilNextMs: number): void {
    if (this.covered?.byHand !== true || this.covered.isTurning) {
      return;
    }
    const pace = paceOf(untilNextMs, true);
    this.covered = { ...this.covered, ...pace };
    this.#wait(pace.coverMs - (Date.now() - this.#dealtAt), () => {
      this.turn();
    });
  }

  /** Turns the card: the patron did, or its time is over. */
  turn(): void {
    if (this.covered === null || this.covered.isTurning) {
      return;
    }
    this.covered = { ...this.covered, isTurning: true };
    this.#wait(this.covered.turnMs, () => {
      this.finish();
    });
  }

  /** Shows the card face up at once. */
  finish(): void {
    clearTimeout(this.#timer);
    if (this.covered !== null) {
      this.covered = null;
      this.onTurned();
    }
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, Math.max(0, ms));
  }
}
