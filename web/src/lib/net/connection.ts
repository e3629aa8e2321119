// The line to the server: one socket that comes back by itself, says who speaks, and asks for what was missed.
// Knows nothing of what the messages mean beyond hello, welcome and pong.
import type { ClientMessage, ServerMessage } from '../wire/messages';
import { backoffMs } from './backoff';

export type Status = 'connecting' | 'open' | 'lost';

/** Who is told what happens on the line. */
export interface Listener {
  /** The status changed. */
  status(status: Status): void;
  /** The server knows who speaks; time to ask for tables. */
  welcomed(): void;
  message(message: ServerMessage): void;
  /** The server's clock, and how long its answer took. */
  clock(serverNow: number, roundTripMs: number): void;
}

const PING_EVERY_MS = 10_000;
/** A line that says nothing for so long is dead. */
const SILENCE_MS = 25_000;

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;
  #nonce = 0;
  #helloAt = 0;
  readonly #pings = new Map<number, number>();
  #welcome = false;

  constructor(
    private readonly url: () => string,
    private readonly token: () => string | null,
    private readonly listener: Listener,
  ) {}

  /** Connects, and keeps connected from now on. */
  start(): void {
    addEventListener('online', () => {
      this.#again(0);
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        this.#wake();
      }
    });
    setInterval(() => {
      this.#beat();
    }, PING_EVERY_MS);
    this.#open();
  }

  /** Says anew who speaks. Without a line it is said when there is one. */
  introduce(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      const token = this.token();
      const hello: ClientMessage = token === null ? { type: 'hello' } : { type: 'hello', token };
      this.#helloAt = Date.now();
      this.#socket.send(JSON.stringify(hello));
    }
  }

  /** Sends a message; false when there is no line, and nothing was sent. */
  send(message: ClientMessage): boolean {
    if (!this.#welcome || this.#socket?.readyState !== WebSocket.OPEN) {
      return false;
    }
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#welcome = false;
    this.#pings.clear();
    this.listener.status('connecting');
    const socket = new WebSocket(this.url());
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => {
      this.introduce();
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket === this.#socket && typeof event.data === 'string') {
        this.#hear(JSON.parse(event.data) as ServerMessage);
      }
    };
    socket.onclose = () => {
      if (socket === this.#socket) {
        this.#lost();
      }
    };
  }

  #hear(message: ServerMessage): void {
    this.#heardAt = Date.now();
    if (message.type === 'welcome') {
      this.#attempt = 0;
      this.#welcome = true;
      this.listener.clock(message.now, this.#heardAt - this.#helloAt);
      this.listener.message(message);
      this.listener.status('open');
      this.listener.welcomed();
      return;
    }
    if (message.type === 'pong') {
      const sentAt = this.#pings.get(message.nonce);
      this.#pings.delete(message.nonce);
      if (sentAt !== undefined) {
        this.listener.clock(message.now, this.#heardAt - sentAt);
      }
      return;
    }
    this.listener.message(message);
    if (message.type === 'problem' && !this.#welcome) {
      this.#socket?.close();
    }
  }

  #lost(): void {
    this.#socket = null;
    this.#welcome = false;
    this.listener.status('lost');
    this.#again(backoffMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #again(afterMs: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      const old = this.#socket;
      this.#socket = null;
      old?.close();
      this.#open();
    }, afterMs);
  }

  /** The page is looked at again: find out at once whether the line still is one. */
  #wake(): void {
    if (this.#socket === null || Date.now() - this.#heardAt > SILENCE_MS) {
      this.#again(0);
    } else {
      this.#beat();
    }
  }

  #beat(): void {
    if (this.#socket !== null && Date.now() - this.#heardAt > SILENCE_MS) {
      this.#again(0);
      return;
    }
    this.#nonce = (this.#nonce + 1) % 0x1_0000_0000;
    if (this.send({ type: 'ping', nonce: this.#nonce })) {
      this.#pings.set(this.#nonce, Date.now());
    }
  }
}
