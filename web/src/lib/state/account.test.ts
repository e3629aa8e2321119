// Who uses the page: one person at a time, whom neither a dialog nor another tab mixes with somebody else.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, errorBody, send } from '../net/http';
import type { PatronInfo, SessionInfo, SessionStarted } from '../wire/messages';
import { Account } from './account.svelte';
import { Notices } from './notices.svelte';
import { Session } from './session.svelte';

const TOKEN = 'punto.token';
const COOKIE = 'punto.session';

let stored: Map<string, string>;
let answers: (Response | Error)[];
let asked: { readonly path: string; readonly headers: Headers }[];
let calls: string[];

beforeEach(() => {
  [stored, answers, asked, calls] = [new Map<string, string>(), [], [], []];
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push({ path, headers: new Headers(init.headers) });
    const answer = answers.shift() ?? new Error('the test has no answer');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
});

afterEach(() => {
  new Session().forget();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ok = (body: unknown) => new Response(JSON.stringify(body));

const patron = (patron_id: number): PatronInfo => ({
  patron_id,
  nickname: `patron ${String(patron_id)}`,
  currency: 'PLAY',
  decimals: 2,
  play_money: true,
  balance: 1_000,
  bonus: 0,
  owed: 0,
  number: 1,
});

const guest = (patron_id: number) => ({ token: `guest-${String(patron_id)}`, patron: patron(patron_id) });

const described = (who: Partial<SessionInfo>): SessionInfo =>
  ({ patron_id: null, staff_id: null, name: '', roles: [], csrf: 'value', ...who }) as SessionInfo;

function page() {
  const session = new Session();
  const notices = new Notices();
  const note = (call: string) => () => {
    calls.push(call);
  };
  const account = new Account(session, {
    notices,
    reconnect: note('reconnect'),
    greet: note('greet'),
    forgetTables: note('forgetTables'),
  });
  return { session, notices, account };
}

describe('the dialog for guests', () => {
  it('is offered to a spectator, and to nobody who has a session', () => {
    const spectator = page();
    spectator.account.offer();
    expect(spectator.account.dialog).toBe('guest');

    const member = page();
    member.session.begin('value');
    member.session.describe(described({ staff_id: 3 }));
    member.account.offer();
    expect(member.account.dialog).toBeNull();
    expect(member.notices.shown[0]?.text).toContain('staff');
    member.session.forget();

    stored.set(TOKEN, 'guest-1');
    const returning = page();
    returning.account.offer();
    expect(returning.account.dialog).toBeNull();
    expect(returning.notices.shown[0]?.text).toBe('Connecting…');
  });

  it('makes no guest for somebody whom another tab let in meanwhile', async () => {
    const { session, account } = page();
    account.open('guest');
    stored.set(TOKEN, 'guest-1');
    expect(await account.enter('Ann')).toBeNull();
    expect([asked.length, session.token, stored.get(TOKEN)]).toEqual([0, 'guest-1', 'guest-1']);
    expect(calls).toEqual(['reconnect']);
  });

  it('keeps the newest wallet of the patron, however late an older one comes', () => {
    const session = new Session();
    const wallet = (balance: number, number: number) => ({ balance, bonus: 0, owed: 0, number });
    session.wallet(wallet(1, 9));
    expect(session.patron).toBeNull();
    session.meet(patron(1));
    session.wallet(wallet(900, 3));
    session.wallet(wallet(950, 2));
    session.meet(patron(1));
    expect([session.patron?.balance, session.patron?.number]).toEqual([900, 3]);
    session.meet(patron(2));
    expect([session.patron?.balance, session.patron?.number]).toEqual([1_000, 1]);
  });

  it('never replaces a session by a guest', () => {
    const { session } = page();
    session.begin('value');
    session.enter(guest(1));
    expect([session.token, session.byCookie, stored.get(TOKEN)]).toEqual([null, true, undefined]);
    session.forget();
    session.enter(guest(1));
    session.enter(guest(2));
    expect([session.token, session.patron?.patron_id]).toEqual(['guest-1', 1]);
  });
});

describe('a log-in', () => {
  const start = () => Promise.resolve({ csrf: 'value' } as SessionStarted);
  const refused = () =>
    new Response(JSON.stringify({ error: { code: 'unauthenticated', message: '' }, request_id: '' }), {
      status: 401,
    });

  it('takes the place of the guest once the server knows the session by its cookie alone', async () => {
    stored.set(TOKEN, 'guest-1');
    const { session, account } = page();
    answers = [ok(described({ patron_id: 2 }))];
    await account.begin(start);
    expect(asked.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      ['/api/v1/session', null],
    ]);
    expect([session.token, session.hasAccount, session.csrf]).toEqual([null, true, 'value']);
    expect([...stored]).toEqual([[COOKIE, 'yes']]);
    expect(calls).toEqual(['forgetTables', 'reconnect']);
  });

  it.each([
    ['whose cookie the browser drops', refused, 'session_not_kept'],
    ['whose connection fails half-way', () => new Error('offline'), 'network'],
  ])('%s leaves who was here before', async (_, answer, code) => {
    for (const token of [undefined, 'guest-1']) {
      stored = new Map(token === undefined ? [] : [[TOKEN, token]]);
      answers = [answer()];
      const { session, account } = page();
      const failure: unknown = await account.begin(start).catch((error: unknown) => error);
      expect(errorBody(failure).code).toBe(code);
      expect([session.token, session.isKnown]).toEqual([token ?? null, token !== undefined]);
      expect([stored.get(TOKEN), stored.get(COOKIE)]).toEqual([token, undefined]);
    }
  });
});

describe('a session that another tab renewed for somebody else', () => {
  function loggedIn() {
    const opened = page();
    opened.session.begin('ann');
    opened.session.describe(described({ patron_id: 1, name: 'Ann', csrf: 'ann' }));
    opened.session.patron = patron(1);
    return opened;
  }

  it('drops what belongs to the person before, and asks who it is, before anything is sent again', async () => {
    const { session, account } = loggedIn();
    answers = [ok(described({ patron_id: 2, name: 'Ben', csrf: 'ben' }))];
    account.welcomed(patron(2));
    expect(calls).toEqual(['forgetTables']);
    expect([session.patron?.patron_id, session.info, session.csrf]).toEqual([2, null, null]);
    await vi.waitFor(() => {
      expect(session.info?.name).toBe('Ben');
    });
    expect([session.csrf, calls]).toEqual(['ben', ['forgetTables']]);
  });

  it('keeps everything of the same person', () => {
    const { session, account } = loggedIn();
    account.welcomed(patron(1));
    expect([calls, session.csrf, asked]).toEqual([[], 'ann', []]);
  });

  it.each([
    ['patron', { patron_id: 2 }],
    ['member of staff', { staff_id: 7 }],
  ])('sends no change of the person before in the name of a %s', async (_, other) => {
    const { session } = loggedIn();
    const stale = JSON.stringify({ error: { code: 'csrf', message: '' }, request_id: '' });
    answers = [new Response(stale, { status: 403 }), ok(described({ ...other, csrf: 'ben' }))];
    await expect(send('/me/pause', { method: 'POST', body: { hours: 1 } })).rejects.toThrow(ApiError);
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/me/pause', '/api/v1/session']);
    expect([session.patron, session.csrf]).toEqual([null, 'ben']);
    expect(calls).toEqual(['forgetTables', 'reconnect']);
  });
});

describe('a guest whose wallet another tab keeps in an account', () => {
  const ended = () => {
    stored.set(TOKEN, 'guest-1');
    const opened = page();
    opened.session.patron = patron(1);
    return opened;
  };

  it('becomes the patron with the account, without a dialog', () => {
    const { session, account, notices } = ended();
    stored.delete(TOKEN);
    stored.set(COOKIE, 'yes');
    account.ended();
    expect([session.token, session.byCookie, stored.get(COOKIE)]).toEqual([null, true, 'yes']);
    expect([account.dialog, notices.shown]).toEqual([null, []]);
    expect(calls).toEqual(['forgetTables', 'reconnect']);
  });

  it('is asked for a nickname only until the connection knows the account', () => {
    const { session, account } = ended();
    account.ended();
    expect(account.dialog).toBe('guest');
    account.open('log_in');
    account.welcomed(patron(1));
    expect([account.dialog, account.asksAgain, session.hasAccount]).toEqual([null, false, true]);
  });

  it('may log in with another account meanwhile', () => {
    const { account } = ended();
    account.open('log_in');
    account.welcomed(patron(1));
    expect(account.dialog).toBe('log_in');
  });

  it('loses its own token only, when it ends', () => {
    const { session } = ended();
    stored.set(TOKEN, 'guest-2').set(COOKIE, 'yes');
    session.forget();
    expect([...stored]).toEqual([
      [TOKEN, 'guest-2'],
      [COOKIE, 'yes'],
    ]);
  });
});
