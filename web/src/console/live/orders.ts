// The orders that a supervisor gives a live table beside those of a finding: which there are, and when they make sense.
// Pure; the table decides.
import type { CardSlot, LiveTable, SupervisorAction, TableView } from '$lib/wire/messages';

export const ORDERS = [
  'cut_card',
  'misread',
  'open_free_round',
  'assign_shoe',
  'burn_forgotten',
  'allow_unrecorded',
  'end_shoe',
  'seat',
  'unseat',
] as const;
export type Order = (typeof ORDERS)[number];

/** The key of each order that has one. */
export const KEYS: Readonly<Record<Order, string>> = {
  cut_card: 'u',
  misread: 'd',
  open_free_round: 'f',
  assign_shoe: 's',
  burn_forgotten: 'b',
  allow_unrecorded: 'g',
  end_shoe: 'w',
  seat: 'q',
  unseat: '',
};

/** A card on the table. */
export interface Lying {
  readonly slot: CardSlot;
  readonly card: string;
}

const SLOTS: readonly (readonly ['player' | 'banker', number, CardSlot])[] = [
  ['player', 0, 'P1'],
  ['banker', 0, 'B1'],
  ['player', 1, 'P2'],
  ['banker', 1, 'B2'],
  ['player', 2, 'P3'],
  ['banker', 2, 'B3'],
];

/** The cards on the table by their places. */
export function lying(cards: TableView['cards'] | null): Lying[] {
  return SLOTS.flatMap(([side, index, slot]) => {
    const card = cards?.[side].cards[index];
    return card === undefined ? [] : [{ slot, card }];
  });
}

/** Whether a round may begin, by the dealer or by the clock. At a halted table `gate.why` is `halted`. */
function mayBegin({ waits_for: wait, gate }: LiveTable): boolean {
  return (wait === 'start' || wait === null) && gate.why === 'settled';
}

/** Whether an order makes sense as the table stands. */
export function isOffered(order: Order, live: LiveTable, cards: readonly Lying[]): boolean {
  switch (order) {
    case 'cut_card':
    case 'burn_forgotten':
    case 'end_shoe':
      return live.shoe !== null;
    case 'misread':
      return cards.length > 0 && live.finding === null;
    case 'open_free_round':
      return mayBegin(live);
    case 'allow_unrecorded':
      return live.waits_for === 'recording';
    case 'unseat':
      return live.dealer !== null;
    case 'assign_shoe':
    case 'seat':
      return true;
  }
}

/** What somebody chose or wrote for an order. */
export interface Draft {
  readonly label: string;
  /** The number of the seal; empty when any will do. */
  readonly seal: string;
  readonly dealer: number;
  readonly slot: CardSlot;
}

/** An order for which the supervisor proves again who they are; each has a way of its own to the server. */
export type Proved = 'allow_unrecorded' | 'end_shoe';

/** Whether the supervisor proves again who they are. */
export function isProved(order: Order): order is Proved {
  return order === 'allow_unrecorded' || order === 'end_shoe';
}

/** The order as the server takes it. */
export function actionOf(
  order: Exclude<Order, Proved>,
  live: LiveTable,
  { label, seal, dealer, slot }: Draft,
): SupervisorAction {
  switch (order) {
    case 'assign_shoe':
      return seal === '' ? { type: order, label } : { type: order, label, seal };
    case 'seat':
      return { type: order, dealer };
    case 'unseat':
      return { type: order, dealer: live.dealer ?? 0 };
    case 'misread':
      return { type: order, slot };
    case 'cut_card':
    case 'open_free_round':
    case 'burn_forgotten':
      return { type: order };
  }
}

/** The event that the supervisor saw, but for an order about a dealer, which holds in any case. */
export function seenFor(order: Order, { seq }: LiveTable): number | undefined {
  return order === 'seat' || order === 'unseat' ? undefined : seq;
}
