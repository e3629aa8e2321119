// One table of the page: its public state, the patron's seat and unaccepted chips. Sends actions, judges nothing.
import type { ErrorBody, RoundRef, ServerMessage } from '../wire/messages';
import { displayedStakes, EMPTY_SEAT, stakedIn, updateSeat, type Seat } from './live-table';
import { sum } from '../money/money';
import { Auto } from './auto.svelte';
import { Squeeze } from './squeeze.svelte';
import { Entry } from './entry.svelte';
import { PublicTable } from './public-table.svelte';
import { refusedAt, type SpotRefusal } from './refusal';
import type { MessageSender } from './sender';
import { newId } from './request-id';
import * as slips from './slip';

/** An answer that takes longer is late. The slip is sent again with its id, which counts once. */
const LATE_MS = 2_500;
const SEND_AGAIN_MS = 5_000;

export class TableModel extends PublicTable {
  seat = $state.raw<Seat>(EMPTY_SEAT);
  slip = $state.raw<slips.Slip>(slips.EMPTY_SLIP);
  /** Why the last slip was refused, at the spot that it is about. */
  refusal = $state.raw<SpotRefusal | null>(null);
  /** How often chips that were not accepted went back to the patron. */
  returns = $state(0);
  #clearing = $state<string | null>(null);
  #undoing = $state.raw<{ readonly requestId: string; readonly round: RoundRef } | null>(null);
  /** Whether the slip on its way is undone as soon as it is accepted. */
  #undoesNext = $state(false);

  readonly entry: Entry;
  readonly auto: Auto;
  readonly squeeze: Squeeze;

  constructor(id: number, sender: MessageSender) {
    super(id, sender);
    this.entry = new Entry(this, sender);
    this.auto = new Auto(this, sender);
    this.squeeze = new Squeeze(this, sender);
  }

