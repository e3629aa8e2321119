// The cards of a round in the order in which they fell. Where patrons turn cards, they are shown in another order, and the
// checks get a card once all before it are shown. Pure but for what it holds.
import type { CardProof, PublicEvent, SideId } from '$lib/wire/messages';
import type { Message } from './module';

interface Fallen {
  readonly slot: string;
  readonly card: string | null;
  readonly proof: CardProof | null;
}

function slotAt(side: SideId, cards: number): string {
  return `${side === 'player' ? 'P' : 'B'}${String(cards)}`;
}

export class CardsInOrder {
  #fallen: Fallen[] = [];

  /** The cards that the checks get now; none for an event that shows no card. */
  hear(event: PublicEvent): Message[] {
    switch (event.type) {
      case 'betting_opened':
      case 'shoe_opened':
        this.#fallen = [];
        return [];
      case 'card_face_down':
      case 'card_drawn': {
        const slot = slotAt(event.side, event.cards[event.side].cards.length);
        const isShown = event.type === 'card_drawn';
        this.#fallen.push({
          slot,
          card: isShown ? event.card : null,
          proof: isShown ? (event.proof ?? null) : null,
        });
        return this.#next(event.shoe.shoe_no);
      }
      case 'cards_revealed': {
        const { slots, cards, proofs } = event;
        this.#fallen = this.#fallen.map((fallen) => {
          const place = slots.indexOf(fallen.slot);
          const hand = fallen.slot.startsWith('P') ? cards.player : cards.banker;
          const card = hand.cards[Number(fallen.slot.slice(1)) - 1] ?? null;
          return place === -1 ? fallen : { ...fallen, card, proof: proofs?.[place] ?? null };
        });
        return this.#next(event.shoe.shoe_no);
      }
      default:
        return [];
    }
  }

  #next(shoe: number): Message[] {
    const hidden = this.#fallen.findIndex(({ card }) => card === null);
    const shown = this.#fallen.splice(0, hidden === -1 ? this.#fallen.length : hidden);
    return shown.map(({ card, proof }) => ({ card: { shoe, card: card ?? '', proof } }));
  }
}
