// The cards of a round that patrons turn: which side is the patron's own, what the edge of a card shows to them, and how
// far each card is lifted. The server alone knows a card that lies face down.
import type { RoundRef, ServerMessage, SideId } from '../wire/messages';
import type { MessageSender } from './sender';
import type { PublicTable } from './public-table.svelte';

/** What a hand has in the place of a card that lies face down. */
export const FACE_DOWN = 'down';

export type SqueezeMessage = Extract<
  ServerMessage,
  { type: 'you_squeeze' | 'squeeze_edge' | 'squeeze_progress' | 'squeeze_refused' }
>;

/** The name of a place: the second card of Player is `P2`. */
export function slotOf(side: SideId, place: number): string {
  return `${side === 'player' ? 'P' : 'B'}${String(place + 1)}`;
}

interface OfRound {
  readonly round: RoundRef;
  readonly side: SideId | null;
  readonly edges: Readonly<Record<string, string>>;
  readonly lifts: Readonly<Record<string, number>>;
}

export class Squeeze {
  #of = $state.raw<OfRound | null>(null);

  constructor(
    readonly table: PublicTable,
    readonly sender: MessageSender,
  ) {}

  readonly #current = $derived.by((): OfRound | null => {
    const shoe = this.table.view?.shoe;
    const of = this.#of;
    const same = of !== null && shoe?.shoe_no === of.round.shoe_no && shoe.round_no === of.round.round_no;
    return same ? of : null;
  });
  /** The round whose cards are turned; null when none is. */
  get round(): RoundRef | null {
    return this.#current?.round ?? null;
  }

  /** The side whose cards the patron turns; null when they turn none. */
  get side(): SideId | null {
    return this.#current?.side ?? null;
  }

  /** What the edge of each lifted card shows, by its place. */
  get edges(): OfRound['edges'] {
    return this.#current?.edges ?? {};
  }

  /** How far each card is lifted, by its place, in thousandths. */
  get lifts(): OfRound['lifts'] {
    return this.#current?.lifts ?? {};
  }

  hear(message: SqueezeMessage): void {
    const { round } = message;
    const before = this.#of;
    const same =
      before !== null && before.round.shoe_no === round.shoe_no && before.round.round_no === round.round_no;
    const of = same ? before : { round, side: null, edges: {}, lifts: {} };
    if (message.type === 'you_squeeze') {
      this.#of = { ...of, side: message.side === 'player' ? 'player' : 'banker' };
    } else if (message.type === 'squeeze_edge') {
      this.#of = { ...of, edges: { ...of.edges, [message.slot]: message.shows } };
    } else if (message.type === 'squeeze_progress') {
      this.#of = { ...of, lifts: { ...of.lifts, [message.slot]: message.permille } };
    }
  }

  /** Whether the patron may turn this card now. */
  mayTurn(side: SideId): boolean {
    return this.side === side && (this.table.view?.squeeze?.ends_at ?? null) !== null;
  }
}
