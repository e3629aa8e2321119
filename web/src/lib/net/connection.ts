// The socket to the server. It reconnects by itself and says hello first, with the token of a guest.
// Knows no message but hello, welcome, ping, pong and problem.
import type { ClientMessage, ServerMessage } from '../wire/messages';
import { backoffMs } from './backoff';

export type Status = 'connecting' | 'open' | 'lost';

/** Receives the events of a connection. */
export interface Listener {
  /** The status changed. */
  status(status: Status): void;
  /** The server has accepted the hello; tables can be watched now. */
  welcomed(): void;
  message(message: ServerMessage): void;
  /** The server's clock, and how long its answer took. */
  clock(serverNow: number, roundTripMs: number): void;
}

/** The version of the protocol that the page speaks. */
const VERSION = 'punto.v1';
const PING_EVERY_MS = 10_000;
/** After so long without a message the connection counts as dead. */
const SILENCE_MS = 25_000;

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #lastMessageAt = 0;
  #nonce = 0;
  #helloAt = 0;
  readonly #pings = new Map<number, number>();
  #welcomed = false;

  constructor(
    private readonly url: () => string,
    private readonly token: () => string | null,
    private readonly listener: Listener,
  ) {}

  /** Connects, and reconnects whenever the connection is lost. */
  start(): void {
    addEventListener('online', () => {
      this.#reconnect(0);
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        this.#wake();
      }
    });
    setInterval(() => {
      this.#ping();
    }, PING_EVERY_MS);
    this.#open();
  }

  /** Connects again, with the cookie that the browser has now. */
  restart(): void {
    this.#reconnect(0);
  }

  /** Sends the session's token. Without a connection it is sent once there is one. */
  sendHello(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      const token = this.token();
      const hello: ClientMessage = token === null ? { type: 'hello' } : { type: 'hello', token };
      this.#helloAt = Date.now();
      this.#socket.send(JSON.stringify(hello));
    }
  }

  /** Sends a message; false means that there is no connection and the message was not sent. */
  send(message: ClientMessage): boolean {
    if (!this.#welcomed || this.#socket?.readyState !== WebSocket.OPEN) {
      return false;
    }
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#welcomed = false;
    this.#pings.clear();
    this.listener.status('connecting');
    const socket = new WebSocket(this.url(), VERSION);
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    socket.onopen = () => {
      this.sendHello();
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket === this.#socket && typeof event.data === 'string') {
        this.#receive(JSON.parse(event.data) as ServerMessage);
      }
    };
    socket.onclose = () => {
      if (socket === this.#socket) {
        this.#lost();
      }
    };
  }

  #receive(message: ServerMessage): void {
    this.#lastMessageAt = Date.now();
    if (message.type === 'welcome') {
      this.#attempt = 0;
      this.#welcomed = true;
      this.listener.clock(message.now, this.#lastMessageAt - this.#helloAt);
      this.listener.message(message);
      this.listener.status('open');
      this.listener.welcomed();
      return;
    }
    if (message.type === 'pong') {
      const sentAt = this.#pings.get(message.nonce);
      this.#pings.delete(message.nonce);
      if (sentAt !== undefined) {
        this.listener.clock(message.now, this.#lastMessageAt - sentAt);
      }
      return;
    }
    this.listener.message(message);
    if (message.type === 'problem' && !this.#welcomed) {
      // A member of staff without a second factor is let in once they have set it; until then the socket waits.
      if (message.error.code === 'second_factor_needed') {
        this.listener.status('open');
      } else {
        this.#socket?.close();
      }
    }
  }

  #lost(): void {
    this.#socket = null;
    this.#welcomed = false;
    this.listener.status('lost');
    this.#reconnect(backoffMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #reconnect(afterMs: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      const old = this.#socket;
      this.#socket = null;
      old?.close();
      this.#open();
    }, afterMs);
  }

  /** The page is visible again: reconnects at once if the connection is dead, else pings. */
  #wake(): void {
    if (this.#socket === null || Date.now() - this.#lastMessageAt > SILENCE_MS) {
      this.#reconnect(0);
    } else {
      this.#ping();
    }
  }

  /** Pings the server; reconnects if it has been silent for too long. */
  #ping(): void {
    if (this.#socket !== null && Date.now() - this.#lastMessageAt > SILENCE_MS) {
      this.#reconnect(0);
      return;
    }
    this.#nonce = (this.#nonce + 1) % 0x1_0000_0000;
    if (this.send({ type: 'ping', nonce: this.#nonce })) {
      this.#pings.set(this.#nonce, Date.now());
    }
  }
}
