// What the dealer's page knows of its table, and the steps that several states share. Pure.
import { slotName } from '$lib/live/words';
import type { CardSlot, LiveTable, TableView } from '$lib/wire/messages';
import { order, type Choice } from './choice';
import { t } from './text';

/** What is known of the table. */
export interface Seen {
  readonly live: LiveTable;
  /** The public state; null before the first message about it. */
  readonly view: TableView | null;
  /** The number of the member of staff who looks. */
  readonly self: number;
  /** The server's time. */
  readonly now: number;
  /** Whether no answer of the server comes. */
  readonly isLost: boolean;
}

/** Whether a round is under way, in which only a supervisor changes the dealer. */
export function inRound(view: TableView | null): boolean {
  return view !== null && ['betting', 'closed', 'dealing'].includes(view.phase.name);
}

/** The dealer goes, between rounds only: they hand over to the one who waits, or stand up. */
export function standUp({ live: { relief, names } }: Seen): Choice {
  if (relief === null) {
    return order('h', t('do.stand_up'), { type: 'stand_up' }, { sure: t('sure.stand_up') });
  }
  const name = names[relief] ?? String(relief);
  const sure = t('sure.hand_over', { name });
  return order('h', t('do.hand_over', { name }), { type: 'hand_over', to: relief }, { sure });
}

/** The cut card, while a shoe is in play and it has not come out. */
export function cutCard(view: TableView | null): readonly Choice[] {
  const isOut = view === null || view.shoe.cut_card_out || view.shoe.last_round;
  return isOut ? [] : [order('u', t('do.cut_card'), { type: 'cut_card' }, { sure: t('sure.cut_card') })];
}

/** The cards that the dealer turns, because everybody may see them now; none once the next one is drawn. */
export function turnLine({ live: { turn } }: Seen): string | null {
  const slots = turn.map((slot) => slotName(slot as CardSlot).toUpperCase());
  return slots.length === 0 ? null : t('line.turn', { slots: slots.join(', ') });
}
