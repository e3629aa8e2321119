// Requests show who calls, follow a session that was renewed elsewhere, and report one that has ended.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, callAs, json, send } from './http';

interface Sent {
  readonly path: string;
  readonly headers: Headers;
}

const sent: Sent[] = [];
let answers: Response[] = [];
const caller = {
  token: null as string | null,
  csrf: 'old' as string | null,
  hasEnded: false,
  refresh: () => {
    caller.csrf = 'new';
    return Promise.resolve(true);
  },
  ended: () => {
    caller.hasEnded = true;
  },
};

const refused = (status: number, code: string) =>
  new Response(JSON.stringify({ error: { code, message: '' }, request_id: '' }), { status });

beforeEach(() => {
  sent.length = 0;
  Object.assign(caller, { token: null, csrf: 'old', hasEnded: false });
  callAs(caller);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers) });
    return Promise.resolve(answers.shift() ?? new Response('{}'));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a request', () => {
  it('shows the token of a guest, and the value of the session only with a change', async () => {
    await json('/session');
    await send('/session', { method: 'DELETE' });
    Object.assign(caller, { token: 'guest', csrf: null });
    await send('/me/pause', { method: 'POST', body: { hours: 1 } });
    expect(sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-punto-csrf')])).toEqual([
      [null, null],
      [null, 'old'],
      ['Bearer guest', null],
    ]);
  });

  it('is sent once more with the new value of a session that was renewed in another tab', async () => {
    answers = [refused(403, 'csrf'), new Response('{}')];
    await send('/me/pause', { method: 'POST', body: { hours: 1 } });
    expect(sent.map(({ headers }) => headers.get('x-punto-csrf'))).toEqual(['old', 'new']);

    answers = [refused(403, 'csrf'), refused(403, 'csrf')];
    await expect(send('/me/pause', { method: 'POST' })).rejects.toThrow(ApiError);
    expect(sent).toHaveLength(4);
  });

  it('reports a session that has ended, and no other refusal', async () => {
    answers = [refused(401, 'wrong_credentials')];
    await expect(send('/sessions', { method: 'POST' })).rejects.toThrow(ApiError);
    expect(caller.hasEnded).toBe(false);
    answers = [refused(401, 'unauthenticated')];
    await expect(send('/session')).rejects.toThrow(ApiError);
    expect(caller.hasEnded).toBe(true);
  });
});
