// The HTTP interface of accounts, log-in, second factor, sessions and staff.
import type {
  ChangePassword,
  Enrol,
  LogIn,
  NewAccount,
  ProveAgain,
  RecoveryCodes,
  SecondFactor,
  SecondFactorConfirmed,
  Sessions,
  SessionStarted,
  SetPin,
  TableLogIn,
} from '../wire/messages';
import { json, send } from './http';

const post = <Body>(path: string, body: unknown) => json<Body>(path, { method: 'POST', body });

export const people = {
  signUp: (account: NewAccount) => post<SessionStarted>('/accounts', { ...account, cookie: true }),

  /** Gives the guest an account, who keeps wallet and history. */
  openAccount: (account: NewAccount) => post<SessionStarted>('/me/account', { ...account, cookie: true }),

  logIn: (logIn: LogIn) => post<SessionStarted>('/sessions', { ...logIn, cookie: true }),

  logInStaff: (logIn: LogIn) => post<SessionStarted>('/staff/sessions', { ...logIn, cookie: true }),

  /** Lets a dealer in at a table by number and PIN. */
  logInAtTable: (table: number, logIn: TableLogIn) =>
    post<SessionStarted>(`/tables/${String(table)}/dealer-sessions`, { ...logIn, cookie: true }),

  /** Sets the dealer's own PIN. */
  setPin: (pin: SetPin) => send('/me/pin', { method: 'POST', body: pin }),

  enrol: (enrol: Enrol) => post<SessionStarted>('/staff/enrolment', { ...enrol, cookie: true }),

  sessions: () => json<Sessions>('/sessions'),

  revoke: (id: string) => send(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),

  changePassword: (change: ChangePassword) => post<SessionStarted>('/me/password', change),

  /** Makes a second factor, which waits for its first code. */
  setSecondFactor: (proof: ProveAgain) => post<SecondFactor>('/me/second-factor', proof),

  confirmSecondFactor: (code: string) => post<SecondFactorConfirmed>('/me/second-factor/confirm', { code }),

  removeSecondFactor: (proof: ProveAgain) => post<SessionStarted>('/me/second-factor/remove', proof),

  renewRecoveryCodes: (proof: ProveAgain) => post<RecoveryCodes>('/me/recovery-codes', proof),
};
