// The HTTP interface of live tables: how one stands, and the orders of its dealer and its supervisors.
import { json, send } from '../net/http';
import type {
  Consoles,
  DealerAction,
  DealerOrder,
  Dealers,
  Findings,
  LiveReceipt,
  LiveStatus,
  OpenCopies,
  ProvedOrder,
  ReviewShoe,
  SetPin,
  ShoeReviewReceipt,
  SupervisorAction,
  SupervisorOrder,
} from '../wire/messages';

const at = (table: number, what: string) => `/tables/${String(table)}/${what}`;
const post = (path: string, body: DealerOrder | SupervisorOrder | ProvedOrder) =>
  json<LiveReceipt>(path, { method: 'POST', body });

/** Where the picture of a card is that a finding is about; `shoe` is that of a finding that is over. */
export function picturePath(table: number, findingNo: number, sha256: string, shoe: number | null): string {
  const query = shoe === null ? '' : `?shoe=${String(shoe)}`;
  return `/api/v1${at(table, `findings/${String(findingNo)}/pictures/${sha256}`)}${query}`;
}

export const liveApi = {
  /** How a table stands. With the version of an earlier answer, it waits for another, for 8 seconds at most. */
  status: (table: number, otherThan: string | null, signal?: AbortSignal) => {
    const query = otherThan === null ? '' : `?other_than=${encodeURIComponent(otherThan)}`;
    return json<LiveStatus>(at(table, `live${query}`), signal === undefined ? {} : { signal });
  },

  /** The findings of a shoe, or of the one at the table. */
  findings: (table: number, shoe: number | null) =>
    json<Findings>(at(table, `findings${shoe === null ? '' : `?shoe=${String(shoe)}`}`)),

  /** Says that the rounds of a shoe were reviewed whose count ended with a note. */
  review: (table: number, shoe: number, review: ReviewShoe) =>
    json<ShoeReviewReceipt>(at(table, `shoes/${String(shoe)}/review`), { method: 'POST', body: review }),

  /** The copies of a card that came out too often, while that finding is open. */
  copies: (table: number) => json<OpenCopies>(at(table, 'copies')),

  /** The dealers, with their PINs and the tables at which they logged in. */
  dealers: () => json<Dealers>('/dealers'),

  /** Sets the PIN of a dealer. */
  setPin: (dealer: number, pin: SetPin) =>
    send(`/dealers/${String(dealer)}/pin`, { method: 'POST', body: pin }),

  /** Lets a dealer try again whose PIN was wrong too often. */
  unlockPin: (dealer: number) => send(`/dealers/${String(dealer)}/unlock`, { method: 'POST' }),

  /** Ends the session of a dealer at a table at once. */
  endSession: (dealer: number) => send(`/dealers/${String(dealer)}/end-session`, { method: 'POST' }),

  /** The consoles of tables that are open, where dealers log in with PINs. */
  consoles: () => json<Consoles>('/consoles'),

  /** Closes a console; the sessions of dealers that began there end. */
  closeConsole: (console: number) => send(`/consoles/${String(console)}/close`, { method: 'POST' }),

  /** Gives an order of the dealer; one with an id, and the event that they saw last, happens once. */
  deal: (table: number, order: DealerAction, sent: Omit<DealerOrder, 'order'> = {}) =>
    post(at(table, 'deal'), { order, ...sent }),

  /** Gives an order of a supervisor; one with an id, and the event that they saw last, happens once. */
  supervise: (table: number, order: SupervisorAction, sent: Omit<SupervisorOrder, 'order'> = {}) =>
    post(at(table, 'supervise'), { order, ...sent }),

  /** A supervisor who proves who they are ends the shoe after the round. */
  endShoe: (table: number, order: ProvedOrder) => post(at(table, 'end-shoe'), order),

  /** A supervisor who proves who they are lets rounds begin without a recording, for an hour. */
  allowUnrecorded: (table: number, order: ProvedOrder) => post(at(table, 'unrecorded'), order),
};
