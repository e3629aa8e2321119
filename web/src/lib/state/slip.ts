// The patron's chips that the table has not accepted yet: unconfirmed, or sent and not yet answered. Pure.
// Judges nothing: the server accepts or refuses a slip.
import { sum } from '../money/money';
import type { ClientMessage, SpotStake } from '../wire/messages';

/** One action of the patron: a chip placed, or several at once by Rebet or Double. Undo takes back one move. */
export type Move = readonly SpotStake[];

/** A slip that was sent and waits for its answer. */
export interface SentSlip {
  readonly slipId: string;
  readonly shoeNo: number;
  readonly roundNo: number;
  readonly moves: readonly Move[];
  /** Whether it replaces the wagers that stand. */
  readonly replaces: boolean;
  /** When it was sent last, and whether its answer is late. */
  readonly sentAt: number;
  readonly late: boolean;
}

/** A round of a table. */
export interface Round {
  readonly shoeNo: number;
  readonly roundNo: number;
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

/** Turns the unconfirmed moves into a sent slip. */
export function send(slip: Slip, as: Omit<SentSlip, 'moves' | 'late'>): Slip {
  return { moves: [], sent: [...slip.sent, { ...as, moves: slip.moves, late: false }] };
}

/** The request for a slip. */
export function request(tableId: number, sent: Omit<SentSlip, 'late' | 'sentAt'>): ClientMessage {
  return {
    type: 'place_slip',
    table_id: tableId,
    round: { shoe_no: sent.shoeNo, round_no: sent.roundNo },
    slip_id: sent.slipId,
    wagers: bySpot(sent.moves),
    ...(sent.replaces ? { replaces: true } : {}),
  };
}

/** The stake of a slip, and whether the patron waited for its answer; null if that was already answered. */
export function answered(
  slip: Slip,
  slipId: string,
): { readonly stake: number; readonly late: boolean } | null {
  const sent = slip.sent.find((one) => one.slipId === slipId);
  return sent === undefined ? null : { stake: stakeOf(sent.moves), late: sent.late };
}

/** Marks the slips whose answer is late, because they were sent before `before`. */
export function markLate(slip: Slip, before: number): Slip {
  const isNew = (sent: SentSlip) => !sent.late && sent.sentAt < before;
  if (!slip.sent.some(isNew)) {
    return slip;
  }
  return { ...slip, sent: slip.sent.map((sent) => (isNew(sent) ? { ...sent, late: true } : sent)) };
}

/** Notes that all slips were sent again at `now`. */
export function sentAgain(slip: Slip, now: number): Slip {
  return { ...slip, sent: slip.sent.map((sent) => ({ ...sent, sentAt: now, late: true })) };
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
  return stakeOf(slip.moves);
}

function stakeOf(moves: readonly Move[]): number {
  return sum(moves.flat().map((wager) => wager.stake));
}

/** The unanswered stake of other rounds. */
export function unanswered(slip: Slip, round: Round | null): number {
  return stakeOf(slip.sent.filter((sent) => !isOf(sent, round)).flatMap((sent) => sent.moves));
}

/** The stakes of the slips of that round that were sent and not yet answered. */
export function inFlight(slip: Slip, round: Round | null): SpotStake[] {
  return bySpot(slip.sent.filter((sent) => isOf(sent, round)).flatMap((sent) => sent.moves));
}

/** The move that doubles all stakes on the layout in a round: the accepted, those on their way, the unconfirmed. */
export function doublingMove(slip: Slip, round: Round, wagers: readonly SpotStake[]): Move {
  const standing = slip.sent
    .filter((sent) => isOf(sent, round))
    .reduce((before, { moves, replaces }) => bySpot(replaces ? moves : [before, ...moves]), wagers);
  return bySpot([standing, ...slip.moves]);
}

function isOf(sent: SentSlip, round: Round | null): boolean {
  return sent.shoeNo === round?.shoeNo && sent.roundNo === round.roundNo;
}

/** Maps each spot to its stake. */
export function stakeMap(lines: readonly SpotStake[]): ReadonlyMap<string, number> {
  return new Map(lines.map(({ spot, stake }) => [spot, stake]));
}
