// One table of the page: its public state, the patron's seat and the chips that are not accepted yet. Sends the
// patron's actions; judges nothing.
import type { RoundRef, ServerMessage, SlipWager, TableView } from '../wire/messages';
import {
  applyFrame,
  applyTotals,
  displayedStakes,
  EMPTY_SEAT,
  fromSnapshot,
  updateSeat,
  type LiveTable,
  type Seat,
} from './live-table';
import type { Frame, Snapshot, Totals } from './live-table';
import { sum } from '../money/money';
import { Auto } from './auto.svelte';
import { Entry } from './entry.svelte';
import type { MessageSender } from './sender';
import { newId } from './request-id';
import * as slips from './slip';

export class TableModel {
  #live = $state.raw<LiveTable | null>(null);
  #preview = $state.raw<TableView | null>(null);
  seat = $state.raw<Seat>(EMPTY_SEAT);
  slip = $state.raw<slips.Slip>(slips.EMPTY_SLIP);
  #clearing = $state<string | null>(null);
  #undoing = $state.raw<{ readonly requestId: string; readonly round: RoundRef } | null>(null);

  readonly entry: Entry;
  readonly auto: Auto;

  constructor(
    readonly id: number,
    private readonly sender: MessageSender,
  ) {
    this.entry = new Entry(this, sender);
    this.auto = new Auto(this, sender);
  }

