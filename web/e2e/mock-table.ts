// A mock table for tests of the screens: it sends the messages of recorded coups, one step at a time.
// Its settlement is simplified; money is tested against the real server only.
import type {
  CardsView,
  PublicEvent,
  RoundRef,
  ServerMessage,
  SettledLine,
  ShoeAfterRound,
  ShoeView,
  SlipWager,
  SpotStake,
  TableView,
} from '../src/lib/wire/messages';
import type { RecordedShoe } from './recorded-shoe';

/** A patron's stakes at the table. */
interface Stakes {
  wagers: SpotStake[];
  last: SpotStake[];
  /** What stood before each slip of the round. */
  before: SpotStake[][];
  seated: boolean;
}

export type Send = (message: ServerMessage) => void;

export class MockTable {
  seq = 100;
  readonly watchers = new Set<Send>();
  /** Called after every event. */
  onEvent: () => void = () => undefined;
  readonly #stakes = new Map<number, Stakes>();
  #coup = 0;

  constructor(
    readonly view: TableView,
    private readonly shoe: RecordedShoe,
    private readonly now: () => number,
    /** Pays a patron. */
    private readonly pay: (patron: number, amount: number, message: ServerMessage) => void,
  ) {
    Object.assign(view, { rounds: [...shoe.rounds] });
    this.#count({ round_no: shoe.rounds.length, remaining: 416 - 8 - shoe.rounds.length * 5 });
  }

  snapshot(): ServerMessage {
    return { type: 'snapshot', seq: this.seq, now: this.now(), table: structuredClone(this.view) };
  }

  round(): RoundRef {
    const { shoe_no, round_no } = this.view.shoe;
    return { shoe_no, round_no };
  }

  yours(patron: number): ServerMessage {
    const { wagers, last, seated } = this.#of(patron);
    const staked = wagers.reduce((sum, wager) => sum + wager.stake, 0);
    return {
      type: 'yours',
      seq: this.seq,
      table_id: this.view.table_id,
      round: this.round(),
      wagers,
      staked,
      last_wagers: last,
      seated,
    };
  }

  /** Gives a patron a seat, or takes it back. */
  seat(patron: number, seated: boolean): void {
    this.#of(patron).seated = seated;
  }

  isSeated(patron: number): boolean {
    return this.#of(patron).seated;
  }

  /** Undoes the last slip; returns how much more stands then. */
  undo(patron: number): number {
    const stakes = this.#of(patron);
    const before = stakes.before.pop();
    if (before === undefined) {
      return 0;
    }
    const staked = (wagers: readonly SpotStake[]) => wagers.reduce((sum, wager) => sum + wager.stake, 0);
    const change = staked(before) - staked(stakes.wagers);
    stakes.wagers = before;
    return change;
  }

  stakeOn(patron: number, spot: string): number {
    return this.#of(patron).wagers.find((wager) => wager.spot === spot)?.stake ?? 0;
  }

  take(patron: number, wagers: readonly SlipWager[]): void {
    const stakes = this.#of(patron);
    stakes.before.push(structuredClone(stakes.wagers));
    for (const { spot, stake } of wagers) {
      const existing = stakes.wagers.find((wager) => wager.spot === spot);
      if (existing === undefined) {
        stakes.wagers.push({ spot, stake });
      } else {
        existing.stake += stake;
      }
    }
  }

  giveBack(patron: number): number {
    const stakes = this.#of(patron);
    const returned = stakes.wagers.reduce((sum, wager) => sum + wager.stake, 0);
    stakes.wagers = [];
    stakes.before = [];
    return returned;
  }

  open(forMs: number): void {
    for (const stakes of this.#stakes.values()) {
      stakes.wagers = [];
      stakes.before = [];
    }
    this.#count({ round_no: this.view.shoe.round_no + 1 });
    const phase = { name: 'betting', closes_at: this.now() + forMs } as const;
    Object.assign(this.view, { phase, cards: noCards(), result: null });
    this.#publish({ type: 'betting_opened', phase, shoe: this.view.shoe });
  }

  close(): void {
    this.view.phase = { name: 'closed' };
    this.#publish({ type: 'betting_closed', phase: this.view.phase });
  }

  /** Deals up to `most` cards of the round; false if none was left. */
  deal(most = 6): boolean {
    const coup = this.#present();
    const dealt = this.view.cards.player.cards.length + this.view.cards.banker.cards.length;
    const due = coup.deal.slice(dealt, dealt + most);
    for (const { card, side } of due) {
      const cards = structuredClone(this.view.cards);
      cards[side].cards.push(card);
      cards[side].total = total(cards[side].cards);
      this.#count({ remaining: this.view.shoe.remaining - 1 });
      Object.assign(this.view, { cards, phase: { name: 'dealing' } });
      this.#publish({ type: 'card_drawn', phase: this.view.phase, card, side, cards, shoe: this.view.shoe });
    }
    return due.length > 0;
  }

