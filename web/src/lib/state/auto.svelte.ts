// Auto at one table: bets that the house places in every round. The house runs it; the page starts and stops it.
import type { OwnEnd, SlipWager } from '../wire/messages';
import { count, keep, kept, reached, tally, type RoundResult, type StopAt, type Tally } from './auto-stop';
import { newId } from './request-id';
import type { MessageSender } from './sender';
import * as slips from './slip';
import type { TableModel } from './table.svelte';

interface Start {
  readonly requestId: string;
  readonly wagers: readonly SlipWager[];
  readonly rounds: number;
}

export class Auto {
  /** The request to start that was not answered yet. */
  #starting = $state.raw<Start | null>(null);
  /** Whether the patron stops Auto, and it still runs as far as this page knows. */
  #stops = $state(false);
  /** The end that the patron has read. */
  #read = $state.raw<object | null>(null);

  /** When the patron wants it to stop, and what was won and lost since the start. */
  tally = $state.raw<Tally | null>(null);
  /** Which of both made the page stop it. */
  stoppedAt = $state<'lost' | 'won' | null>(null);

  constructor(
    private readonly table: TableModel,
    private readonly sender: MessageSender,
  ) {
    this.tally = kept(table.id);
  }

  /** The bets that are placed and the rounds that are left; null when Auto is off. */
  readonly running = $derived.by(() => this.table.seat.auto);
  /** How the last Auto ended, until the patron has read it. */
  readonly ended = $derived.by(() =>
    this.table.seat.endedAuto === this.#read ? null : this.table.seat.endedAuto,
  );
  readonly awaitingReply = $derived(this.#starting !== null);
  readonly stopping = $derived.by(() => this.#stops && this.running !== null);
  /** The bets to place: the accepted ones of this round, else the unconfirmed chips, else those of the last round. */
  readonly wagers = $derived.by((): readonly SlipWager[] => {
    const { table } = this;
    if (table.staked > 0) {
      return table.isCurrentRound(table.seat) ? table.seat.wagers : [];
    }
    return table.unconfirmed > 0 ? slips.bySpot(table.slip.moves) : table.seat.lastWagers;
  });
  /** Whether chips lie on the layout beside accepted bets, so that it is not clear which to repeat. */
  readonly unclear = $derived.by(() => this.table.staked > 0 && this.table.unconfirmed > 0);

  /** Asks the house to place these bets in so many rounds; returns whether there is a connection to ask by. */
  start(wagers: readonly SlipWager[], rounds: number, stopAt: StopAt = { lost: null, won: null }): boolean {
    this.#stops = false;
    this.stoppedAt = null;
    this.#starting = { requestId: newId(), wagers, rounds };
    this.table.entry.ensure();
    this.#send();
    this.#count(this.#starting === null ? null : tally(stopAt, this.table.lastSettledRound()));
    return this.#starting !== null;
  }

  /** A round was settled for the patron: Auto stops when a stop condition is met. */
  settled(result: RoundResult): void {
    if (this.tally === null) {
      return;
    }
    this.#count(count(this.tally, result));
    const bound = reached(this.tally);
    if (bound !== null && !this.#stops && this.running !== null) {
      this.stoppedAt = bound;
      this.stop();
    }
  }

  #count(next: Tally | null): void {
    this.tally = next;
    keep(this.table.id, next);
  }

  /** Asks the house to stop. Without a connection, the request waits for the next one. */
  stop(): void {
    this.#stops = true;
    this.#sendStop();
  }

  /** The server said what runs, and the patron's last result, which the page may have missed. */
  told(last: OwnEnd | undefined): void {
    if (this.running !== null && last !== undefined) {
      this.settled(last);
    }
    this.#stops &&= this.running !== null;
    if (this.running === null && this.#starting === null && this.tally !== null) {
      this.#count(null);
    }
  }

  /** The patron has read how it ended. */
  dismiss(): void {
    this.stoppedAt = null;
    this.#read = this.table.seat.endedAuto;
  }

  /** The house took the request. It places the chips that were unconfirmed itself. */
  accepted(requestId: string | null): void {
    if (requestId !== null && this.#starting?.requestId === requestId) {
      this.#starting = null;
      if (this.table.staked === 0) {
        this.table.discardUnconfirmed();
      }
    }
  }

  refused(): void {
    this.#starting = null;
    this.#stops = false;
  }

  /** Sends the requests that were not answered again, that to start with its id. */
  resend(): void {
    if (this.#stops) {
      this.#sendStop();
    }
    if (this.#starting !== null) {
      this.table.entry.ensureAgain();
      this.#send();
    }
  }

  forget(): void {
    this.#starting = null;
    this.#stops = false;
    this.stoppedAt = null;
    this.#count(null);
  }

  #sendStop(): void {
    this.sender.send({ type: 'stop_auto', table_id: this.table.id });
  }

  #send(): void {
    if (this.#starting === null) {
      return;
    }
    const { requestId, wagers, rounds } = this.#starting;
    const request = {
      table_id: this.table.id,
      wagers: wagers.map(({ spot, stake }) => ({ spot, stake })),
      rounds,
      request_id: requestId,
    };
    if (!this.sender.send({ type: 'start_auto', ...request })) {
      this.#starting = null;
    }
  }
}
