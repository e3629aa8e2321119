// The parts of the page that messages of the server change.
import type { ErrorBody, PatronInfo } from '../wire/messages';
import type { Account } from './account.svelte';
import type { LobbyChanged, LobbyList } from './lobby';
import type { Notices } from './notices.svelte';
import type { OwnRange } from './own-range.svelte';
import type { Stage } from './paced';
import type { Preferences } from './preferences.svelte';
import type { Protection } from './protection.svelte';
import type { TableModel } from './table.svelte';

/** The parts of the page that messages change. */
export interface Page extends Stage {
  readonly notices: Notices;
  readonly preferences: Preferences;
  readonly router: { readonly route: { readonly view: string } };
  refuse(error: ErrorBody): void;
  explain(error: ErrorBody): string;
  readonly account: Account;
  readonly protection: Protection;
  readonly range: OwnRange;
  welcomed(patron: PatronInfo | null): void;
  /** A table of the page; it need not be watched. */
  table(tableId: number): TableModel;
  tableName(tableId: number): string;
  lobbyMessage(message: LobbyList | LobbyChanged): void;
  /** The table that the page asked for does not exist. */
  tableMissing(): void;
  seatTaken(tableId: number): void;
  resend(): void;
}
