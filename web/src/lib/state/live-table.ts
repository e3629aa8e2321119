// The state of a table, folded from a snapshot and the frames after it. Pure.
// Computes no rule: each frame carries every changed value, and the bead of a round is added to the others.
import type {
  EndedAuto,
  OwnEnd,
  PublicEvent,
  RunningAuto,
  ServerMessage,
  SettledLine,
  SpotStake,
  TableView,
} from '../wire/messages';
import { squeezeAfter } from './squeezed';

export type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>;
export type Totals = Extract<ServerMessage, { type: 'spot_totals' }>;
export type Frame = Extract<ServerMessage, { type: 'frame' }>;

/** A shoe that is over, with all its beads. */
export interface EndedShoe {
  readonly shoeNo: number;
  readonly rounds: readonly string[];
}

/** A table that receives frames. */
export interface LiveTable {
  /** The number of the last public event applied. */
  readonly seq: number;
  /** The public state. */
  readonly view: TableView;
  /** The full length of the running countdown, in milliseconds; 0 when there is none. */
  readonly countdownMs: number;
  /** The shoe before, if the page saw it end or has read it. */
  readonly endedShoe: EndedShoe | null;
  /** The burned cards of the shoe, until its first round is dealt. */
  readonly burned: { readonly first: string | null; readonly faceDown: number } | null;
}

/** Why a table begins no round; null for one that plays. */
export function notOpen(status: string): 'halted' | 'closed' | null {
  return status === 'halted' || status === 'closed' ? status : null;
}

/** Why a table waits, once its round is over; null for one that goes on. */
export function waits(status: string, phase: TableView['phase']): 'halted' | 'closed' | null {
  return phase.name === 'settled' || phase.name === 'shuffling' ? notOpen(status) : null;
}

/** The outcome of a frame. A gap means that frames were missed: watch again from `seq`. */
export type FrameOutcome =
  | { readonly kind: 'applied'; readonly table: LiveTable }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gap' };

/** Builds a table from its snapshot. */
export function fromSnapshot(snapshot: Snapshot): LiveTable {
  const { seq, now, table } = snapshot;
  return { seq, view: table, countdownMs: countdown(table.phase, now), endedShoe: null, burned: null };
}

/** Applies a frame, if it follows on the last one. */
export function applyFrame(table: LiveTable, frame: Frame): FrameOutcome {
  if (frame.seq <= table.seq) {
    return { kind: 'stale' };
  }
  if (frame.seq !== table.seq + 1) {
    return { kind: 'gap' };
  }
  const live = frame.live === undefined ? {} : { live: frame.live };
  const { squeeze: before, ...rest } = table.view;
  const held = squeezeAfter(before, frame.event);
  const turned = held === undefined ? {} : { squeeze: held };
  const view = { ...rest, ...changes(table.view, frame.event), ...live, ...turned };
  const phaseChanged = view.phase !== table.view.phase;
  return {
    kind: 'applied',
    table: {
      seq: frame.seq,
      view,
      countdownMs: phaseChanged ? countdown(view.phase, frame.at) : table.countdownMs,
      endedShoe: endedShoe(table, frame.event),
      burned: burned(table, frame.event),
    },
  };
}

/** The number of the shoe before, where there is one whose beads the page does not know. */
export function unknownShoe({ view, endedShoe }: LiveTable): number | null {
  return endedShoe === null && view.shoe.shoe_no > 1 ? view.shoe.shoe_no - 1 : null;
}

/** Applies the totals per spot, if they are about the round on the table. */
export function applyTotals(table: LiveTable, { round, totals }: Totals): LiveTable {
  const { shoe_no, round_no } = table.view.shoe;
  const isCurrent = round.shoe_no === shoe_no && round.round_no === round_no;
  return isCurrent ? { ...table, view: { ...table.view, totals } } : table;
}

const NO_CARDS: TableView['cards'] = {
  player: { cards: [], total: 0 },
  banker: { cards: [], total: 0 },
};

