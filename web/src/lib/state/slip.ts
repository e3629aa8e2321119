// The patron's chips that the table has not accepted yet: unconfirmed, or sent and not yet answered. Pure.
// Judges nothing: the server accepts or refuses a slip.
import { sum } from '../money/money';
import type { SpotStake } from '../wire/messages';

/** One action of the patron: a chip placed, or several at once by Rebet or Double. Undo takes back one move. */
export type Move = readonly SpotStake[];

/** A slip that was sent and waits for its answer. */
export interface SentSlip {
  readonly slipId: string;
  readonly shoeNo: number;
  readonly roundNo: number;
  readonly moves: readonly Move[];
}

export interface Slip {
  /** Not confirmed yet, oldest first. */
  readonly moves: readonly Move[];
  /** Sent, oldest first. */
  readonly sent: readonly SentSlip[];
}

export const EMPTY_SLIP: Slip = { moves: [], sent: [] };

/** Adds a move to those that are not confirmed. */
export function addMove(slip: Slip, move: Move): Slip {
  return move.length === 0 ? slip : { ...slip, moves: [...slip.moves, move] };
}

/** Takes back the last unconfirmed move. */
export function undo(slip: Slip): Slip {
  return { ...slip, moves: slip.moves.slice(0, -1) };
}

/** Takes back all unconfirmed moves. */
export function discardUnconfirmed(slip: Slip): Slip {
  return { ...slip, moves: [] };
}

/** Turns the unconfirmed moves into a sent slip with that id. */
export function send(slip: Slip, slipId: string, round: { shoeNo: number; roundNo: number }): Slip {
  return { moves: [], sent: [...slip.sent, { slipId, ...round, moves: slip.moves }] };
}

/** Drops an accepted slip: the table reports its stakes from now on. */
export function accepted(slip: Slip, slipId: string): Slip {
  return { ...slip, sent: slip.sent.filter((sent) => sent.slipId !== slipId) };
}

/** Drops a refused slip. With `keep` its moves become unconfirmed again, before those made since. */
export function refused(slip: Slip, slipId: string, keep: boolean): Slip {
  const refusedMoves = slip.sent.filter((sent) => sent.slipId === slipId).flatMap((sent) => sent.moves);
  return { moves: keep ? [...refusedMoves, ...slip.moves] : slip.moves, sent: accepted(slip, slipId).sent };
}

/** Adds up the stakes of each spot; spots come in the order of their first chip. */
export function bySpot(moves: readonly Move[]): SpotStake[] {
  const stakes = new Map<string, number>();
  for (const { spot, stake } of moves.flat()) {
    stakes.set(spot, (stakes.get(spot) ?? 0) + stake);
  }
  return [...stakes].map(([spot, stake]) => ({ spot, stake }));
}

/** The sum of all unconfirmed stakes, in minor units. */
export function unconfirmed(slip: Slip): number {
  return sum(slip.moves.flat().map((wager) => wager.stake));
}

/** The stakes of all slips that were sent and not yet answered. */
export function inFlight(slip: Slip): SpotStake[] {
  return bySpot(slip.sent.flatMap((sent) => sent.moves));
}

/** The move that doubles all stakes on the layout in a round: the accepted, those on their way, the unconfirmed. */
export function doublingMove(
  slip: Slip,
  round: { shoeNo: number; roundNo: number },
  wagers: readonly SpotStake[],
): Move {
  const sent = slip.sent.filter(
    ({ shoeNo, roundNo }) => shoeNo === round.shoeNo && roundNo === round.roundNo,
  );
  return bySpot([wagers, ...sent.flatMap(({ moves }) => moves), ...slip.moves]);
}

/** Maps each spot to its stake. */
export function stakeMap(lines: readonly SpotStake[]): ReadonlyMap<string, number> {
  return new Map(lines.map(({ spot, stake }) => [spot, stake]));
}
