// The work of a dealer at one table: what is next, what they are asked, and the orders that they give. Gives an order only
// for what the dealer saw.
import { untrack } from 'svelte';
import { FollowedTable } from '$lib/live/followed-table.svelte';
import { liveApi } from '$lib/live/live-api';
import { SentOnce } from '$lib/live/sent-once';
import { refusedText } from '$lib/live/words';
import { errorBody } from '$lib/net/http';
import { app } from '$lib/state/app.svelte';
import type { DealerAction, ErrorBody } from '$lib/wire/messages';
import { isAboutWhatIsSeen, stepOf, type Choice, type Next } from './choice';
import { lateness, next, standing } from './next';
import { shownIn, type PlaceName } from './places';
import type { Seen } from './seen';
import { cardOf, NOTHING, typed, type Typed } from './typed-card';

/** What the dealer is asked before an order goes out. `seq` is what they saw of the table then. */
export type Question =
  | { readonly kind: 'sure'; readonly choice: Choice; readonly seq: number }
  | { readonly kind: 'slot'; readonly seq: number }
  | { readonly kind: 'card'; readonly findingNo: number; readonly typed: Typed }
  | { readonly kind: 'help' };

/** So long after the big line has changed, no step is taken. */
const DEAD_MS = 400;
/** So long a refusal stays, at least. */
const SHOWN_MS = 3_000;

