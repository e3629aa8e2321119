// A card-reading shoe in the hands of a test: it passes what the test says, when the test says it. It signs and chains its
// records as docs/SCANNER.md describes, so that every finding can happen.
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { WebSocket } from 'ws';

const ZEROS = '0'.repeat(64);
/** What stands before the 32 bytes of an Ed25519 secret in PKCS 8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const BEAT_MS = 500;

/** A frame of the server, as far as a test looks at it. */
interface ServerFrame {
  readonly type: string;
  readonly session?: string;
  readonly n?: number;
  readonly code?: string;
}

export class HandShoe {
  readonly #key: KeyObject;
  readonly #publicKey: string;
  #socket: WebSocket | null = null;
  #beats: NodeJS.Timeout | null = null;
  #session = '';
  #since = performance.now();
  #beat = 0;
  #n = 0;
  #head = ZEROS;
  #pass = 0;
  #seen: ServerFrame[] = [];
  #wake: () => void = () => undefined;

  /** A shoe whose secret key is these 64 hex digits. */
  constructor(
    private readonly url: string,
    secret: string,
  ) {
    const der = Buffer.concat([PKCS8, Buffer.from(secret, 'hex')]);
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.#publicKey = spki.subarray(-32).toString('hex');
  }

  /** Connects, and is let in; again as long as the server has not let go of the line before. */
  async connect(): Promise<void> {
    while (!(await this.#isLetIn())) {
      await this.disconnect();
    }
    this.#beats = setInterval(() => {
      this.#sendBeat();
    }, BEAT_MS);
  }

  async #isLetIn(): Promise<boolean> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/v1/devices/socket`);
    this.#socket = socket;
    this.#seen = [];
    [this.#since, this.#beat] = [performance.now(), 0];
    socket.on('message', (data) => {
      this.#seen.push(JSON.parse((data as Buffer).toString('utf8')) as ServerFrame);
      this.#wake();
    });
    this.#session = (await this.#frame(({ type }) => type === 'challenge')).session ?? '';
    const about = { key: this.#publicKey, session: this.#session, model: 'hand', firmware: '1' };
    this.#send({ v: 1, type: 'hello', ...about, last: this.#n, head: this.#head, t: this.#t() });
    const { type, code } = await this.#frame(({ type: of }) => of === 'welcome' || of === 'refused');
    if (type === 'refused' && code !== 'already_connected') {
      throw new Error(`the device is refused: ${String(code)}`);
    }
    return type === 'welcome';
  }

  /** Somebody pulls the cable. */
  async disconnect(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#beats ?? undefined);
    if (socket !== null && socket.readyState !== WebSocket.CLOSED) {
      const closed = new Promise((done) => socket.once('close', done));
      socket.close();
      await closed;
    }
  }

  /** A shoe is put in. */
  load(label: string, decks = 8): Promise<void> {
    this.#pass = 0;
    return this.#record({ type: 'shoe', state: 'loaded', shoe: label, decks });
  }

  /** Its lid is opened. */
  openLid(label: string, decks = 8): Promise<void> {
    return this.#record({ type: 'shoe', state: 'lid_open', shoe: label, decks });
  }

  /** Something of it is broken, and it says what. */
  fault(code: string, text: string): Promise<void> {
    return this.#record({ type: 'fault', code, text });
  }

  /** A card passes, with what else its record says. */
  card(card: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    this.#pass += 1;
    return this.#record({ type: 'card', pass: this.#pass, card, ...more });
  }

  /** Something passes that is not read. */
  unread(why = 'smeared', more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    this.#pass += 1;
    return this.#record({ type: 'unread', pass: this.#pass, why, ...more });
  }

  /** The last thing that passed does so again, and is this card. */
  rescan(card: string): Promise<void> {
    return this.card(card, { rescan: this.#pass });
  }

  /** Something passes of which there is no record. */
  passUnseen(): void {
    this.#pass += 1;
  }

  cutCard(): Promise<void> {
    this.#pass += 1;
    return this.#record({ type: 'cut_card', pass: this.#pass });
  }

  /** The shoe says who won. */
  result(outcome: string): Promise<void> {
    return this.#record({ type: 'result', outcome });
  }

  /** A card passes while the line is gone; its record is sent once it is back. */
  async cardWhileGone(card: string): Promise<void> {
    await this.disconnect();
    this.#pass += 1;
    const late = this.#made({ type: 'card', pass: this.#pass, card });
    await this.connect();
    this.#send(late);
    await this.#acked();
  }

  /** Sends a picture, signed for the session; the status of the answer. */
  async sendPicture(jpeg: Buffer): Promise<number> {
    const digest = createHash('sha256').update(jpeg).digest('hex');
    const said = Buffer.from(`punto scanner picture 1\n${this.#session}\n${digest}`, 'utf8');
    const signed = { session: this.#session, signature: sign(null, said, this.#key).toString('hex') };
    const path = `/api/v1/devices/pictures/${digest}?${new URLSearchParams(signed).toString()}`;
    const headers = { 'content-type': 'image/jpeg' };
    const body = new Uint8Array(jpeg);
    return (await fetch(new URL(path, this.url), { method: 'PUT', headers, body })).status;
  }

  async #record(fields: Readonly<Record<string, unknown>>): Promise<void> {
    this.#send(this.#made(fields));
    await this.#acked();
  }

  /** Makes the next record. */
  #made({ type, ...fields }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    this.#n += 1;
    const body = { v: 1, type, n: this.#n, prev: this.#head, t: this.#t(), ...fields };
    this.#head = createHash('sha256')
      .update(preimage(JSON.stringify(body)))
      .digest('hex');
    return body;
  }

  #sendBeat(): void {
    this.#beat += 1;
    const now = { b: this.#beat, last: this.#n, t: this.#t(), state: 'ready', gate: 'open' };
    this.#send({ v: 1, type: 'beat', session: this.#session, ...now });
  }

  #send(frame: Readonly<Record<string, unknown>>): void {
    const body = JSON.stringify(frame);
    const sig = sign(null, preimage(body), this.#key).toString('hex');
    this.#socket?.send(JSON.stringify({ body, sig }));
  }

  async #acked(): Promise<void> {
    const { type, code } = await this.#frame(
      ({ type: of, n }) => of === 'refused' || (of === 'ack' && n === this.#n),
    );
    if (type === 'refused') {
      throw new Error(`the server refuses record ${String(this.#n)}: ${code ?? ''}`);
    }
  }

  /** Waits for a frame of the server; earlier ones are passed over. */
  async #frame(wanted: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    for (;;) {
      const index = this.#seen.findIndex(wanted);
      const [frame] = index < 0 ? [] : this.#seen.splice(0, index + 1).slice(-1);
      if (frame !== undefined) {
        return frame;
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  #t(): number {
    return Math.round(performance.now() - this.#since);
  }
}

/** The bytes that are signed and digested. */
function preimage(body: string): Buffer {
  return Buffer.from(`punto scanner 1\n${body}`, 'utf8');
}
