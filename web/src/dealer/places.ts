// The six places of a round on the felt, with the cards that lie there. Pure.
import type { CardSlot, TableView } from '$lib/wire/messages';

export type PlaceName = Exclude<CardSlot, 'burn'>;

/** A place on the felt. */
export interface Place {
  readonly slot: PlaceName;
  readonly side: 'player' | 'banker';
  /** The digit that names it where a card is chosen, in the order of the deal. */
  readonly key: string;
  /** The card that lies there. */
  readonly card: string | null;
}

const SLOTS: readonly PlaceName[] = ['P1', 'B1', 'P2', 'B2', 'P3', 'B3'];

/** All places, in the order of the deal. */
export function placesOf(cards: TableView['cards']): readonly Place[] {
  return SLOTS.map((slot, index) => {
    const side = slot.startsWith('P') ? 'player' : 'banker';
    const card = cards[side].cards[Number(slot.slice(1)) - 1] ?? null;
    return { slot, side, key: String(index + 1), card };
  });
}

/** The places whose card everybody sees, in the order of the deal. */
export function shownIn(cards: TableView['cards']): readonly Place[] {
  return placesOf(cards).filter(({ card }) => card !== null && card !== 'down');
}