  /** Accepted stakes by spot. */
  readonly stakes = $derived(
    slips.stakeMap(this.view === null ? [] : displayedStakes(this.seat, this.view.shoe)),
  );
  readonly #open = $derived.by((): slips.Round | null => {
    const round = this.round();
    return round === null ? null : { shoeNo: round.shoe_no, roundNo: round.round_no };
  });
  readonly #inFlight = $derived(slips.inFlight(this.slip, this.#open));
  /** Stakes by spot that are unconfirmed or not yet answered. */
  readonly pending = $derived(slips.stakeMap(slips.bySpot([this.#inFlight, ...this.slip.moves])));
  /** Whether the answer to a slip is late. */
  readonly isLate = $derived(this.slip.sent.some((sent) => sent.late));
  /** The unanswered stake of rounds that are over; 0 when there is none. */
  readonly unanswered = $derived(slips.unanswered(this.slip, this.#open));
  /** The stake of all chips that were not accepted yet: unconfirmed, or sent. */
  readonly waiting = $derived.by(
    () => this.unconfirmed + this.unanswered + sum(this.#inFlight.map((wager) => wager.stake)),
  );
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
  /** The patron's total stake in the current round, exactly as the server counts it; 0 once the round is void. */
  readonly staked = $derived(this.isCurrentRound(this.seat) ? stakedIn(this.seat) : 0);

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

  applyPatronMessage(
    message: Extract<
      ServerMessage,
      { type: 'yours' | 'slip_accepted' | 'you_settled' | 'you_voided' | 'you_corrected' }
    >,
  ): void {
    this.seat = updateSeat(this.seat, message);
    if (message.type === 'yours') {
      this.entry.told();
      this.auto.told();
    }
  }

  placeChips(move: slips.Move, sendAtOnce: boolean): void {
    this.refusal = null;
    this.slip = slips.addMove(this.slip, move);
    if (sendAtOnce) this.confirm();
  }

  /** Whether there is a chip to take back: an unconfirmed one, one on its way, or one that was accepted. */
  readonly canUndo = $derived(
    this.slip.moves.length > 0 ||
      (this.betting &&
        (this.staked > 0 || this.#inFlight.length > 0) &&
        this.#clearing === null &&
        this.#undoing === null &&
        !this.#undoesNext),
  );

  /** Takes back the last chip; the server undoes accepted ones, and one on its way once it was accepted. */
  undo(): void {
    this.refusal = null;
    if (this.slip.moves.length > 0) {
      this.slip = slips.undo(this.slip);
      this.returns += 1;
    } else if (this.canUndo && this.slip.sent.length > 0) {
      this.#undoesNext = true;
    } else if (this.canUndo) {
      this.#undoLast();
    }
  }

  #undoLast(): void {
    const round = this.round();
    const requestId = newId();
    if (
      round !== null &&
      this.sender.send({ type: 'undo_last', table_id: this.id, round, request_id: requestId })
    ) {
      this.#undoing = { requestId, round };
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
    this.handOver();
    this.returns += 1;
    return discarded;
  }

  /** Leaves the unconfirmed chips to the house, which places them itself. */
  handOver(): void {
    this.refusal = null;
    this.slip = slips.discardUnconfirmed(this.slip);
  }

  rebet(sendAtOnce: boolean): void {
    this.placeChips(this.seat.lastWagers, sendAtOnce);
  }

  /** What Double adds: nothing while it is open whether accepted chips are taken back. */
  readonly doubling = $derived.by((): slips.Move => {
    const open = this.#open;
    if (!this.betting || open === null || this.#clearing !== null || this.#undoing !== null) {
      return [];
    }
    const wagers = this.isCurrentRound(this.seat) ? this.seat.wagers : [];
    return slips.doublingMove(this.slip, open, wagers);
  });

  double(sendAtOnce: boolean): void {
    this.placeChips(this.doubling, sendAtOnce);
  }

  /** Sends the unconfirmed chips as one slip, which adds to the wagers that stand or replaces them. */
  confirm(replaces = false): void {
    const open = this.#open;
    if (open === null || this.slip.moves.length === 0) {
      return;
    }
    this.refusal = null;
    this.entry.ensure();
    const sent = { slipId: newId(), ...open, replaces, sentAt: Date.now() };
    if (this.sender.send(slips.request(this.id, { ...sent, moves: this.slip.moves }))) {
      this.slip = slips.send(this.slip, sent);
    }
  }

  /** Whether there are chips that could take the place of accepted ones. */
  readonly canReplace = $derived(this.betting && this.staked > 0 && this.unconfirmed > 0);

  /** Bets what the server said that it accepts, in place of what it refused. */
  takeOffer(): void {
    const { refusal } = this;
    if (refusal !== null && refusal.offer !== null) {
      this.slip = { ...this.slip, moves: [refusal.offer.wagers] };
      this.confirm(refusal.replaces);
    }
  }

  /** Takes back all chips: discards the unconfirmed ones and asks the server to return the accepted ones. */
  clear(): void {
    this.discardUnconfirmed();
    const round = this.round();
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

  /** Removes an accepted slip. */
  accepted(slipId: string): void {
    this.slip = slips.accepted(this.slip, slipId);
    if (this.#undoesNext && this.slip.sent.length === 0) {
      this.#undoesNext = false;
      this.#undoLast();
    }
  }

  /** Removes a refused slip; with `keep` its chips become unconfirmed again, as long as its round takes bets. */
  refused(slipId: string, keep: boolean, error: ErrorBody): void {
    const sent = this.slip.sent.find((one) => one.slipId === slipId);
    const isOpen = sent !== undefined && this.betting && this.isCurrentRound(sent);
    this.slip = slips.refused(this.slip, slipId, keep && isOpen);
    this.returns += 1;
    if (this.#undoesNext) {
      this.#undoesNext = false;
      this.slip = keep ? slips.undo(this.slip) : this.slip;
    } else if (isOpen) {
      this.refusal = refusedAt(error, slips.bySpot(sent.moves), sent.replaces);
    }
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
      this.#sendAgain();
    }
    this.entry.leaveAgain();
  }

  #sendAgain(): void {
    this.slip.sent.forEach((sent) => this.sender.send(slips.request(this.id, sent)));
    this.slip = slips.sentAgain(this.slip, Date.now());
  }

  /** Marks slips without an answer as late, and sends them again when there is a connection. */
  checkSlips(now: number, isOpen: boolean): void {
    this.slip = slips.markLate(this.slip, now - LATE_MS);
    if (isOpen && this.slip.sent.some(({ sentAt }) => now - sentAt > SEND_AGAIN_MS)) {
      this.#sendAgain();
    }
  }

  /** Drops everything that belongs to the patron who signed out. */
  forget(): void {
    this.auto.forget();
    this.seat = EMPTY_SEAT;
    this.slip = slips.EMPTY_SLIP;
    this.refusal = null;
    this.#undoesNext = false;
    this.#clearing = null;
    this.#undoing = null;
    this.entry.forget();
  }
}