  /** The public state of the table; null before the first message about it. */
  readonly view = $derived<TableView | null>(this.#live?.view ?? this.#preview);
  readonly countdownMs = $derived(this.#live?.countdownMs ?? 0);
  readonly burned = $derived(this.#live?.burned ?? null);
  /** Whether the table is open for wagers, as far as this page knows. */
  readonly betting = $derived(this.view?.phase.name === 'betting');
  /** Accepted stakes by spot. */
  readonly stakes = $derived(
    slips.stakeMap(this.view === null ? [] : displayedStakes(this.seat, this.view.shoe)),
  );
  /** Stakes by spot that are unconfirmed or sent and not yet answered. */
  readonly pending = $derived(slips.stakeMap(slips.bySpot([slips.inFlight(this.slip), ...this.slip.moves])));
  readonly unconfirmed = $derived(slips.unconfirmed(this.slip));
  readonly awaitingReply = $derived(
    this.slip.sent.length > 0 || this.#clearing !== null || this.#undoing !== null,
  );
  /** Whether the patron has no chips on the layout and no slip in flight. */
  readonly hasNoWagers = $derived(
    !this.awaitingReply &&
      this.unconfirmed === 0 &&
      (!this.isCurrentRound(this.seat) || this.seat.staked === 0),
  );
  /** Whether to explain how to wager: betting is open and the patron has never wagered here. */
  readonly needsInstructions = $derived(
    this.betting && this.hasNoWagers && this.seat.lastWagers.length === 0,
  );
  /** The patron's settlement of the current round, once it is over. */
  readonly settled = $derived(this.isCurrentRound(this.seat) ? this.seat.settled : null);
  /** The patron's total stake in the current round, exactly as the server counts it. */
  readonly staked = $derived(
    this.isCurrentRound(this.seat) ? Math.max(this.seat.staked, this.seat.settled?.staked ?? 0) : 0,
  );

  isCurrentRound(round: { shoeNo: number; roundNo: number }): boolean {
    const shoe = this.view?.shoe;
    return shoe !== undefined && shoe.shoe_no === round.shoeNo && shoe.round_no === round.roundNo;
  }

  /** Whether this page asks for the table's events. */
  isWatched = false;
  /** Whether there is no such table. */
  isMissing = $state(false);

  /** Asks the server for the table's events: after the last one known, or from a snapshot. */
  watch(): void {
    this.isWatched = true;
    const after = this.#live?.seq;
    this.sender.send({ type: 'watch', table_id: this.id, ...(after === undefined ? {} : { after }) });
  }

  /** Gives up the seat, if there is one, and stops watching the table. */
  leave(): void {
    this.isWatched = false;
    this.entry.leave();
  }

  /** The patron has a seat. */
  seatTaken(): void {
    this.seat = { ...this.seat, seated: true };
    this.entry.taken();
  }

  /** The seat is gone for that reason; returns whether this page gave it up itself. */
  seatLeft(reason: string): boolean {
    this.seat = { ...this.seat, seated: false };
    return this.entry.left(reason);
  }

  /** Shows the table as it was read over HTTP, until the first snapshot arrives. */
  showPreview(view: TableView): void {
    this.#preview = view;
  }

  applySnapshot(snapshot: Snapshot): void {
    this.#live = fromSnapshot(snapshot);
  }

  applyTotals(totals: Totals): void {
    this.#live = this.#live === null ? null : applyTotals(this.#live, totals);
  }

  /** Applies a frame; false when it does not follow on the last one. After a gap it asks for the missed events. */
  applyFrame(frame: Frame): boolean {
    if (this.#live === null) {
      return false;
    }
    const outcome = applyFrame(this.#live, frame);
    if (outcome.kind === 'gap') {
      this.watch();
    }
    if (outcome.kind !== 'applied') {
      return false;
    }
    this.#live = outcome.table;
    return true;
  }

  applyPatronMessage(
    message: Extract<ServerMessage, { type: 'yours' | 'slip_accepted' | 'you_settled' | 'you_voided' }>,
  ): void {
    this.seat = updateSeat(this.seat, message);
    if (message.type === 'yours') {
      this.entry.told();
      this.auto.told();
    }
  }

  placeChips(move: slips.Move, sendAtOnce: boolean): void {
    this.slip = slips.addMove(this.slip, move);
    if (sendAtOnce) {
      this.confirm();
    }
  }

  /** Whether there is a chip to take back: an unconfirmed one, or one that was accepted. */
  readonly canUndo = $derived(
    this.slip.moves.length > 0 || (this.betting && this.staked > 0 && !this.awaitingReply),
  );

  /** Takes back the last chip; the server undoes accepted ones. */
  undo(): void {
    const round = this.#round();
    if (this.slip.moves.length > 0) {
      this.slip = slips.undo(this.slip);
    } else if (round !== null && this.canUndo) {
      const requestId = newId();
      if (this.sender.send({ type: 'undo_last', table_id: this.id, round, request_id: requestId })) {
        this.#undoing = { requestId, round };
      }
    }
  }

  /** Whether the answer with that id is about an undo, which it ends. */
  undone(id: string): boolean {
    const own = this.#undoing?.requestId === id;
    if (own) {
      this.#undoing = null;
    }
    return own;
  }

  /** Takes back all unconfirmed chips; returns their sum. */
  discardUnconfirmed(): number {
    const discarded = this.unconfirmed;
    this.slip = slips.discardUnconfirmed(this.slip);
    return discarded;
  }

  rebet(sendAtOnce: boolean): void {
    this.placeChips(this.seat.lastWagers, sendAtOnce);
  }

  /** What Double adds: nothing while it is open whether accepted chips are taken back. */
  readonly doubling = $derived.by((): slips.Move => {
    const round = this.#round();
    if (!this.betting || round === null || this.#clearing !== null || this.#undoing !== null) {
      return [];
    }
    const wagers = this.isCurrentRound(this.seat) ? this.seat.wagers : [];
    return slips.doublingMove(this.slip, { shoeNo: round.shoe_no, roundNo: round.round_no }, wagers);
  });

  double(sendAtOnce: boolean): void {
    this.placeChips(this.doubling, sendAtOnce);
  }

  /** Sends the unconfirmed chips as one slip. */
  confirm(): void {
    const round = this.#round();
    if (round === null || this.slip.moves.length === 0) {
      return;
    }
    const slipId = newId();
    this.entry.ensure();
    if (this.#sendSlip(slipId, round, slips.bySpot(this.slip.moves))) {
      this.slip = slips.send(this.slip, slipId, { shoeNo: round.shoe_no, roundNo: round.round_no });
    }
  }

  /** Takes back all chips: discards the unconfirmed ones and asks the server to return the accepted ones. */
  clear(): void {
    this.discardUnconfirmed();
    const round = this.#round();
    // A slip in flight counts as a wager: the server handles messages in the order they were sent.
    const nothingSent = this.staked === 0 && this.slip.sent.length === 0;
    if (round === null || nothingSent || this.#clearing !== null) {
      return;
    }
    const requestId = newId();
    if (this.sender.send({ type: 'clear_wagers', table_id: this.id, round, request_id: requestId })) {
      this.#clearing = requestId;
    }
  }

  /** Removes an accepted slip; returns its total stake. */
  accepted(slipId: string): number {
    const moves = this.slip.sent.filter((sent) => sent.slipId === slipId).flatMap((sent) => sent.moves);
    this.slip = slips.accepted(this.slip, slipId);
    return sum(moves.flat().map((wager) => wager.stake));
  }

  refused(slipId: string, keep: boolean): void {
    this.slip = slips.refused(this.slip, slipId, keep && this.betting);
  }

  cleared(): void {
    this.#clearing = null;
  }

  /** Sends what was not answered again. Slips and undos keep their ids, so the server counts each once. */
  resend(): void {
    this.entry.reconnected();
    this.auto.resend();
    this.#clearing = null;
    if (this.#undoing !== null) {
      const { requestId, round } = this.#undoing;
      this.sender.send({ type: 'undo_last', table_id: this.id, round, request_id: requestId });
    }
    if (this.slip.sent.length > 0) {
      this.entry.ensureAgain();
    }
    for (const { slipId, shoeNo, roundNo, moves } of this.slip.sent) {
      this.#sendSlip(slipId, { shoe_no: shoeNo, round_no: roundNo }, slips.bySpot(moves));
    }
    this.entry.leaveAgain();
  }

  /** Drops everything that belongs to the patron who signed out. */
  forget(): void {
    this.auto.forget();
    this.seat = EMPTY_SEAT;
    this.slip = slips.EMPTY_SLIP;
    this.#clearing = null;
    this.#undoing = null;
    this.entry.forget();
  }

  #sendSlip(slipId: string, round: RoundRef, wagers: SlipWager[]): boolean {
    return this.sender.send({ type: 'place_slip', table_id: this.id, round, slip_id: slipId, wagers });
  }

  #round(): RoundRef | null {
    const shoe = this.view?.shoe;
    return shoe === undefined ? null : { shoe_no: shoe.shoe_no, round_no: shoe.round_no };
  }
}
