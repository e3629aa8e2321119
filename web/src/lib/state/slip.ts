// The patron's chips on their way to the table: laid but not confirmed, or sent and not yet answered. Pure.
// Judges nothing: the server takes a slip or refuses it.
import { sum } from '../money/money';
import type { SpotStake } from '../wire/messages';

/** One thing the patron did: a chip laid, or several at once by Rebet or Double. Undo takes back one. */
export type Move = readonly SpotStake[];

/** A slip that was sent and waits for its answer. */
export interface Sent {
  readonly slipId: string;
  readonly shoeNo: number;
  readonly roundNo: number;
  readonly moves: readonly Move[];
}

export interface Slip {
  /** Not confirmed yet, oldest first. */
  readonly moves: readonly Move[];
  /** Sent, oldest first. */
  readonly sent: readonly Sent[];
}

export const EMPTY_SLIP: Slip = { moves: [], sent: [] };

/** Lays chips. */
export function lay(slip: Slip, move: Move): Slip {
  return move.length === 0 ? slip : { ...slip, moves: [...slip.moves, move] };
}

/** Takes back the last move that was not confirmed. */
export function undo(slip: Slip): Slip {
  return { ...slip, moves: slip.moves.slice(0, -1) };
}

/** Takes back everything that was not confirmed. */
export function sweep(slip: Slip): Slip {
  return { ...slip, moves: [] };
}

/** What was not confirmed becomes a slip under that id. */
export function send(slip: Slip, slipId: string, round: { shoeNo: number; roundNo: number }): Slip {
  return { moves: [], sent: [...slip.sent, { slipId, ...round, moves: slip.moves }] };
}

/** The slip was taken: its stakes are the table's to tell. */
export function accepted(slip: Slip, slipId: string): Slip {
  return { ...slip, sent: slip.sent.filter((sent) => sent.slipId !== slipId) };
}

/** The slip was refused. With `keep` its chips lie unconfirmed again, below what was laid since. */
export function refused(slip: Slip, slipId: string, keep: boolean): Slip {
  const back = slip.sent.filter((sent) => sent.slipId === slipId).flatMap((sent) => sent.moves);
  return { moves: keep ? [...back, ...slip.moves] : slip.moves, sent: accepted(slip, slipId).sent };
}

/** Stakes of one spot added up, spots in the order of their first chip. */
export function bySpot(moves: readonly Move[]): SpotStake[] {
  const stakes = new Map<string, number>();
  for (const { spot, stake } of moves.flat()) {
    stakes.set(spot, (stakes.get(spot) ?? 0) + stake);
  }
  return [...stakes].map(([spot, stake]) => ({ spot, stake }));
}

/** All that was laid and not confirmed, in minor units. */
export function laid(slip: Slip): number {
  return sum(slip.moves.flat().map((wager) => wager.stake));
}

/** All that is on its way. */
export function onTheWay(slip: Slip): SpotStake[] {
  return bySpot(slip.sent.flatMap((sent) => sent.moves));
}

/** The move that doubles what lies on the layout, confirmed or not. */
export function doubling(slip: Slip, wagers: readonly SpotStake[]): Move {
  return bySpot([wagers, ...slip.moves]);
}

/** Stakes by spot, for looking up. */
export function stakeMap(lines: readonly SpotStake[]): ReadonlyMap<string, number> {
  return new Map(lines.map(({ spot, stake }) => [spot, stake]));
}
