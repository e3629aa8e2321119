// The cards of a round that patrons turn: which side is the patron's own, what the edge of a card shows to them, and how
// far each card is lifted. Sends what the patron does; the server alone knows a card that lies face down.
import type { RoundRef, ServerMessage, SideId, TableView } from '../wire/messages';
import type { MessageSender } from './sender';
import type { PublicTable } from './public-table.svelte';

/** What a hand has in the place of a card that lies face down. */
export const FACE_DOWN = 'down';
/** From here on everybody sees the card, in thousandths. */
export const SHOWN_AT = 900;
/** How far a card is lifted is sent no sooner than this after the last time. */
const SEND_EVERY_MS = 110;

export type SqueezeMessage = Extract<
  ServerMessage,
  { type: 'you_squeeze' | 'squeeze_edge' | 'squeeze_progress' | 'squeeze_refused' }
>;

/** The name of a place: the second card of Player is `P2`. */
export function slotOf(side: SideId, place: number): string {
  return `${side === 'player' ? 'P' : 'B'}${String(place + 1)}`;
}

/** Where cards of a side lie face down, from 0. */
export function hiddenPlaces(view: TableView, side: SideId): number[] {
  return view.cards[side].cards.flatMap((card, place) => (card === FACE_DOWN ? [place] : []));
}

interface OfRound {
  readonly round: RoundRef;
  readonly side: SideId | null;
  readonly edges: Readonly<Record<string, string>>;
  readonly lifts: Readonly<Record<string, number>>;
}

export class Squeeze {
  #of = $state.raw<OfRound | null>(null);
  #sentAt = 0;
  /** What is sent as soon as it may be; null when nothing waits. */
  #waits: { slot: string; permille: number } | null = null;

  constructor(
    private readonly table: PublicTable,
    private readonly sender: MessageSender,
  ) {}

  readonly #current = $derived.by((): OfRound | null => {
    const shoe = this.table.view?.shoe;
    const of = this.#of;
    const same = of !== null && shoe?.shoe_no === of.round.shoe_no && shoe.round_no === of.round.round_no;
    return same ? of : null;
  });
  /** The side whose cards the patron turns; null when they turn none. */
  readonly side = $derived.by(() => this.#current?.side ?? null);
  /** What the edge of each lifted card shows, by its place. */
  readonly edges = $derived.by(() => this.#current?.edges ?? {});
  /** How far each card is lifted, by its place, in thousandths. */
  readonly lifts = $derived.by(() => this.#current?.lifts ?? {});

  hear(message: SqueezeMessage): void {
    const { round } = message;
    const before = this.#of;
    const same =
      before !== null && before.round.shoe_no === round.shoe_no && before.round.round_no === round.round_no;
    const of = same ? before : { round, side: null, edges: {}, lifts: {} };
    switch (message.type) {
      case 'you_squeeze':
        this.#of = { ...of, side: message.side === 'player' ? 'player' : 'banker' };
        return;
      case 'squeeze_edge':
        this.#of = { ...of, edges: { ...of.edges, [message.slot]: message.shows } };
        return;
      case 'squeeze_progress':
        this.#of = { ...of, lifts: { ...of.lifts, [message.slot]: message.permille } };
        return;
      case 'squeeze_refused':
        return;
    }
  }

  /** Whether the patron may turn this card now. */
  mayTurn(side: SideId): boolean {
    return this.side === side && (this.table.view?.squeeze?.ends_at ?? null) !== null;
  }

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
    const round = this.#current?.round;
    if (round === undefined) {
      return;
    }
    this.#sentAt = performance.now();
    this.sender.send({
      type: 'squeeze',
      table_id: this.table.id,
      round,
      slot,
      edge: 'long',
      permille: Math.round(Math.min(SHOWN_AT, Math.max(0, permille))),
    });
  }

  /** The patron shows a card to everybody. */
  open(slot: string): void {
    const round = this.#current?.round;
    if (round !== undefined) {
      this.sender.send({ type: 'open', table_id: this.table.id, round, slot });
    }
  }

  /** The patron shows all cards of their side. */
  openAll(): void {
    const { side } = this;
    const { view } = this.table;
    if (side !== null && view !== null) {
      hiddenPlaces(view, side).forEach((place) => {
        this.open(slotOf(side, place));
      });
    }
  }
}
