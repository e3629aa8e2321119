// The HTTP interface of the server. Every failure is an `ApiError` with the server's code.
import type {
  ErrorBody,
  ErrorEnvelope,
  Guest,
  History,
  Lobby,
  NewGuest,
  PatronInfo,
  RulesOdds,
  Statement,
} from '../wire/messages';

/** The server refused a request, or could not be reached (`network`). */
export class ApiError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
  }
}

/** The error body of anything that was thrown. */
export function errorBody(error: unknown): ErrorBody {
  return error instanceof ApiError ? error.body : { code: 'network', message: String(error) };
}

async function request(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== null) {
    headers.set('authorization', `Bearer ${token}`);
  }
  const response = await fetch(`/api/v1${path}`, { ...init, headers });
  if (!response.ok) {
    throw new ApiError(await errorOf(response));
  }
  return response;
}

async function errorOf(response: Response): Promise<ErrorBody> {
  const fallback = { code: `http_${String(response.status)}`, message: response.statusText };
  try {
    const envelope = (await response.json()) as Partial<ErrorEnvelope>;
    return envelope.error ?? fallback;
  } catch {
    return fallback;
  }
}

async function json<Body>(path: string, init: RequestInit, token: string | null): Promise<Body> {
  const response = await request(path, init, token);
  return (await response.json()) as Body;
}

/** The query string for one page of a list. */
function pageQuery(before: number | null, limit: number): string {
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
    json<History>(`/me/rounds?${pageQuery(before, limit)}`, {}, token),

  statement: (token: string, before: number | null, limit: number) =>
    json<Statement>(`/me/statement?${pageQuery(before, limit)}`, {}, token),

  /** The exact odds of a full shoe under the house rules of a table's shoe. */
  odds: (tableId: number) => json<RulesOdds>(`/tables/${String(tableId)}/odds`, {}, null),

  /** The house-rules document of a table's shoe. */
  houseRules: async (tableId: number) =>
    (await request(`/tables/${String(tableId)}/house-rules`, {}, null)).text(),
};
