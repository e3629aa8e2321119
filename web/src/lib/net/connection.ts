// The socket to the server. It reconnects by itself and says hello first, with the token of a guest.
// Knows no message but hello, welcome, ping, pong and problem.
import type { ClientMessage, ServerMessage } from '../wire/messages';
import { backoffMs } from './backoff';
import { LineWatch } from './line-watch';

export type Status = 'connecting' | 'open' | 'lost';

/** Receives the events of a connection. */
export interface Listener {
  /** The status changed. */
  status(status: Status): void;
  /** Whether answers of the server are late. */
  slow(isSlow: boolean): void;
  /** The server has accepted the hello; tables can be watched now. */
  welcomed(): void;
  message(message: ServerMessage): void;
  /** The server's clock, and how long its answer took. */
  clock(serverNow: number, roundTripMs: number): void;
}

/** The version of the protocol that the page speaks. */
const VERSION = 'punto.v1';
const CHECK_EVERY_MS = 500;

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #nonce = 0;
  #wasLost = false;
  #helloAt = 0;
  readonly #pings = new Map<number, number>();
  #welcomed = false;
  readonly #line = new LineWatch();

  constructor(
    private readonly url: () => string,
    private readonly token: () => string | null,
    private readonly listener: Listener,
    /** Whether a dead line would cost the patron a bet. */
    private readonly isAtTable: () => boolean = () => false,
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
      this.#check();
    }, CHECK_EVERY_MS);
    this.#open();
  }

  /** Connects again, with the cookie that the browser has now. That the old connection has ended is no loss. */
  restart(): void {
    this.#wasLost = false;
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
    if (!this.#line.isWaiting) {
      this.#ping();
    }
    return true;
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#welcomed = false;
    this.#pings.clear();
    this.#line.opened(Date.now());
    this.listener.status(this.#wasLost ? 'lost' : 'connecting');
    const socket = new WebSocket(this.url(), VERSION);
    this.#socket = socket;
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
    const now = Date.now();
    this.#line.heard(now);
    if (message.type === 'welcome') {
      this.#attempt = 0;
      this.#wasLost = false;
      this.#welcomed = true;
      this.#line.answered(now);
      this.listener.clock(message.now, now - this.#helloAt);
      this.listener.message(message);
      this.listener.status('open');
      this.listener.welcomed();
      return;
    }
    if (message.type === 'pong') {
      this.#pong(message.nonce, message.now);
      return;
    }
    this.listener.message(message);
    if (message.type === 'problem' && !this.#welcomed) {
      // A member of staff without a second factor is let in once they have set it; until then the socket waits.
      if (message.error.code === 'second_factor_needed') {
        this.#line.answered(now);
        this.listener.status('open');
      } else {
        this.#socket?.close();
      }
    }
  }

  #pong(nonce: number, serverNow: number): void {
    const sentAt = this.#pings.get(nonce);
    this.#pings.delete(nonce);
    if (sentAt !== undefined) {
      this.#line.answered(Date.now());
      this.listener.clock(serverNow, Date.now() - sentAt);
      this.listener.slow(false);
    }
  }

  #lost(): void {
    this.#socket = null;
    this.#welcomed = false;
    this.#wasLost = true;
    this.listener.slow(false);
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

  /** The page is visible again: connects at once if there is no connection, else asks whether it is alive. */
  #wake(): void {
    if (this.#socket === null) {
      this.#reconnect(0);
    } else if (!this.#line.isWaiting) {
      this.#ping();
    }
  }

  /** Pings a quiet line, and gives up a dead one. */
  #check(): void {
    if (this.#socket === null) {
      return;
    }
    const now = Date.now();
    const state = this.#line.check(now);
    if (state === 'dead') {
      const old = this.#socket;
      this.#lost();
      old.close();
      return;
    }
    this.listener.slow(this.#welcomed && state === 'slow');
    if (this.#line.isPingDue(now, this.isAtTable())) {
      this.#ping();
    }
  }

  /** Asks the server for an answer, which shows that the line is alive and how late it is. */
  #ping(): void {
    if (!this.#welcomed || this.#socket?.readyState !== WebSocket.OPEN) {
      return;
    }
    this.#nonce = (this.#nonce + 1) % 0x1_0000_0000;
    const ping: ClientMessage = { type: 'ping', nonce: this.#nonce };
    this.#socket.send(JSON.stringify(ping));
    this.#pings.set(this.#nonce, Date.now());
    this.#line.pinged(Date.now());
  }
}
