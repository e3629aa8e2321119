// Plays rounds of baccarat at a Punto server from a browser or Node, settles each wager itself and checks every payout
// and the balance. Knows nothing but docs/PROTOCOL.md; the types of the messages are generated.
//
// In a browser: `await play('https://punto.example', 1, 10)`. In Node: `node bot.js URL TABLE ROUNDS`.
import type { ClientMessage, Guest, PatronInfo, RoundRef, RulesView } from '../web/src/lib/wire/messages';
import type { ServerMessage, SettledLine, ShoeView, SpotView } from '../web/src/lib/wire/messages';

type Slip = { round: RoundRef; wagers: { spot: string; stake: number }[] };

/** One request of the REST API. */
async function call<T>(url: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/v1${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const COUNT = ['', '', 'two', 'three', 'four', 'five', 'six'];
const rank = (card: string): string => card.slice(0, -1);
const value = (card: string): number => (card[0] === 'A' ? 1 : Number(card[0]) || 0);
const total = (hand: string[]): number => hand.reduce((sum, card) => sum + value(card), 0) % 10;

/** Every fact of a coup, by the names that paytables use. */
function factsOf(player: string[], banker: string[]): Set<string> {
  const [p, b] = [total(player), total(banker)];
  const facts = new Set([p === b ? 'tie' : p > b ? 'player_wins' : 'banker_wins', `margin_${String(Math.abs(p - b))}`]);
  facts.add(`player_total_${String(p)}`).add(`banker_total_${String(b)}`);
  facts.add(`${COUNT[player.length + banker.length] ?? ''}_cards`);
  for (const [side, hand, points] of [['player', player, p], ['banker', banker, b]] as const) {
    const [first = '', second = ''] = hand;
    facts.add(`${side}_${COUNT[hand.length] ?? ''}_cards`);
    if (hand.length === 2 && points >= 8) facts.add(`${side}_natural`);
    if (rank(first) === rank(second)) facts.add(`${side}_pair`);
    if (first === second) facts.add(`${side}_perfect_pair`);
  }
  const pairs = facts.has('player_pair') && facts.has('banker_pair');
  return pairs && rank(player[0] ?? '') === rank(banker[0] ?? '') ? facts.add('pairs_alike') : facts;
}

/** What a wager is paid, its stake included: first the lines that push, then the first line that pays. */
function payout(rules: RulesView, spot: string, stake: number, facts: Set<string>): number {
  const own = rules.spots.find((one) => one.spot === spot);
  if (own === undefined) throw new Error(`no spot ${spot}`);
  const hold = (when: string[]): boolean => when.every((fact) => facts.has(fact));
  if (own.push.some(hold)) return stake;
  const line = own.pays.find((one) => hold(one.when));
  if (line === undefined) return 0;
  const [num, den] = [BigInt(line.odds[0]), BigInt(line.odds[1])];
  const more = { down: 0n, up: 2n * (den - 1n), half_up: den }[rules.rounding] ?? 0n;
  return stake + Number((2n * BigInt(stake) * num + more) / (2n * den));
}

/** Plays so many rounds and says how many wagers were checked. */
export async function play(url: string, tableId: number, rounds: number): Promise<string> {
  const nickname = `Bot ${crypto.randomUUID().slice(0, 8)}`;
  const { token, patron } = await call<Guest>(url, '/guests', undefined, { nickname });
  let [book, seq, checked, wagers] = [patron.balance, 0, 0, 0];
  let rules: RulesView | undefined;
  let slip: Slip | undefined;
  let cards: [string[], string[]] = [[], []];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/socket`, 'punto.v1');
  const send = (message: ClientMessage): void => {
    socket.send(JSON.stringify(message));
  };

  /** Places a stake on up to three spots that are open. */
  function bet(shoe: ShoeView): void {
    const open = (rules?.spots ?? []).filter((one: SpotView) => !shoe.closed_spots.includes(one.spot));
    let chosen = open.sort(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * 3));
    const names = chosen.map((one) => one.spot);
    if (rules?.opposing_sides === false && names.includes('player')) {
      chosen = chosen.filter((one) => one.spot !== 'banker');
    }
    const stakes = chosen.map((one) => ({ spot: one.spot, stake: one.minimum + Math.floor(Math.random() * 100) }));
    slip = { round: { shoe_no: shoe.shoe_no, round_no: shoe.round_no }, wagers: stakes };
    const slip_id = crypto.randomUUID();
    send({ type: 'place_slip', table_id: tableId, slip_id, round: slip.round, wagers: stakes });
  }

  /** Compares the settlement with this bot's own, and the balance with its book. */
  async function check(own: Slip, lines: SettledLine[], paid: number): Promise<void> {
    const facts = factsOf(...cards);
    for (const { spot, stake } of own.wagers) {
      const [expected, told] = [rules && payout(rules, spot, stake, facts), lines.find((one) => one.spot === spot)];
      if (told?.payout !== expected || told?.stake !== stake) {
        throw new Error(`${spot} ${cards.join(' - ')}: told ${JSON.stringify(told)}, expected ${String(expected)}`);
      }
      book += (expected ?? 0) - stake;
    }
    if (paid !== lines.reduce((sum, line) => sum + line.payout, 0)) throw new Error(`paid ${String(paid)}`);
    const { balance } = await call<PatronInfo>(url, '/me', token);
    if (balance !== book) throw new Error(`the balance is ${String(balance)}, the book says ${String(book)}`);
    [checked, wagers] = [checked + 1, wagers + own.wagers.length];
  }

  async function handle(message: ServerMessage): Promise<void> {
    if (message.type === 'welcome') {
      send({ type: 'take_seat', table_id: tableId });
      send({ type: 'watch', table_id: tableId });
    } else if (message.type === 'snapshot') {
      [seq, rules] = [message.seq, message.table.rules];
    } else if (message.type === 'slip_refused') {
      if (!['betting_closed', 'round_not_open'].includes(message.refusal.code)) throw new Error(message.refusal.code);
      slip = undefined;
    } else if (message.type === 'you_settled' && slip?.round.round_no === message.round.round_no) {
      if (message.seq > seq) throw new Error(`the result of ${String(message.seq)} came after ${String(seq)}`);
      const own = slip;
      slip = undefined;
      await check(own, message.wagers, message.paid);
    } else if (message.type === 'frame') {
      if (message.seq !== seq + 1) throw new Error(`frame ${String(message.seq)} follows ${String(seq)}`);
      const { event } = message;
      seq = message.seq;
      if (event.type === 'card_drawn') cards = [event.cards.player.cards, event.cards.banker.cards];
      if (event.type === 'betting_opened' && rules !== undefined) bet(event.shoe);
    }
  }

  return await new Promise((resolve, reject: (why: Error) => void) => {
    let last = Promise.resolve();
    const ended = (why: unknown): void => {
      reject(why instanceof Error ? why : new Error('the connection was lost'));
      socket.close();
    };
    socket.onopen = () => {
      send({ type: 'hello', token });
    };
    socket.onclose = ended;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      // One after the other, because a check waits for an answer.
      last = last.then(() => handle(JSON.parse(data) as ServerMessage)).catch(ended);
      void last.then(() => {
        if (checked < rounds) return;
        resolve(`${String(checked)} rounds, ${String(wagers)} wagers checked; balance ${String(book)}`);
        socket.close();
      });
    };
  });
}

declare const process: { argv: string[]; exitCode: number } | undefined;
if (typeof process !== 'undefined') {
  const [url = 'http://127.0.0.1:7777', table = '1', rounds = '10'] = process.argv.slice(2);
  play(url, Number(table), Number(rounds)).then(console.info, (why: unknown) => {
    console.error(`wrong: ${String(why)}`);
    process.exitCode = 1;
  });
}
