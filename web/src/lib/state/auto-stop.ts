// The stop conditions of Auto: a loss or a win since it was started. The house does not know them, so the page adds up
// the results and asks the house to stop. Pure, apart from what the browser stores.
import type { RoundRef } from '../wire/messages';
import { storage } from './storage';

/** The stop conditions, in minor units; null for none. */
export interface StopAt {
  readonly lost: number | null;
  readonly won: number | null;
}

/** The stop conditions with the sum of the results since Auto was started. */
export interface Tally extends StopAt {
  /** Won less lost. */
  readonly net: number;
  /** The last round that was counted. */
  readonly counted: RoundRef | null;
}

/** The result of a round for the patron. */
export interface RoundResult {
  readonly round: RoundRef;
  readonly staked: number;
  readonly paid: number;
}

export function tally({ lost, won }: StopAt, counted: RoundRef | null): Tally | null {
  return lost === null && won === null ? null : { lost, won, net: 0, counted };
}

/** Counts a result, once for each round. */
export function count(before: Tally, { round, staked, paid }: RoundResult): Tally {
  const { counted } = before;
  const isNew =
    counted === null ||
    round.shoe_no > counted.shoe_no ||
    (round.shoe_no === counted.shoe_no && round.round_no > counted.round_no);
  return isNew ? { ...before, net: before.net + paid - staked, counted: round } : before;
}

/** The bound that was reached; null while none was. */
export function reached({ lost, won, net }: Tally): 'lost' | 'won' | null {
  if (lost !== null && -net >= lost) {
    return 'lost';
  }
  return won !== null && net >= won ? 'won' : null;
}

const key = (tableId: number) => `punto.auto.${String(tableId)}`;

/** Keeps the tally for a reload of the page. */
export function keep(tableId: number, kept: Tally | null): void {
  if (kept === null) {
    storage.remove(key(tableId));
  } else {
    storage.set(key(tableId), JSON.stringify(kept));
  }
}

export function kept(tableId: number): Tally | null {
  const text = storage.get(key(tableId));
  return text === null ? null : (JSON.parse(text) as Tally);
}
