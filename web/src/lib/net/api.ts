// The HTTP interface of the server for everybody: guests, tables, history.
import type {
  Guest,
  History,
  NewGuest,
  OwnTurnover,
  PatronInfo,
  Range,
  RulesOdds,
  SessionInfo,
  ShoeBeads,
  Statement,
  TableView,
} from '../wire/messages';
import { json, send } from './http';

/** Which of the patron's rounds are wanted. */
export interface WantedRounds {
  /** The table; null for all. */
  readonly table: number | null;
  /** The first moment of the period, in milliseconds; null for any time. */
  readonly from: number | null;
}

/** The query string for one page of a list. */
export function pageQuery(before: number | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== null) {
    query.set('before', String(before));
  }
  return query.toString();
}

export const api = {
  newGuest: (body: NewGuest) => json<Guest>('/guests', { method: 'POST', body }),

  /** Who has the session in the cookie, and its CSRF value. */
  session: () => json<SessionInfo>('/session', { byCookie: true }),

  logOut: () => send('/session', { method: 'DELETE' }),

  logOutEverywhere: () => send('/sessions', { method: 'DELETE' }),

  topUp: () => json<PatronInfo>('/me/play-money', { method: 'POST' }),

  rounds: ({ table, from }: WantedRounds, before: number | null, limit: number) => {
    const query = pageQuery(before, limit);
    const wanted = Object.entries({ table, from }).filter(([, value]) => value !== null);
    return json<History>(`/me/rounds?${[query, ...wanted.map((pair) => pair.join('='))].join('&')}`);
  },

  statement: (before: number | null, limit: number) =>
    json<Statement>(`/me/statement?${pageQuery(before, limit)}`),

  turnover: () => json<OwnTurnover>('/me/turnover'),

  /** The range of stakes that a manager set for the patron. */
  range: () => json<Range>('/me/range'),

  /** The public state of a table now. */
  table: (tableId: number) => json<TableView>(`/tables/${String(tableId)}`),

  /** The beads of a shoe of a table, also of one that is over. */
  beads: (tableId: number, shoeNo: number) =>
    json<ShoeBeads>(`/tables/${String(tableId)}/shoes/${String(shoeNo)}/beads`),

  /** The exact odds of a full shoe under the house rules of a table's shoe. */
  odds: (tableId: number) => json<RulesOdds>(`/tables/${String(tableId)}/odds`),

  /** The house-rules document of a table's shoe. */
  houseRules: async (tableId: number) => (await send(`/tables/${String(tableId)}/house-rules`)).text(),
};
