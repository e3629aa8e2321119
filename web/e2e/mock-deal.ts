// The cards of a mock round as the history has them: in deal order, each with its hand and the total with it.
import type { CardsView, DealtCard, SideId } from '../src/lib/wire/messages';

const SIDES: readonly SideId[] = ['player', 'banker'];

/** The cards of both hands in deal order. */
export function dealOf(cards: CardsView | undefined): DealtCard[] {
  const totals = { player: 0, banker: 0 };
  return [0, 1, 2].flatMap((place) =>
    SIDES.flatMap((side) => {
      const card = cards?.[side].cards[place];
      if (card === undefined) {
        return [];
      }
      totals[side] = (totals[side] + points(card)) % 10;
      return [{ card, side, total: totals[side] }];
    }),
  );
}

function points(card: string): number {
  return 'TJQK'.includes(card.charAt(0)) ? 0 : Number(card.charAt(0).replace('A', '1'));
}
