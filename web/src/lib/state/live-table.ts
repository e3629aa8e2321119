// A table as this page knows it: what the server said last, folded from a snapshot and the frames after it.
// Pure. Computes no rule: each frame carries all that changed.
import type { PublicEvent, ServerMessage, SettledLine, SpotStake, TableView } from '../wire/messages';

export type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>;
export type Frame = Extract<ServerMessage, { type: 'frame' }>;

/** A table that is followed. */
export interface LiveTable {
  /** The last public event in it. */
  readonly seq: number;
  /** Everything public. */
  readonly view: TableView;
  /** How long the running countdown was when it began, in milliseconds; 0 when there is none. */
  readonly countdownMs: number;
  /** What was burned from the shoe on the table, while nothing has been dealt from it. */
  readonly burned: { readonly first: string | null; readonly faceDown: number } | null;
}

/** What became of a frame. A gap means that something was missed: watch again from `seq`. */
export type Followed =
  | { readonly kind: 'applied'; readonly table: LiveTable }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gap' };

/** A table from its snapshot. */
export function fromSnapshot(snapshot: Snapshot): LiveTable {
  const { seq, now, table } = snapshot;
  return { seq, view: table, countdownMs: countdown(table.phase, now), burned: null };
}

/** The table after a frame, unless the frame does not follow on what is known. */
export function follow(table: LiveTable, frame: Frame): Followed {
  if (frame.seq <= table.seq) {
    return { kind: 'stale' };
  }
  if (frame.after !== table.seq) {
    return { kind: 'gap' };
  }
  const view = { ...table.view, ...changes(frame.event) };
  const phaseChanged = view.phase !== table.view.phase;
  return {
    kind: 'applied',
    table: {
      seq: frame.seq,
      view,
      countdownMs: phaseChanged ? countdown(view.phase, frame.at) : table.countdownMs,
      burned: burned(table, frame.event),
    },
  };
}

const NO_CARDS: TableView['cards'] = {
  player: { cards: [], total: 0 },
  banker: { cards: [], total: 0 },
};

function changes(event: PublicEvent): Partial<TableView> {
  switch (event.type) {
    case 'shoe_opened': {
      const { shoe, road_map } = event;
      return { phase: { name: 'shuffling' }, shoe, road_map, rounds: [], cards: NO_CARDS, result: null };
    }
    case 'cards_burned':
      return { shoe: event.shoe };
    case 'betting_opened':
      return { phase: event.phase, shoe: event.shoe, cards: NO_CARDS, result: null };
    case 'betting_closed':
      return { phase: event.phase };
    case 'card_drawn':
      return { phase: event.phase, cards: event.cards, shoe: event.shoe };
    case 'round_ended': {
      const { phase, result, shoe, rounds, road_map } = event;
      return { phase, result, shoe, rounds, road_map };
    }
    case 'round_corrected': {
      const { result, cards, rounds, road_map } = event;
      return { result, cards, rounds, road_map };
    }
  }
}

function burned(table: LiveTable, event: PublicEvent): LiveTable['burned'] {
  switch (event.type) {
    case 'cards_burned':
      return { first: event.first, faceDown: event.face_down };
    case 'betting_closed':
    case 'shoe_opened':
      return null;
    default:
      return table.burned;
  }
}

/** The moment the phase ends by itself, on the server's clock. */
export function deadline(phase: TableView['phase']): number | null {
  switch (phase.name) {
    case 'betting':
      return phase.closes_at;
    case 'settled':
      return phase.next_at;
    default:
      return null;
  }
}

function countdown(phase: TableView['phase'], now: number): number {
  const end = deadline(phase);
  return end === null ? 0 : Math.max(0, end - now);
}

/** The patron's own side of a table. */
export interface Seat {
  readonly shoeNo: number;
  readonly roundNo: number;
  /** What lies on each spot in that round. */
  readonly wagers: readonly SpotStake[];
  readonly staked: number;
  /** For Rebet. */
  readonly lastWagers: readonly SpotStake[];
  /** How that round ended for the patron, once it has. */
  readonly settled: Settled | null;
}

/** What a round came to for the patron. */
export interface Settled {
  readonly lines: readonly SettledLine[];
  readonly staked: number;
  readonly paid: number;
  readonly voided: boolean;
}

export const NO_SEAT: Seat = { shoeNo: 0, roundNo: 0, wagers: [], staked: 0, lastWagers: [], settled: null };

type Own = Extract<ServerMessage, { type: 'yours' | 'you_settled' | 'you_voided' }>;

/** The seat after a message that concerns the patron alone. */
export function takeSeat(seat: Seat, message: Own): Seat {
  const { shoe_no: shoeNo, round_no: roundNo } = message.round;
  const same = seat.shoeNo === shoeNo && seat.roundNo === roundNo;
  switch (message.type) {
    case 'yours': {
      const { wagers, staked, last_wagers: lastWagers } = message;
      return { shoeNo, roundNo, wagers, staked, lastWagers, settled: same ? seat.settled : null };
    }
    case 'you_settled': {
      const { wagers: lines, staked, paid } = message;
      return { ...seat, shoeNo, roundNo, settled: { lines, staked, paid, voided: false } };
    }
    case 'you_voided': {
      const staked = message.returned;
      return { ...seat, shoeNo, roundNo, settled: { lines: [], staked, paid: staked, voided: true } };
    }
  }
}

/** The stakes to draw for the round on the table: those that lie there, or those just settled. */
export function stakesShown(seat: Seat, shoe: TableView['shoe']): readonly SpotStake[] {
  if (seat.shoeNo !== shoe.shoe_no || seat.roundNo !== shoe.round_no) {
    return [];
  }
  const lines = seat.wagers.length > 0 ? seat.wagers : (seat.settled?.lines ?? []);
  return lines.map(({ spot, stake }) => ({ spot, stake }));
}
