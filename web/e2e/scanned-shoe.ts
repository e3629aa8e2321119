// A whole shoe of a live table, as its house publishes it: the bulletins of 96 rounds, and the record of every card that its
// device signed. Each round ends with a natural of Player, so that no rule for a third card is needed here.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const [TABLE, SHOE] = [9, 4];
const START = 1_772_409_600_000;
const SUITS = ['c', 'd', 'h', 's'];
/** House rules as they stand in a proof file. */
const EXAMPLE = new URL('../../corpora/scanner/shoe-4.json', import.meta.url);

interface Rules {
  readonly id: string;
  readonly digest: string;
  readonly text: string;
}

interface Key {
  readonly secret: KeyObject;
  readonly hex: string;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const hex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  return { secret: privateKey, hex };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const signed = (key: Key, text: string) => sign(null, Buffer.from(text), key.secret).toString('hex');

/** The card of a rank that comes for this time: eight decks have 32 of them. */
const nth = (rank: string, time: number) => `${rank}${SUITS[time % 4] ?? ''}`;

/** The cards of a round: a natural of Player in two cards, and fewer points of Banker. */
function hand(round: number): string[] {
  if (round < 64) {
    const [half, time] = [round < 32, round % 32];
    const ranks = half ? ['9', 'J', 'K', 'A'] : ['8', 'T', 'Q', '6'];
    return ranks.map((rank) => nth(rank, time));
  }
  return ['4', '2', '5', '3'].map((rank) => nth(rank, round % 32));
}

export class ScannedShoe {
  readonly #house = newKey();
  readonly #device = newKey();
  readonly #bulletins: string[] = [];
  readonly #records: string[] = [];
  #previous = '0'.repeat(64);
  #head = '0'.repeat(64);
  #at = 0;
  #pass = 0;

  /** The proof file, and the file of records. */
  async files(): Promise<{ proof: string; records: string; count: number }> {
    const { rules } = JSON.parse(await readFile(EXAMPLE, 'utf8')) as { rules: Rules };
    const loaded = this.#record({ type: 'shoe', state: 'loaded', shoe: 'BOX-0117', decks: 8 });
    this.#say(
      `opened ${String(SHOE)}`,
      'algorithm punto-scanner-1',
      `device ${this.#device.hex}`,
      `record ${String(loaded)}`,
      'label BOX-0117',
      `rules ${rules.id} ${rules.digest}`,
      'decks 8',
    );
    const burned = Array.from({ length: 8 }, (_, time) => this.#card(nth('7', time)));
    const records = `records ${burned.join(' ')}`;
    this.#say(`burned ${String(SHOE)}`, 'from 0', `first ${nth('7', 0)}`, 'face-down 7', records);
    for (let round = 0; round < 96; round += 1) {
      this.#play(round);
    }
    const last = `records ${String(this.#records.length)} ${this.#head}`;
    this.#say(`finished ${String(SHOE)}`, 'played', last, 'findings 0', 'keyed 0', 'amended 0');
    const proof = {
      format: 'punto-scanner-proof',
      version: 1,
      table: TABLE,
      shoe: SHOE,
      rules,
      rekeyed: [],
      bulletins: this.#bulletins,
      key: this.#house.hex,
      signature: signed(this.#house, this.#bulletins.at(-1) ?? ''),
      after: [],
    };
    const text = this.#records.map((record) => `${record}\n`).join('');
    return { proof: `${JSON.stringify(proof)}\n`, records: text, count: this.#records.length };
  }

  #play(round: number): void {
    const which = `${String(SHOE)} ${String(round + 1)}`;
    const cards = hand(round);
    if (round === 95) {
      this.#say(`cut-card ${which}`, 'record none');
    }
    this.#say(`closed ${which}`, `wagers 0 ${'0'.repeat(64)}`);
    if (round === 95) {
      this.#say(`last-round ${which}`);
    }
    const sources = cards.map((card) => this.#card(card)).join(' ');
    this.#say(`ended ${which}`, `records ${sources}`, `cards ${cards.join(' ')}`, 'coup Pn');
  }

  #card(card: string): number {
    this.#pass += 1;
    return this.#record({ type: 'card', pass: this.#pass, card });
  }

  #record({ type, ...fields }: Readonly<Record<string, unknown>>): number {
    this.#at += 1_000;
    const n = this.#records.length + 1;
    const body = JSON.stringify({ v: 1, type, n, prev: this.#head, t: this.#at, ...fields });
    const preimage = `punto scanner 1\n${body}`;
    this.#head = sha256(preimage);
    const sig = signed(this.#device, preimage);
    this.#records.push(JSON.stringify({ key: this.#device.hex, received_at: START + this.#at, body, sig }));
    return n;
  }

  #say(...lines: readonly string[]): void {
    const head = [
      'punto bulletin 1',
      `house ${this.#house.hex}`,
      `table ${String(TABLE)}`,
      `no ${String(this.#bulletins.length + 1)}`,
      `at ${String(START + this.#at)}`,
      `previous ${this.#previous}`,
    ];
    const text = [...head, ...lines].map((line) => `${line}\n`).join('');
    this.#previous = sha256(text);
    this.#bulletins.push(text);
  }
}
