// One table on this page: what it shows, what the patron has on it, and the chips on their way. Sends what the
// patron does; judges nothing.
import type { ClientMessage, RoundRef, ServerMessage, SlipWager, TableView } from '../wire/messages';
import {
  follow,
  fromSnapshot,
  NO_SEAT,
  stakesShown,
  takeSeat,
  type LiveTable,
  type Seat,
} from './live-table';
import type { Frame, Snapshot } from './live-table';
import { sum } from '../money/money';
import * as slips from './slip';

/** The way out, as far as a table needs it. */
export interface Outbox {
  send(message: ClientMessage): boolean;
}

export class TableModel {
  #live = $state.raw<LiveTable | null>(null);
  #preview = $state.raw<TableView | null>(null);
  seat = $state.raw<Seat>(NO_SEAT);
  slip = $state.raw<slips.Slip>(slips.EMPTY_SLIP);
  #clearing = $state<string | null>(null);

  constructor(
    readonly id: number,
    private readonly outbox: Outbox,
  ) {}

  /** What the table shows; null until something is known of it. */
  readonly view = $derived<TableView | null>(this.#live?.view ?? this.#preview);
  readonly countdownMs = $derived(this.#live?.countdownMs ?? 0);
  readonly burned = $derived(this.#live?.burned ?? null);
  /** Whether the table takes wagers, as far as this page knows. */
  readonly betting = $derived(this.view?.phase.name === 'betting');
  /** Stakes the table has, by spot. */
  readonly stakes = $derived(
    slips.stakeMap(this.view === null ? [] : stakesShown(this.seat, this.view.shoe)),
  );
  /** Chips not confirmed or not answered, by spot. */
  readonly loose = $derived(slips.stakeMap(slips.bySpot([slips.onTheWay(this.slip), ...this.slip.moves])));
  readonly laid = $derived(slips.laid(this.slip));
  readonly waiting = $derived(this.slip.sent.length > 0 || this.#clearing !== null);
  /** Nothing of the patron lies on the layout, and nothing is on its way there. */
  readonly empty = $derived(
    !this.waiting && this.laid === 0 && (!this.isPresent(this.seat) || this.seat.staked === 0),
  );
  /** The patron may wager and never did here: time to say how. */
  readonly isFirst = $derived(this.betting && this.empty && this.seat.lastWagers.length === 0);
  /** What the round on the table came to for the patron, once it is over. */
  readonly settled = $derived(this.isPresent(this.seat) ? this.seat.settled : null);
  /** All stakes of the round on the table, exactly as the server counts them. */
  readonly staked = $derived(
    this.isPresent(this.seat) ? Math.max(this.seat.staked, this.seat.settled?.staked ?? 0) : 0,
  );

  isPresent(round: { shoeNo: number; roundNo: number }): boolean {
    const shoe = this.view?.shoe;
    return shoe !== undefined && shoe.shoe_no === round.shoeNo && shoe.round_no === round.roundNo;
  }

  /** Asks for everything from now on, or from where the line was cut. */
  watch(): void {
    const after = this.#live?.seq;
    this.outbox.send({ type: 'watch', table_id: this.id, ...(after === undefined ? {} : { after }) });
  }

  /** Leaves the table, and goes on looking at it from the lobby. */
  leave(): void {
    this.outbox.send({ type: 'leave', table_id: this.id });
    this.watch();
  }

  /** The lobby's picture of the table: all there is until a snapshot comes, and the only word on patrons. */
  glance(view: TableView): void {
    if (this.#live === null) {
      this.#preview = view;
    } else {
      this.#live = { ...this.#live, view: { ...this.#live.view, patrons: view.patrons } };
    }
  }

  takeSnapshot(snapshot: Snapshot): void {
    this.#live = fromSnapshot(snapshot);
  }

  /** Whether the frame followed on what was known; if something was missed, it is asked for. */
  takeFrame(frame: Frame): boolean {
    if (this.#live === null) {
      return false;
    }
    const followed = follow(this.#live, frame);
    if (followed.kind === 'gap') {
      this.watch();
    }
    if (followed.kind !== 'applied') {
      return false;
    }
    this.#live = followed.table;
    return true;
  }

  takeOwn(message: Extract<ServerMessage, { type: 'yours' | 'you_settled' | 'you_voided' }>): void {
    this.seat = takeSeat(this.seat, message);
  }

  lay(move: slips.Move, atOnce: boolean): void {
    this.slip = slips.lay(this.slip, move);
    if (atOnce) {
      this.confirm();
    }
  }

  undo(): void {
    this.slip = slips.undo(this.slip);
  }

  /** The chips that were not confirmed go back; how much they were. */
  sweep(): number {
    const swept = this.laid;
    this.slip = slips.sweep(this.slip);
    return swept;
  }

  rebet(atOnce: boolean): void {
    this.lay(this.seat.lastWagers, atOnce);
  }

  double(atOnce: boolean): void {
    const wagers = this.isPresent(this.seat) ? this.seat.wagers : [];
    this.lay(slips.doubling(this.slip, wagers), atOnce);
  }

  /** Sends what was laid. */
  confirm(): void {
    const round = this.#round();
    if (round === null || this.slip.moves.length === 0) {
      return;
    }
    const slipId = newId();
    const sent = slips.send(this.slip, slipId, { shoeNo: round.shoe_no, roundNo: round.round_no });
    if (this.#place(slipId, round, slips.bySpot(this.slip.moves))) {
      this.slip = sent;
    }
  }

  /** Takes back everything: what was not confirmed here, what the table has there. */
  clear(): void {
    this.sweep();
    const round = this.#round();
    // A slip on its way counts: the server answers in the order it is asked.
    const none = this.staked === 0 && this.slip.sent.length === 0;
    if (round === null || none || this.#clearing !== null) {
      return;
    }
    const requestId = newId();
    if (this.outbox.send({ type: 'clear_wagers', table_id: this.id, round, request_id: requestId })) {
      this.#clearing = requestId;
    }
  }

  /** The table took a slip; how much is on it. */
  accepted(slipId: string): number {
    const taken = this.slip.sent.filter((sent) => sent.slipId === slipId).flatMap((sent) => sent.moves);
    this.slip = slips.accepted(this.slip, slipId);
    return sum(taken.flat().map((wager) => wager.stake));
  }

  refused(slipId: string, keep: boolean): void {
    this.slip = slips.refused(this.slip, slipId, keep && this.betting);
  }

  cleared(): void {
    this.#clearing = null;
  }

  /** The line is back: slips without an answer are sent again, under their old ids, and count once. */
  resend(): void {
    this.#clearing = null;
    for (const { slipId, shoeNo, roundNo, moves } of this.slip.sent) {
      this.#place(slipId, { shoe_no: shoeNo, round_no: roundNo }, slips.bySpot(moves));
    }
  }

  /** Somebody else sits here now. */
  forget(): void {
    this.seat = NO_SEAT;
    this.slip = slips.EMPTY_SLIP;
    this.#clearing = null;
  }

  #place(slipId: string, round: RoundRef, wagers: SlipWager[]): boolean {
    return this.outbox.send({ type: 'place_slip', table_id: this.id, round, slip_id: slipId, wagers });
  }

  #round(): RoundRef | null {
    const shoe = this.view?.shoe;
    return shoe === undefined ? null : { shoe_no: shoe.shoe_no, round_no: shoe.round_no };
  }
}

/**
 * 32 hex digits: twelve of the time, so that ids made one after the other are stored beside each other, and twenty that
 * nobody can guess, also where the page is not served over TLS.
 */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return time + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
