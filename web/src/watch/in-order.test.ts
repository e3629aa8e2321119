// The order in which the checks get cards that patrons turn.
import { expect, it } from 'vitest';
import { tableView } from '$lib/state/fixtures';
import type { PublicEvent, SideId } from '$lib/wire/messages';
import { CardsInOrder } from './in-order';

const { shoe } = tableView({ phase: { name: 'dealing' } });
const phase = { name: 'dealing' } as const;
const hands = (player: string[], banker: string[]) => ({
  player: { cards: player, total: 0 },
  banker: { cards: banker, total: 0 },
});
const falls = (side: SideId, player: string[], banker: string[]): PublicEvent => ({
  type: 'card_face_down',
  phase,
  side,
  cards: hands(player, banker),
  shoe,
});
const shows = (slots: string[], player: string[], banker: string[]): PublicEvent => ({
  type: 'cards_revealed',
  phase,
  slots,
  by: 'holder',
  cards: hands(player, banker),
  shoe,
  proofs: slots.map((_, index) => ({ index, salt: 'ab' })),
});

it('hands over a card once all before it are shown', () => {
  const order = new CardsInOrder();
  const cards = (event: PublicEvent) =>
    order
      .hear(event)
      .map((message) => (typeof message === 'object' && 'card' in message ? message.card.card : ''));
  expect(cards(falls('player', ['down'], []))).toEqual([]);
  expect(cards(falls('banker', ['down'], ['down']))).toEqual([]);
  expect(cards(falls('player', ['down', 'down'], ['down']))).toEqual([]);
  expect(cards(falls('banker', ['down', 'down'], ['down', 'down']))).toEqual([]);
  expect(cards(shows(['P2'], ['down', 'Ks'], ['down', 'down']))).toEqual([]);
  expect(cards(shows(['P1'], ['9h', 'Ks'], ['down', 'down']))).toEqual(['9h']);
  expect(cards(shows(['B1', 'B2'], ['9h', 'Ks'], ['Kd', '3c']))).toEqual(['Kd', 'Ks', '3c']);
});
