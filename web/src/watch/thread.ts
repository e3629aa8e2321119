// What the page and the thread of the checks say to each other. All of it can be copied between threads.
import type { Seat } from '$lib/state/live-table';
import type { ServerMessage } from '$lib/wire/messages';
import type { Fetched } from './feed';
import type { Kept, Report, Wanted } from './module';

/** Names the checks of a table, which may begin from nothing more than once in a visit. */
export interface Run {
  readonly table: number;
  readonly run: number;
}

/** What the page tells the thread. */
export type ToChecks =
  /** Begins the checks of a table. An earlier run of the table ends. */
  | ({ readonly type: 'begin'; readonly shoe: number; readonly seat: Seat; readonly kept: Kept } & Run)
  /** Goes on with the checks of a table where bulletins may have been missed. */
  | { readonly type: 'resume'; readonly table: number }
  /** What the server sent, in its order. */
  | { readonly type: 'hear'; readonly message: ServerMessage }
  /** What was fetched for the `fetch` of this number. */
  | { readonly type: 'fetched'; readonly no: number; readonly fetched: Fetched };

/** What the thread tells the page. */
export type FromChecks =
  /** The module is loaded. First of all. */
  | { readonly type: 'ready' }
  /** The module cannot run in this browser, or a check could not end. Nothing follows. */
  | { readonly type: 'failed' }
  | ({ readonly type: 'report'; readonly report: Report; readonly ownRounds: number } & Run)
  /** Asks the page, in whose name requests are made, for a file. */
  | ({ readonly type: 'fetch'; readonly no: number } & Wanted & Run)
  | ({
      readonly type: 'give';
      readonly what: 'pledge' | 'reveal';
      readonly shoe: number;
      readonly hex: string;
    } & Run);
