// The HTTP interface of passkeys: those of the caller, and to log in with one.
import type {
  AddPasskey,
  BeginPasskeyLogIn,
  PasskeyAdded,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyLine,
  PasskeyLogIn,
  Passkeys,
  ProveAgain,
  SessionStarted,
} from '../wire/messages';
import { json } from './http';

const post = <Body>(path: string, body?: unknown) =>
  json<Body>(path, { method: 'POST', ...(body === undefined ? {} : { body }) });
const one = (id: string) => `/me/passkeys/${encodeURIComponent(id)}`;
const sessions = (staff: boolean) => (staff ? '/staff/sessions/passkey' : '/sessions/passkey');

export const passkeysApi = {
  list: () => json<Passkeys>('/me/passkeys'),

  /** Begins to add a passkey; the answer goes to the browser. */
  begin: (proof: ProveAgain) => post<PasskeyCreation>('/me/passkeys/options', proof),

  add: (passkey: AddPasskey) => post<PasskeyAdded>('/me/passkeys', passkey),

  rename: (id: string, name: string) => json<PasskeyLine>(one(id), { method: 'PATCH', body: { name } }),

  remove: (id: string, proof: ProveAgain) => post<SessionStarted>(`${one(id)}/remove`, proof),

  /** Asks for a challenge that proves who the caller is. */
  challenge: () => post<PasskeyChallenge>('/me/passkeys/challenge'),

  beginLogIn: (who: BeginPasskeyLogIn, staff: boolean) =>
    post<PasskeyChallenge>(`${sessions(staff)}/options`, who),

  logIn: (logIn: PasskeyLogIn, staff: boolean) => post<SessionStarted>(sessions(staff), logIn),
};
