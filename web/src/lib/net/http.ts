// Requests to the server under `/api/v1`. Every failure is an `ApiError` with the server's code.
import type { ErrorBody, ErrorEnvelope } from '../wire/messages';

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

/** Who calls: what requests show, and what happens when that no longer counts. */
export interface Caller {
  /** The token of a guest; the cookie of a session needs none. */
  readonly token: string | null;
  /** The value that the session in the cookie asks for with every change. */
  readonly csrf: string | null;
  /** The value belongs to another session; asks for the new one and returns whether there is one. */
  refresh(): Promise<boolean>;
  /** The server does not know the session any more. */
  ended(): void;
}

let caller: Caller | null = null;

/** Sends all requests of the page in the name of this caller. */
export function callAs(next: Caller): void {
  caller = next;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Whether only the cookie says who calls, also while a guest's token is known. */
  readonly byCookie?: boolean;
  /** A status that is an answer, too, beside those of success. */
  readonly accepts?: number;
  /** Gives the request up; it fails then. */
  readonly signal?: AbortSignal;
}

/** Sends a request; a change whose session was renewed in another tab is sent once more. */
export async function send(path: string, call: Call = {}): Promise<Response> {
  let response = await sendOnce(path, call);
  if (response.ok || response.status === call.accepts) {
    return response;
  }
  let error = await errorOf(response);
  if (error.code === 'csrf' && (await caller?.refresh()) === true) {
    response = await sendOnce(path, call);
    if (response.ok) {
      return response;
    }
    error = await errorOf(response);
  }
  if (error.code === 'unauthenticated') {
    caller?.ended();
  }
  throw new ApiError(error);
}

/** Sends a request and reads the JSON of its answer. */
export async function json<Body>(path: string, call: Call = {}): Promise<Body> {
  return (await (await send(path, call)).json()) as Body;
}

function sendOnce(path: string, { method = 'GET', body, byCookie = false, signal }: Call): Promise<Response> {
  const headers = new Headers();
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
  }
  const { token = null, csrf = null } = caller ?? {};
  if (token !== null && !byCookie) {
    headers.set('authorization', `Bearer ${token}`);
  }
  if (method !== 'GET' && csrf !== null) {
    headers.set('x-punto-csrf', csrf);
  }
  return fetch(`/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
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