  settle(forMs: number): void {
    const coup = this.#present();
    const winners = winningSpots(coup.bead);
    const { player, banker } = this.view.cards;
    const phase = { name: 'settled', next_at: this.now() + forMs } as const;
    const result = {
      name: 'settled',
      outcome: winners[0] ?? 'tie',
      player_total: player.total,
      banker_total: banker.total,
      winning_spots: winners,
      bead: coup.bead,
    } as const;
    Object.assign(this.view, {
      phase,
      result,
      rounds: [...this.view.rounds, coup.bead],
    });
    this.#publish({ type: 'round_ended', phase, result: { ...result }, shoe: this.#afterRound() });
    for (const [patron, stakes] of this.#stakes) {
      this.#settleFor(patron, stakes, winners);
    }
    this.#coup = (this.#coup + 1) % this.shoe.next.length;
  }

  void(forMs: number): void {
    const phase = { name: 'settled', next_at: this.now() + forMs } as const;
    const result = { name: 'voided', reason: 'unreadable_card' } as const;
    Object.assign(this.view, { phase, result });
    this.#publish({ type: 'round_ended', phase, result, shoe: this.#afterRound() });
    for (const patron of this.#stakes.keys()) {
      const returned = this.giveBack(patron);
      const { table_id } = this.view;
      this.pay(patron, returned, {
        type: 'you_voided',
        table_id,
        seq: this.seq,
        round: this.round(),
        returned,
      });
    }
  }

  /** A new shoe, without rounds. */
  shuffle(): void {
    this.#count({ shoe_no: this.view.shoe.shoe_no + 1, round_no: 0, remaining: 416 });
    const { shoe } = this.view;
    Object.assign(this.view, {
      phase: { name: 'shuffling' },
      rounds: [],
      cards: noCards(),
      result: null,
    });
    this.#publish({ type: 'shoe_opened', shoe });
    this.#count({ remaining: 408 });
    this.#publish({ type: 'cards_burned', first: '7s', face_down: 7, shoe: this.view.shoe });
  }

  #afterRound(): ShoeAfterRound {
    const { shoe_no, round_no, remaining, last_round } = this.view.shoe;
    return { shoe_no, round_no, remaining, last_round };
  }

  #settleFor(patron: number, stakes: Stakes, winners: readonly string[]): void {
    if (stakes.wagers.length === 0) {
      return;
    }
    const lines = stakes.wagers.map(({ spot, stake }) => settled(spot, stake, winners));
    const sum = (amount: (line: SettledLine) => number) => lines.reduce((all, line) => all + amount(line), 0);
    const [staked, paid] = [sum((line) => line.stake), sum((line) => line.payout)];
    const { table_id } = this.view;
    stakes.last = stakes.wagers;
    stakes.wagers = [];
    this.pay(patron, paid, {
      type: 'you_settled',
      seq: this.seq,
      table_id,
      round: this.round(),
      wagers: lines,
      staked,
      paid,
    });
  }

  watch(send: Send, after: number | undefined): void {
    if (after === undefined || !this.watchers.has(send)) send(this.snapshot());
    this.watchers.add(send);
  }

  #publish(event: PublicEvent): void {
    this.seq += 1;
    const { table_id } = this.view;
    const frame: ServerMessage = { type: 'frame', table_id, seq: this.seq, at: this.now(), event };
    for (const send of this.watchers) {
      send(structuredClone(frame));
    }
    this.onEvent();
  }

  #of(patron: number): Stakes {
    const stakes = this.#stakes.get(patron) ?? { wagers: [], last: [], before: [], seated: false };
    this.#stakes.set(patron, stakes);
    return stakes;
  }

  #count(change: Partial<ShoeView>): void {
    const shoe = { ...this.view.shoe, ...change };
    const closed = this.view.rules.spots.filter(
      ({ closed_from_round: from }) => from !== null && shoe.round_no >= from,
    );
    this.view.shoe = { ...shoe, closed_spots: closed.map(({ spot }) => spot) };
  }

  #present(): RecordedShoe['next'][number] {
    const coup = this.shoe.next[this.#coup];
    if (coup === undefined) {
      throw new Error('no coup is recorded');
    }
    return coup;
  }
}

function noCards(): CardsView {
  return { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } };
}

function total(cards: readonly string[]): number {
  const worth = (card: string) =>
    ({ A: 1, T: 0, J: 0, Q: 0, K: 0 })[card.charAt(0)] ?? Number(card.charAt(0));
  return cards.reduce((sum, card) => sum + worth(card), 0) % 10;
}

const OUTCOMES: Readonly<Record<string, string>> = { P: 'player', B: 'banker', T: 'tie' };

function winningSpots(bead: string): string[] {
  const spots = [OUTCOMES[bead.charAt(0)] ?? 'tie'];
  if (bead.includes('p')) spots.push('player_pair');
  if (bead.includes('b')) spots.push('banker_pair');
  if (bead.includes('6')) spots.push('lucky_6');
  return spots;
}

/** The payout of a winning stake, stake included, in hundredths. */
const BACK: Readonly<Record<string, number>> = { player: 200, banker: 195, tie: 900, lucky_6: 1300 };

function settled(spot: string, stake: number, winners: readonly string[]): SettledLine {
  const push = winners[0] === 'tie' && (spot === 'player' || spot === 'banker');
  const won = winners.includes(spot);
  const payout = push ? stake : won ? Math.floor((stake * (BACK[spot] ?? 1200)) / 100) : 0;
  return { spot, stake, resolution: push ? 'push' : won ? 'win' : 'lose', payout };
}
