// The HTTP interface of a dealer's console: whether this browser is one, and how it becomes one.
import { json } from '$lib/net/http';
import type { ConsoleOpened, ProveAgain, ThisConsole } from '$lib/wire/messages';

export const consoleApi = {
  /** Says whether this browser is an open console of a table, where dealers log in with PINs. */
  here: (table: number) => json<ThisConsole>(`/tables/${String(table)}/console`),

  /** Makes this browser a console of a table, as a supervisor. */
  open: (table: number, proof: ProveAgain) =>
    json<ConsoleOpened>(`/tables/${String(table)}/consoles`, {
      method: 'POST',
      body: { proof, cookie: true },
    }),
};
