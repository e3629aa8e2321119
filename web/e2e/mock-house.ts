// A mock server for tests of the screens: two tables, guests with play money and the built page, over HTTP and a
// socket. A test moves the tables step by step, so that it waits for the page only.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ClientMessage, ErrorBody, RealityCheck, ServerMessage } from '../src/lib/wire/messages';
import { HOUSE_RULES, makeTables, ODDS, protection, RANGE, statement } from './fixtures';
import { GREETING, newGuest, PURSE, type Guest } from './mock-guest';
import { dealOf } from './mock-deal';
import { MockLobby } from './mock-lobby';
import type { MockTable } from './mock-table';
import { bodyOf } from './request-body';
import { serve } from './static-files';

/** A message about one table. */
type TableMessage = Extract<ClientMessage, { table_id: number }>;

export class MockHouse {
  readonly #guests = new Map<string, Guest>();
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server, path: '/api/v1/socket' });
  readonly tables: readonly [MockTable, MockTable] = makeTables((patron, amount, message) => {
    this.#pay(patron, amount, message);
  });
  readonly #lobby = new MockLobby(this.tables);
  /** The reality check that waits for an answer. */
  #check: RealityCheck | null = null;
  /** Why nobody gets a seat without the password, if so. */
  entry: { readonly refusal: ErrorBody; readonly password?: string } | null = null;

  /** Serves on a port, or on a free one; returns the address. */
  async start(port = 0): Promise<string> {
    this.#sockets.on('connection', (socket) => {
      this.#serveSocket(socket);
    });
    await new Promise<void>((ready) => this.#server.listen(port, '127.0.0.1', ready));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`;
  }

  async stop(): Promise<void> {
    this.dropConnections();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Drops every connection, as a network failure does. */
  dropConnections(): void {
    for (const socket of this.#sockets.clients) {
      socket.terminate();
    }
  }

  /** Sets the amount that every guest owes. */
  owe(owed: number): void {
    for (const guest of this.#guests.values()) {
      guest.info.owed = owed;
      this.#sendWallet(guest);
    }
  }

  /** Why the patron gets no seat. */
  refusal(request: Extract<ClientMessage, { type: 'take_seat' }>): ErrorBody | null {
    const { entry } = this;
    const known = entry?.password !== undefined && request.password === entry.password;
    return entry === null || known ? null : entry.refusal;
  }

  /** Gives up every seat at the first table, for that reason. */
  unseat(reason: string): void {
    const [table] = this.tables;
    for (const guest of this.#guests.values()) {
      table.seat(guest.info.patron_id, false);
      guest.lines.forEach((send) => {
        send({ type: 'seat_left', table_id: table.view.table_id, seq: table.seq, reason });
      });
    }
  }

  /** Warns every guest that they made no wager at the first table. */
  warnIdle(rounds: number, limit: number): void {
    for (const guest of this.#guests.values()) {
      guest.lines.forEach((send) => {
        send({ type: 'idle', table_id: 1, seq: this.tables[0].seq, rounds, limit });
      });
    }
  }

  /** Shows every guest a reality check, which waits for an answer. */
  checkReality(check: RealityCheck): void {
    this.#check = check;
    for (const guest of this.#guests.values()) {
      guest.lines.forEach((send) => {
        send({ type: 'reality_check', check });
      });
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://house');
    const guest = this.#guests.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (`${request.method ?? ''} ${pathname}`) {
      case 'POST /api/v1/guests': {
        const { token, info } = this.#newGuest(((await bodyOf(request)) as { nickname: string }).nickname);
        json(201, { token, patron: info });
        return;
      }
      case 'POST /api/v1/me/play-money':
        if (guest !== undefined) {
          guest.info.balance = Math.max(PURSE, guest.info.balance);
          guest.info.number += 1;
          json(200, guest.info);
        }
        return;
      case 'GET /api/v1/me/statement':
        json(200, { lines: statement(Date.now()), next_before: null });
        return;
      case 'GET /api/v1/me/range':
        json(200, { patron_id: guest?.info.patron_id ?? 0, spots: RANGE });
        return;
      case 'GET /api/v1/me/limits':
        json(200, protection(this.#check));
        return;
      case 'POST /api/v1/me/reality-check':
        this.#check = null;
        json(200, protection(null));
        return;
      case 'GET /api/v1/me/rounds':
        json(200, { rounds: [...(guest?.rounds ?? [])].reverse(), next_before: null });
        return;
      default:
        if (/^\/api\/v1\/(tables\/\d+\/shoes\/\d+\/beads|proofs\/.*)$/.test(pathname)) {
          // No round of it counts, so that the screens show one shoe. It is no proof file, so that nothing is checked.
          json(200, { table_id: 1, shoe_no: 11, rounds: [] });
        } else if (/^\/api\/v1\/tables\/\d+\/odds$/.test(pathname)) {
          json(200, ODDS);
        } else if (/^\/api\/v1\/tables\/\d+\/house-rules$/.test(pathname)) {
          response.writeHead(200, { 'content-type': 'application/toml' }).end(HOUSE_RULES);
        } else {
          await serve(pathname, response);
        }
    }
  }

  #newGuest(nickname: string): Guest {
    const guest = newGuest(this.#guests.size + 1, nickname);
    this.#guests.set(guest.token, guest);
    return guest;
  }

  #serveSocket(socket: WebSocket): void {
    const send = (message: ServerMessage) => {
      socket.send(JSON.stringify(message));
    };
    let guest: Guest | null = null;
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ClientMessage;
      if (message.type === 'hello') {
        guest = this.#guests.get(message.token ?? '') ?? null;
        guest?.lines.add(send);
        send({ type: 'welcome', ...GREETING, patron: guest?.info ?? null, now: Date.now() });
      } else if (message.type === 'ping') {
        send({ type: 'pong', nonce: message.nonce, now: Date.now() });
      } else if (message.type === 'watch_lobby') {
        this.#lobby.watch(send);
      } else if (message.type === 'unwatch_lobby') {
        this.#lobby.unwatch(send);
      } else if (message.type !== 'quick_seat' && message.type !== 'show_name') {
        // Quick seats are tested at the real server.
        this.#handle(message, guest, send);
      }
    });
    socket.on('close', () => {
      guest?.lines.delete(send);
      this.#lobby.unwatch(send);
      this.tables.forEach((table) => table.watchers.delete(send));
    });
  }

  #handle(message: TableMessage, guest: Guest | null, send: (message: ServerMessage) => void): void {
    const table = this.tables.find(({ view }) => view.table_id === message.table_id);
    if (table === undefined) return;
    const [{ table_id }, { seq }] = [message, table];
    switch (message.type) {
      case 'watch':
        // A socket that watches already has every frame after the last one it names.
        table.watch(send, message.after);
        if (guest !== null) send(table.yours(guest.info.patron_id));
        return;
      case 'leave':
        table.watchers.delete(send);
        if (guest !== null) table.seat(guest.info.patron_id, false);
        return;
      case 'take_seat':
        if (guest !== null) {
          const refusal = this.refusal(message);
          table.seat(guest.info.patron_id, refusal === null);
          if (refusal === null) send({ type: 'seat_taken', table_id, seq });
          else send({ type: 'seat_refused', table_id, refusal });
          send(table.yours(guest.info.patron_id));
        }
        return;
      case 'undo_last':
        if (guest !== null) {
          this.#move(guest, -table.undo(guest.info.patron_id));
          send({ type: 'slip_accepted', table_id, seq, slip_id: message.request_id, round: message.round });
          send(table.yours(guest.info.patron_id));
        }
        return;
      case 'rebet':
      case 'start_auto':
      case 'stop_auto':
        return;
      case 'place_slip': {
        const refusal =
          guest === null ? { code: 'unauthenticated', message: '' } : this.#judge(table, guest, message);
        if (guest === null || refusal !== null) {
          send({
            type: 'slip_refused',
            table_id,
            slip_id: message.slip_id,
            refusal: refusal ?? { code: '', message: '' },
          });
          return;
        }
        table.take(guest.info.patron_id, message.wagers);
        this.#move(guest, -message.wagers.reduce((sum, wager) => sum + wager.stake, 0));
        send({ type: 'slip_accepted', table_id, seq, slip_id: message.slip_id, round: message.round });
        send(table.yours(guest.info.patron_id));
        return;
      }
      case 'clear_wagers':
        if (guest !== null) {
          const returned = table.giveBack(guest.info.patron_id);
          this.#move(guest, returned);
          send({ type: 'wagers_cleared', table_id, seq, request_id: message.request_id, returned });
          send(table.yours(guest.info.patron_id));
        }
    }
  }

  #judge(
    table: MockTable,
    guest: Guest,
    slip: Extract<ClientMessage, { type: 'place_slip' }>,
  ): ErrorBody | null {
    for (const { spot, stake } of slip.wagers) {
      const maximum = table.view.rules.spots.find((one) => one.spot === spot)?.maximum ?? 0;
      const already = table.stakeOn(guest.info.patron_id, spot);
      if (already + stake > maximum) {
        const accepted = Math.max(0, maximum - already);
        return { code: 'above_maximum', message: '', spot, limit: maximum, already, accepted };
      }
    }
    if (!table.isSeated(guest.info.patron_id)) {
      return { code: 'not_seated', message: '' };
    }
    if (this.#check !== null) {
      return { code: 'reality_check_due', message: '' };
    }
    const staked = slip.wagers.reduce((sum, wager) => sum + wager.stake, 0);
    return staked > guest.info.balance ? { code: 'insufficient_funds', message: '' } : null;
  }

  #pay(patron: number, amount: number, message: ServerMessage): void {
    const guest = [...this.#guests.values()].find(({ info }) => info.patron_id === patron);
    if (guest === undefined) {
      return;
    }
    guest.lines.forEach((send) => {
      send(message);
    });
    this.#move(guest, amount);
    if (message.type === 'you_settled') {
      const table = this.tables.find(({ view }) => view.table_id === message.table_id);
      guest.lines.forEach((send) => {
        if (table !== undefined) send(table.yours(patron));
      });
      const deal = dealOf(table?.view.cards);
      const { table_id, round, wagers, staked, paid } = message;
      const result = table?.view.result;
      const outcome = result?.name === 'settled' ? result.outcome : 'voided';
      const end = { outcome, wagers, staked, paid, deal, read: [], cards: deal.map(({ card }) => card) };
      guest.rounds.push({ table_id, round, at: Date.now(), revision: 1, ...end });
    }
  }

  #move(guest: Guest, amount: number): void {
    guest.info.balance += amount;
    this.#sendWallet(guest);
  }

  #sendWallet(guest: Guest): void {
    guest.info.number += 1;
    const { balance, bonus, owed, number } = guest.info;
    guest.lines.forEach((send) => send({ type: 'wallet', balance, bonus, owed, number }));
  }
}
