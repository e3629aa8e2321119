// Auto at one table: bets that the house places in every round. The house runs it; the page starts and stops it.
import type { SlipWager } from '../wire/messages';
import { newId } from './request-id';
import type { MessageSender } from './sender';
import * as slips from './slip';
import type { TableModel } from './table.svelte';

/** The stop conditions, in minor units; null for none. The house judges them. */
export interface StopAt {
  readonly lost: number | null;
  readonly won: number | null;
}

interface Start {
  readonly requestId: string;
  readonly wagers: readonly SlipWager[];
  readonly rounds: number;
  readonly stopAt: StopAt;
}

export class Auto {
  /** The request to start that was not answered yet. */
  #starting = $state.raw<Start | null>(null);
  /** Whether the patron stops Auto, and it still runs as far as this page knows. */
  #stops = $state(false);
  /** The end that the patron has read. */
  #read = $state.raw<object | null>(null);

  constructor(
    private readonly table: TableModel,
    private readonly sender: MessageSender,
  ) {}

  /** The bets that are placed and the rounds that are left; null when Auto is off. */
  readonly running = $derived.by(() => this.table.seat.auto);
  /** How the last Auto ended, until the patron has read it. */
  readonly ended = $derived.by(() =>
    this.table.seat.endedAuto === this.#read ? null : this.table.seat.endedAuto,
  );
  readonly awaitingReply = $derived(this.#starting !== null);
  readonly stopping = $derived.by(() => this.#stops && this.running !== null);
  /**
   * The bets to place: the accepted ones of this round, else the unconfirmed chips, else those that Auto places already,
   * else those of the last round.
   */
  readonly wagers = $derived.by((): readonly SlipWager[] => {
    const { table } = this;
    // Once the round is settled, its stake still counts as staked, and no wagers are left.
    if (table.staked > 0 && table.seat.wagers.length > 0) {
      return table.seat.wagers;
    }
    if (table.unconfirmed > 0) {
      return slips.bySpot(table.slip.moves);
    }
    return this.running?.wagers ?? table.seat.lastWagers;
  });
  /** Whether chips lie on the layout beside accepted bets, so that it is not clear which to repeat. */
  readonly unclear = $derived.by(() => this.table.staked > 0 && this.table.unconfirmed > 0);

  /** Asks the house to place these bets in so many rounds; returns whether there is a connection to ask by. */
  start(wagers: readonly SlipWager[], rounds: number, stopAt: StopAt = { lost: null, won: null }): boolean {
    this.#stops = false;
    this.#starting = { requestId: newId(), wagers, rounds, stopAt };
    this.table.entry.ensure();
    this.#send();
    return this.#starting !== null;
  }

  /** Asks the house to stop. Without a connection, the request waits for the next one. */
  stop(): void {
    this.#stops = true;
    this.#sendStop();
  }

  /** The server said what runs. */
  told(): void {
    this.#stops &&= this.running !== null;
  }

  /** The patron has read how it ended. */
  dismiss(): void {
    this.#read = this.table.seat.endedAuto;
  }

  /** The house took the request. It places the chips that were unconfirmed itself. */
  accepted(requestId: string | null): void {
    if (requestId !== null && this.#starting?.requestId === requestId) {
      this.#starting = null;
      if (this.table.staked === 0) {
        this.table.handOver();
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
  }

  #sendStop(): void {
    this.sender.send({ type: 'stop_auto', table_id: this.table.id });
  }

  #send(): void {
    if (this.#starting === null) {
      return;
    }
    const { requestId, wagers, rounds, stopAt } = this.#starting;
    const request = {
      table_id: this.table.id,
      wagers: wagers.map(({ spot, stake }) => ({ spot, stake })),
      rounds,
      ...(stopAt.lost !== null && { stop_at_loss: stopAt.lost }),
      ...(stopAt.won !== null && { stop_at_win: stopAt.won }),
      request_id: requestId,
    };
    if (!this.sender.send({ type: 'start_auto', ...request })) {
      this.#starting = null;
    }
  }
}
