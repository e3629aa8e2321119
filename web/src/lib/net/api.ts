// What is asked of the server, as opposed to what happens: the HTTP interface. Every no is an `ApiError` with
// the server's code.
import type {
  ErrorBody,
  ErrorEnvelope,
  Guest,
  History,
  Lobby,
  NewGuest,
  PatronInfo,
  Statement,
} from '../wire/messages';

/** The server said no, or could not be reached (`network`). */
export class ApiError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
  }
}

/** What went wrong, whatever was thrown. */
export function errorBody(thrown: unknown): ErrorBody {
  return thrown instanceof ApiError ? thrown.body : { code: 'network', message: String(thrown) };
}

async function call(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== null) {
    headers.set('authorization', `Bearer ${token}`);
  }
  const answer = await fetch(`/api${path}`, { ...init, headers });
  if (!answer.ok) {
    throw new ApiError(await refusal(answer));
  }
  return answer;
}

async function refusal(answer: Response): Promise<ErrorBody> {
  const fallback = { code: `http_${String(answer.status)}`, message: answer.statusText };
  try {
    const envelope = (await answer.json()) as Partial<ErrorEnvelope>;
    return envelope.error ?? fallback;
  } catch {
    return fallback;
  }
}

async function json<Body>(path: string, init: RequestInit, token: string | null): Promise<Body> {
  const answer = await call(path, init, token);
  return (await answer.json()) as Body;
}

/** The query for a part of a list. */
function part(before: number | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== null) {
    query.set('before', String(before));
  }
  return query.toString();
}

export const api = {
  tables: () => json<Lobby>('/tables', {}, null),

  newGuest: (guest: NewGuest) =>
    json<Guest>(
      '/guests',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(guest) },
      null,
    ),

  topUp: (token: string) => json<PatronInfo>('/me/play-money', { method: 'POST' }, token),

  rounds: (token: string, before: number | null, limit: number) =>
    json<History>(`/me/rounds?${part(before, limit)}`, {}, token),

  statement: (token: string, before: number | null, limit: number) =>
    json<Statement>(`/me/statement?${part(before, limit)}`, {}, token),

  /** The document that a table's shoe is played under. */
  houseRules: async (tableId: number) =>
    (await call(`/tables/${String(tableId)}/house-rules`, {}, null)).text(),
};