function changes({ shoe, rounds }: TableView, event: PublicEvent): Partial<TableView> {
  switch (event.type) {
    case 'shoe_opened':
      return {
        phase: { name: 'shuffling' },
        shoe: event.shoe,
        rounds: [],
        cards: NO_CARDS,
        result: null,
        totals: [],
      };
    case 'cards_burned':
      return { shoe: event.shoe };
    case 'betting_opened':
      return { phase: event.phase, shoe: event.shoe, cards: NO_CARDS, result: null, totals: [] };
    case 'betting_closed':
    case 'round_drawn':
      return { phase: event.phase };
    case 'card_face_down':
    case 'cards_revealed':
    case 'card_drawn':
      return { phase: event.phase, cards: event.cards, shoe: event.shoe };
    case 'round_ended': {
      const { phase, result } = event;
      const bead = result.name === 'settled' ? [result.bead] : [];
      return { phase, result, shoe: { ...shoe, ...event.shoe }, rounds: [...rounds, ...bead] };
    }
    case 'round_corrected':
      return { result: event.result, cards: event.cards, rounds: event.rounds };
    case 'live':
      return { phase: event.phase, cards: event.cards, result: event.result, shoe: event.shoe };
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

/** The shoe before. A correction of one of its rounds makes it unknown: the frame has the beads of the open shoe. */
function endedShoe({ view, endedShoe: known }: LiveTable, event: PublicEvent): EndedShoe | null {
  switch (event.type) {
    case 'shoe_opened':
      return view.rounds.length === 0 ? null : { shoeNo: view.shoe.shoe_no, rounds: view.rounds };
    case 'round_corrected':
      return event.round.shoe_no === known?.shoeNo ? null : known;
    default:
      return known;
  }
}

/** The time when the phase ends by itself, on the server's clock; null if it has none. */
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

/** The patron's wagers and settlement at a table. */
export interface Seat {
  readonly shoeNo: number;
  readonly roundNo: number;
  /** The accepted stakes of that round, by spot. */
  readonly wagers: readonly SpotStake[];
  readonly staked: number;
  /** For Rebet. */
  readonly lastWagers: readonly SpotStake[];
  /** The patron's settlement of that round, once it is over. */
  readonly settled: OwnSettlement | null;
  /** Whether the patron has a seat at the table. */
  readonly seated: boolean;
  /** The bets that the house places in every round. */
  readonly auto: RunningAuto | null;
  /** How the last Auto ended. */
  readonly endedAuto: EndedAuto | null;
}

/** The settlement of a round for the patron. */
export interface OwnSettlement {
  readonly lines: readonly SettledLine[];
  readonly staked: number;
  readonly paid: number;
  readonly voided: boolean;
  /** The spots with stakes whose result was corrected. */
  readonly corrected: readonly string[];
}

export const EMPTY_SEAT: Seat = {
  shoeNo: 0,
  roundNo: 0,
  wagers: [],
  staked: 0,
  lastWagers: [],
  settled: null,
  seated: false,
  auto: null,
  endedAuto: null,
};

type SeatMessage = Extract<
  ServerMessage,
  { type: 'yours' | 'slip_accepted' | 'you_settled' | 'you_voided' | 'you_corrected' }
>;

/** The end of Auto that is known, as long as the server says the same. */
function sameEnd(known: EndedAuto | null, said: EndedAuto | null): EndedAuto | null {
  const isSame =
    known?.reason === said?.reason &&
    known?.refusal === said?.refusal &&
    known?.rounds_left === said?.rounds_left;
  return isSame ? known : said;
}

/** Applies a private message to the seat. */
export function updateSeat(seat: Seat, message: SeatMessage): Seat {
  const { shoe_no: shoeNo, round_no: roundNo } =
    message.type === 'you_corrected' ? message.end.round : message.round;
  const sameRound = seat.shoeNo === shoeNo && seat.roundNo === roundNo;
  switch (message.type) {
    case 'yours': {
      const { wagers, staked, last_wagers: lastWagers, seated = false, auto = null } = message;
      const settled = (sameRound ? seat.settled : null) ?? lastResult(message);
      const endedAuto = sameEnd(seat.endedAuto, message.ended_auto ?? null);
      return { shoeNo, roundNo, wagers, staked, lastWagers, settled, seated, auto, endedAuto };
    }
    case 'slip_accepted': {
      const { wagers, staked } = message;
      const stands = sameRound && seat.settled === null && wagers !== undefined && staked !== undefined;
      return stands ? { ...seat, wagers, staked } : seat;
    }
    case 'you_settled': {
      const { wagers: lines, staked, paid } = message;
      return { ...seat, shoeNo, roundNo, settled: { lines, staked, paid, voided: false, corrected: [] } };
    }
    case 'you_voided': {
      const staked = message.returned;
      const settled = { lines: [], staked, paid: staked, voided: true, corrected: [] };
      return { ...seat, shoeNo, roundNo, settled };
    }
    case 'you_corrected':
      return sameRound && seat.settled !== null
        ? { ...seat, settled: corrected(message.end, seat.settled) }
        : seat;
  }
}

/** The result of a round as it is now, of which `before` was shown. */
function corrected({ wagers: lines, staked, paid, voided }: OwnEnd, before: OwnSettlement): OwnSettlement {
  const spots = [...before.lines, ...lines].map(({ spot }) => spot);
  return { lines, staked, paid, voided: voided !== null, corrected: [...new Set(spots)] };
}

/** The result that a page learns only from `yours`, because it was opened after the round. */
function lastResult({ round, last, wagers }: Extract<SeatMessage, { type: 'yours' }>): OwnSettlement | null {
  const isSame = last?.round.shoe_no === round.shoe_no && last.round.round_no === round.round_no;
  if (last === undefined || !isSame || wagers.length > 0) {
    return null;
  }
  const { wagers: lines, staked, paid, voided, revision } = last;
  const spots = revision > 1 ? lines.map(({ spot }) => spot) : [];
  return { lines, staked, paid, voided: voided !== null, corrected: spots };
}

/** What the patron has at stake in the round of the seat, or had until it was settled. A void round gave it back. */
export function stakedIn({ staked, settled }: Seat): number {
  return settled?.voided === true ? 0 : Math.max(staked, settled?.staked ?? 0);
}

/** The stakes to draw for the current round: the accepted ones, or after it those just settled. */
export function displayedStakes(seat: Seat, shoe: TableView['shoe']): readonly SpotStake[] {
  if (seat.shoeNo !== shoe.shoe_no || seat.roundNo !== shoe.round_no) {
    return [];
  }
  const lines = seat.wagers.length > 0 ? seat.wagers : (seat.settled?.lines ?? []);
  return lines.map(({ spot, stake }) => ({ spot, stake }));
}
