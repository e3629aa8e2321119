// A patron without a page, for tests of what is installed: signs up by REST and wagers over a socket. Knows nothing of
// packages and proxies.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import http from 'node:http';
import https from 'node:https';

const WebSocket = createRequire(new URL('../../web/package.json', import.meta.url))('ws');

const SECONDS_FOR_AN_ANSWER = 60;
/** A betting that closes sooner is left to pass. */
const MS_TO_WAGER = 1_000;

/** Sends a request and returns status, headers, text and, of JSON, the value. `more` may have a body, headers, ca. */
export function request(url, method = 'GET', { body, headers = {}, ...more } = {}) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const { request: send } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const asked = send(url, { method, headers: { ...json, ...headers }, agent: false, ...more }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const value = isJson && response.headers['content-encoding'] === undefined ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode, headers: response.headers, bytes, text, value });
      });
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export class Patron {
  #url;
  #connection;
  token;

  /** A patron of the server at this address. `connection` has options of TLS, such as `ca`. */
  constructor(url, connection = {}, token = undefined) {
    this.#url = url;
    this.#connection = connection;
    this.token = token;
  }

  /** Signs up as a guest. */
  async signUp(nickname) {
    const { status, text, value } = await this.call('/api/v1/guests', 'POST', { nickname });
    if (status !== 200 && status !== 201) {
      throw new Error(`no guest: ${String(status)} ${text}`);
    }
    this.token = value.token;
  }

  call(path, method = 'GET', body = undefined, headers = {}) {
    const auth = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    return request(this.#url + path, method, { body, headers: { ...auth, ...headers }, ...this.#connection });
  }

  /** Takes a seat and wagers in the next open betting. Returns when the round is settled; the socket is then closed. */
  async wager(tableId, spot, stake) {
    const socket = await this.open();
    try {
      socket.send({ type: 'take_seat', table_id: tableId });
      await socket.next('seat_taken');
      socket.send({ type: 'watch', table_id: tableId });
      const round = await openRound(socket);
      const slip = { table_id: tableId, round, slip_id: randomUUID(), wagers: [{ spot, stake }] };
      socket.send({ type: 'place_slip', ...slip });
      await socket.next('slip_accepted');
      await socket.next('you_settled');
    } finally {
      await socket.close();
    }
  }

  /** Opens a socket and says hello. `origin` is what a browser would name. */
  async open(origin = new URL(this.#url).origin) {
    const socket = await Socket.open(`${this.#url.replace(/^http/, 'ws')}/api/v1/socket`, {
      origin,
      ...this.#connection,
    });
    socket.send({ type: 'hello', token: this.token });
    await socket.next('welcome');
    return socket;
  }
}

/** The round that takes wagers now, or the next one that does. */
async function openRound(socket) {
  for (;;) {
    const message = await socket.next('snapshot', 'frame');
    const { phase, shoe } = message.type === 'snapshot' ? message.table : message.event;
    if (phase?.name === 'betting' && phase.closes_at - (message.now ?? message.at) > MS_TO_WAGER) {
      return { shoe_no: shoe.shoe_no, round_no: shoe.round_no };
    }
  }
}

/** A socket whose messages are read one after the other. */
class Socket {
  #socket;
  #messages = [];
  #waiting = null;
  #ended = null;

  static async open(url, options) {
    const socket = new WebSocket(url, options);
    const ours = new Socket(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return ours;
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.#messages.push(JSON.parse(data.toString()));
      this.#waiting?.();
    });
    socket.on('close', (code) => {
      this.#ended = new Error(`the socket was closed: ${String(code)}`);
      this.#waiting?.();
    });
  }

  send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  /** The next message of one of these types; others before it are dropped. A problem or a refusal is an error. */
  async next(...types) {
    const late = setTimeout(() => {
      this.#ended = new Error(`no ${types.join(' or ')} within ${String(SECONDS_FOR_AN_ANSWER)} s`);
      this.#waiting?.();
    }, SECONDS_FOR_AN_ANSWER * 1_000);
    try {
      for (;;) {
        const message = this.#messages.shift();
        if (message === undefined) {
          if (this.#ended !== null) {
            throw this.#ended;
          }
          await new Promise((resolve) => {
            this.#waiting = resolve;
          });
        } else if (types.includes(message.type)) {
          return message;
        } else if (message.type === 'problem' || message.type.endsWith('_refused')) {
          throw new Error(`refused: ${JSON.stringify(message)}`);
        }
      }
    } finally {
      clearTimeout(late);
    }
  }

  close() {
    return new Promise((resolve) => {
      this.#socket.once('close', resolve);
      this.#socket.close();
    });
  }
}
