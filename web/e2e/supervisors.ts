// Supervisors over HTTP, for tests in which patrons see what supervisors did: they enrol, halt a table, and two of them
// void a round.
import { randomUUID } from 'node:crypto';
import type {
  CorrectionResponse,
  RoundRef,
  SecondFactor,
  SecondFactorConfirmed,
  SessionStarted,
} from '../src/lib/wire/messages';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';

async function post<Body>(url: string, path: string, token: string, body?: unknown): Promise<Body> {
  const answer = await fetch(new URL(`/api/v1${path}`, url), {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) {
    throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
  }
  return (await answer.json()) as Body;
}

/** Enrols a supervisor with their one-time code and a second factor; returns their token. */
export async function enrolSupervisor(url: string, name: string, code: string): Promise<string> {
  const enrolled = await post<SessionStarted>(url, '/staff/enrolment', '', {
    name,
    code,
    password: PASSWORD,
  });
  const first = enrolled.token ?? '';
  const factor = await post<SecondFactor>(url, '/me/second-factor', first, { password: PASSWORD });
  const confirm = { code: totp(factor.secret) };
  const confirmed = await post<SecondFactorConfirmed>(url, '/me/second-factor/confirm', first, confirm);
  return confirmed.session.token ?? '';
}

/** Halts a table after the round that is under way: its shoe stays as it is. */
export async function haltTable(url: string, token: string, table: number): Promise<void> {
  await post(url, `/tables/${String(table)}/halt`, token, { why: 'A test of the page.' });
}

/** Voids a finished round: one supervisor proposes it, the other approves. */
export async function voidRound(
  url: string,
  [proposes, approves]: readonly [string, string],
  table: number,
  round: RoundRef,
): Promise<void> {
  const proposal = {
    request_id: randomUUID(),
    round,
    why: 'A test of the page.',
    ruling: { kind: 'void' },
  };
  const { correction } = await post<CorrectionResponse>(
    url,
    `/tables/${String(table)}/corrections`,
    proposes,
    proposal,
  );
  const no = String(correction.correction_no);
  await post(url, `/tables/${String(table)}/corrections/${no}/approve`, approves);
}