export class Dealing {
  readonly followed: FollowedTable;
  /** What the dealer is asked; null for nothing. */
  question = $state.raw<Question | null>(null);
  /** Why the last order was refused; empty when it was not. */
  refusal = $state('');
  /** Whether the dealer had time to read the big line. */
  #isRead = $state(false);
  #isSending = $state(false);
  readonly #orders = new SentOnce();
  /** Whether steps are taken: not while an order is under way, and not right after the big line changed. */
  readonly isReady = $derived(this.#isRead && !this.#isSending);
  #refusedAt = 0;

  constructor(
    readonly tableId: number,
    private readonly self: number,
  ) {
    this.followed = new FollowedTable(tableId);
    // It is made here, because what is derived makes nothing.
    app.table(tableId);
  }

  readonly live = $derived.by(() => this.followed.live);
  readonly view = $derived.by(() => app.table(this.tableId).view);
  readonly #seen = $derived.by<Seen | null>(() =>
    this.live === null
      ? null
      : {
          live: this.live,
          view: this.view,
          self: this.self,
          now: app.clock.now,
          isLost: this.followed.isLost,
        },
  );
  readonly next = $derived.by<Next | null>(() => (this.#seen === null ? null : next(this.#seen)));
  /** What the dealer may do at any time, beside the steps. */
  readonly standing = $derived.by<readonly Choice[]>(() => (this.#seen === null ? [] : standing(this.#seen)));
  /** How late the card is that the table waits for. */
  readonly late = $derived.by(() =>
    this.#seen === null ? 'none' : lateness(this.#seen.live, this.#seen.now),
  );
  /** What the big line says, without its countdown. */
  readonly says = $derived(this.next?.screen === 'betting' ? 'betting' : (this.next?.line ?? ''));

  /** The big line changed: it is read first, and nothing is taken for a while. Returns how to stop waiting. */
  changed(): () => void {
    this.#isRead = false;
    if (Date.now() - this.#refusedAt > SHOWN_MS) {
      this.refusal = '';
    }
    const question = untrack(() => this.question);
    if (question !== null && question.kind !== 'card') {
      this.question = null;
      this.refusal = question.kind === 'help' ? '' : refusedText({ code: 'out_of_date', message: '' });
      this.#refusedAt = Date.now();
    }
    const timer = setTimeout(() => {
      this.#isRead = true;
    }, DEAD_MS);
    return () => {
      clearTimeout(timer);
    };
  }

  /** Closes a question that the table does not ask any more. */
  keepUp(): void {
    const { live, question } = this;
    const isGone = question?.kind === 'card' && live?.finding?.finding_no !== question.findingNo;
    if (isGone) {
      this.question = null;
    }
  }

  /** Takes a step, or asks what it needs first. */
  take(choice: Choice): void {
    const { deed, sure } = choice;
    const seq = this.live?.seq;
    if (!this.isReady || seq === undefined) {
      return;
    }
    this.refusal = '';
    if (sure !== '') {
      this.question = { kind: 'sure', choice, seq };
    } else if (deed.kind === 'order') {
      void this.#give(deed.order, seq);
    } else if (deed.kind === 'card') {
      this.question = { kind: 'card', findingNo: deed.findingNo, typed: NOTHING };
    } else {
      this.question = { kind: 'slot', seq };
    }
  }

  /** The dealer is sure. While an order is under way the question stays, as the others do. */
  confirm(): void {
    const { question } = this;
    if (!this.#isSending && question?.kind === 'sure' && question.choice.deed.kind === 'order') {
      this.question = null;
      void this.#give(question.choice.deed.order, question.seq);
    }
  }

  /** The card at this place was misread. */
  misread(slot: PlaceName): void {
    const { question } = this;
    if (!this.#isSending && question?.kind === 'slot') {
      this.question = null;
      void this.#give({ type: 'misread', slot }, question.seq);
    }
  }

  /** Types a key of a card. */
  type(key: string): void {
    if (this.question?.kind === 'card') {
      this.question = { ...this.question, typed: typed(this.question.typed, key) };
    }
  }

  /** Sends the card that was typed, once it is whole. */
  send(): void {
    const { question, live } = this;
    const card = question?.kind === 'card' ? cardOf(question.typed) : null;
    if (!this.#isSending && question?.kind === 'card' && card !== null && live !== null) {
      this.question = null;
      void this.#give({ type: 'key_in', finding_no: question.findingNo, card }, live.seq);
    }
  }

  leaveQuestion(): void {
    this.question = null;
  }

  help(): void {
    this.question = this.question?.kind === 'help' ? null : { kind: 'help' };
  }

  /** Does what a key does. */
  press(key: string): void {
    if (key === 'Escape') {
      this.leaveQuestion();
    } else if (key === 'F1') {
      this.help();
    } else if (this.question !== null) {
      this.#answer(this.question, key);
    } else {
      this.#step(key);
    }
  }

  #step(key: string): void {
    const { next } = this;
    if (next === null) {
      return;
    }
    const small = key.toLowerCase();
    const offered = [...next.choices, ...this.standing];
    const choice = key === 'Enter' ? stepOf(next) : (offered.find((one) => one.key === small) ?? null);
    if (choice !== null) {
      this.take(choice);
    }
  }

  #answer(question: Question, key: string): void {
    if (question.kind === 'sure' && key.toLowerCase() === 'y') {
      this.confirm();
    } else if (question.kind === 'slot') {
      const place = this.view === null ? undefined : shownIn(this.view.cards).find((one) => one.key === key);
      if (place !== undefined) {
        this.misread(place.slot);
      }
    } else if (question.kind === 'card') {
      if (key === 'Enter') {
        this.send();
      } else {
        this.type(key);
      }
    }
  }

  async #give(order: DealerAction, seq: number): Promise<void> {
    this.#isSending = true;
    // The same order in a later round is another one.
    const what = JSON.stringify([order, this.view?.shoe.round_no ?? 0]);
    try {
      await (isAboutWhatIsSeen(order)
        ? this.#orders.send(what, seq, (sent) => liveApi.deal(this.tableId, order, sent))
        : liveApi.deal(this.tableId, order));
    } catch (error) {
      this.#refused(errorBody(error));
    } finally {
      this.#isSending = false;
    }
  }

  #refused(error: ErrorBody): void {
    this.refusal = refusedText(error);
    this.#refusedAt = Date.now();
  }
}
