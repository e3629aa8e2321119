// The hands of a round from its cards as the server dealt them out. Knows no drawing rule and no value of a card.
import type { DealtCard, SideId } from '$lib/wire/messages';

/** A hand so far: its cards, and its total as the server said it. */
export interface Hand {
  readonly cards: readonly string[];
  /** Null before its first card. */
  readonly total: number | null;
}

export const SIDES: readonly SideId[] = ['player', 'banker'];

/** A side's hand after so many cards of the round. */
export function handOf(deal: readonly DealtCard[], side: SideId, cards = deal.length): Hand {
  const own = deal.slice(0, cards).filter((dealt) => dealt.side === side);
  return { cards: own.map(({ card }) => card), total: own.at(-1)?.total ?? null };
}
