// Hands messages on at the pace of the cards: what would tell the result waits until the last card has turned. The
// next step of the table never waits; it turns the card. After a reconnect, the balance waits for what the page missed.
import type { PatronInfo, PublicEvent, ServerMessage, TableView } from '../wire/messages';
import { deadline, type Frame } from './live-table';
import type { Reveal } from './reveal.svelte';
import { RevealQueue } from './reveal-queue';
import type { Session, Wallet } from './session.svelte';
import type { TableModel } from './table.svelte';

/** The parts of the page that decide how long a message waits. */
export interface Stage {
  readonly session: Session;
  readonly reveal: Reveal;
  readonly clock: { readonly now: number };
  readonly preferences: { readonly slowReveal: boolean };
  readonly tables: ReadonlyMap<number, TableModel>;
  readonly seatedTableId: number | null;
}

export class Paced {
  readonly #queue = new RevealQueue<ServerMessage>(
    (message) => this.stage.reveal.covered !== null && revealsResult(message),
    (message) => {
      this.#hand(message);
    },
  );
  /** A wallet that would tell how the round ends before its cards do. */
  #early: ServerMessage | null = null;
  /** The wallet of a greeting, while it may hold the result of a round whose cards are still to be shown. */
  #greeted: ServerMessage | null = null;
  /** What is said when the covered card has turned. */
  #text: string | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly deliver: (message: ServerMessage) => void,
    private readonly say: (text: string) => void,
  ) {
    stage.reveal.onTurned = () => {
      this.#sayText();
      this.#queue.release();
    };
  }

  receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.#hand({ ...message, patron: this.#withoutResult(message.patron) });
      return;
    }
    if (!this.#isAboutSeat(message)) {
      this.#hand(message);
      return;
    }
    if (message.type === 'frame' && isEnd(message.event)) {
      this.stage.reveal.extend((deadline(message.event.phase) ?? message.at) - message.at);
    } else if (message.type === 'frame' || message.type === 'snapshot') {
      this.stage.reveal.finish();
    }
    this.#queue.add(message);
  }

  /** Shows the card of a frame that was applied; `before` is the table before it. What is said waits for the card. */
  show(table: TableModel, { event, at }: Frame, before: TableView, text: string | null): void {
    const { reveal, clock, preferences } = this.stage;
    this.#text = text;
    if (event.type === 'card_drawn') {
      const late = clock.now - at;
      reveal.dealt({
        side: event.side,
        place: event.cards[event.side].cards.length - 1,
        total: before.cards[event.side].total,
        untilNextMs: late < before.card_ms ? before.card_ms : 0,
        byHand: preferences.slowReveal && table.staked > 0,
      });
    }
    if (reveal.covered?.byHand !== true) {
      this.#sayText();
    }
  }

  #sayText(): void {
    if (this.#text !== null) {
      this.say(this.#text);
      this.#text = null;
    }
  }

  #hand(message: ServerMessage): void {
    if (message.type === 'wallet' && this.#isEarly(message.balance)) {
      this.#early = message;
      return;
    }
    this.deliver(message);
    if (message.type === 'yours' && message.table_id === this.stage.seatedTableId) {
      this.#showGreeted();
    }
    if (this.#early !== null && !this.#isDealing()) {
      this.deliver(this.#early);
      this.#early = null;
    }
  }

  /** The patron of a greeting. With bets on the table in view, the balance waits for what the page missed. */
  #withoutResult(patron: PatronInfo | null): PatronInfo | null {
    const { session, seatedTableId, tables } = this.stage;
    const known = session.patron;
    const wagers = seatedTableId === null ? [] : (tables.get(seatedTableId)?.seat.wagers ?? []);
    this.#greeted = null;
    if (patron === null || known?.patron_id !== patron.patron_id || wagers.length === 0) {
      return patron;
    }
    this.#greeted = { type: 'wallet', ...walletOf(patron) };
    return { ...patron, ...walletOf(known) };
  }

  #showGreeted(): void {
    const greeted = this.#greeted;
    this.#greeted = null;
    if (greeted !== null) {
      this.#hand(greeted);
    }
  }

  /** Whether that balance holds a profit of the round whose cards still fall. */
  #isEarly(balance: number): boolean {
    const { patron } = this.stage.session;
    return this.#isDealing() && patron !== null && balance > patron.balance;
  }

  /** Whether cards fall at the table of the view, in a round with wagers of the patron. */
  #isDealing(): boolean {
    const { seatedTableId, tables } = this.stage;
    const table = seatedTableId === null ? undefined : tables.get(seatedTableId);
    const phase = table?.view?.phase.name;
    return (phase === 'closed' || phase === 'dealing') && (table?.staked ?? 0) > 0;
  }

  /** Whether the message is about the patron's money or the table they are at. */
  #isAboutSeat(message: ServerMessage): boolean {
    const { seatedTableId } = this.stage;
    switch (message.type) {
      case 'wallet':
        return true;
      case 'snapshot':
        return message.table.table_id === seatedTableId;
      default:
        return 'table_id' in message && message.table_id === seatedTableId;
    }
  }
}

function walletOf({ balance, bonus, owed, number }: PatronInfo): Wallet {
  return { balance, bonus, owed, number };
}

function isEnd(event: PublicEvent): event is Extract<PublicEvent, { type: 'round_ended' }> {
  return event.type === 'round_ended';
}

function revealsResult(message: ServerMessage): boolean {
  return message.type === 'frame' ? isEnd(message.event) : tellsResult(message);
}

/** Whether a message of the patron would tell the result before the cards do. */
export function tellsResult(message: ServerMessage): boolean {
  switch (message.type) {
    case 'wallet':
    case 'yours':
    case 'you_settled':
    case 'you_voided':
      return true;
    default:
      return false;
  }
}
