// The public side of one table of the page: its state, folded from a snapshot and frames, and the request for them.
import type { RoundRef, ShoeBeads, TableView } from '../wire/messages';
import { applyFrame, applyTotals, fromSnapshot, unknownShoe, type LiveTable } from './live-table';
import type { Frame, Snapshot, Totals } from './live-table';
import type { MessageSender } from './sender';

export class PublicTable {
  #live = $state.raw<LiveTable | null>(null);
  #preview = $state.raw<TableView | null>(null);
  /** Whether this page asks for the table's events. */
  isWatched = false;
  /** Whether it also asks for the table's bulletins, which the checks of its shoes need. */
  hearsBulletins = false;
  /** Whether there is no such table. */
  isMissing = $state(false);

  constructor(
    readonly id: number,
    protected readonly sender: MessageSender,
  ) {}

  /** The public state of the table; null before the first message about it. */
  readonly view = $derived<TableView | null>(this.#live?.view ?? this.#preview);
  readonly countdownMs = $derived(this.#live?.countdownMs ?? 0);
  readonly burned = $derived(this.#live?.burned ?? null);
  /** The shoe before, if this page saw it end or has read it. */
  readonly endedShoe = $derived(this.#live?.endedShoe ?? null);
  /** The number of the shoe before, where the page must read its beads. */
  readonly unknownShoe = $derived(this.#live === null ? null : unknownShoe(this.#live));
  /** How many corrections of rounds this page has seen. */
  #corrections = 0;
  /** Whether the table is open for wagers, as far as this page knows. */
  readonly betting = $derived(this.view?.phase.name === 'betting');

  isCurrentRound(round: { shoeNo: number; roundNo: number }): boolean {
    const shoe = this.view?.shoe;
    return shoe !== undefined && shoe.shoe_no === round.shoeNo && shoe.round_no === round.roundNo;
  }

  /** Asks the server for the table's events: after the last one known, or from a snapshot. */
  watch(): void {
    this.isWatched = true;
    const after = this.#live?.seq;
    this.sender.send({
      type: 'watch',
      table_id: this.id,
      ...(after === undefined ? {} : { after }),
      ...(this.hearsBulletins ? { bulletins: true } : {}),
    });
  }

  /** Sends the pledge of the patron's number for a shoe, or the number itself. */
  giveNumber(what: 'pledge' | 'reveal', shoe: number, hex: string): void {
    const about = { table_id: this.id, shoe_no: shoe };
    this.sender.send(
      what === 'pledge'
        ? { type: 'pledge_nonce', ...about, pledge: hex }
        : { type: 'reveal_nonce', ...about, nonce: hex },
    );
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
    this.#corrections += Number(frame.event.type === 'round_corrected');
    this.#live = outcome.table;
    return true;
  }

  /**
   * Reads the beads of the shoe before, if they are not known; again, if a round is corrected meanwhile. After a
   * failure they stay unknown.
   */
  async readEndedShoe(read: (table: number, shoe: number) => Promise<ShoeBeads>): Promise<void> {
    const shoeNo = this.unknownShoe;
    if (shoeNo === null) {
      return;
    }
    const corrections = this.#corrections;
    const beads = await read(this.id, shoeNo).catch(() => null);
    if (corrections !== this.#corrections) {
      await this.readEndedShoe(read);
    } else if (beads !== null && this.#live !== null && this.unknownShoe === shoeNo) {
      this.#live = { ...this.#live, endedShoe: { shoeNo, rounds: beads.rounds } };
    }
  }

  /** The round on the table; null before the first message about it. */
  protected round(): RoundRef | null {
    const shoe = this.view?.shoe;
    return shoe === undefined ? null : { shoe_no: shoe.shoe_no, round_no: shoe.round_no };
  }
}
