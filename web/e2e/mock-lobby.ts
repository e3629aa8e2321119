// The lobby stream of the mock house: it tells every event of a table as the whole table.
import type { LobbyTable, ServerMessage } from '../src/lib/wire/messages';
import type { MockTable, Send } from './mock-table';

export class MockLobby {
  readonly #watchers = new Set<Send>();

  constructor(private readonly tables: readonly MockTable[]) {
    for (const table of tables) {
      table.onEvent = () => {
        const message: ServerMessage = { type: 'lobby_changed', now: Date.now(), tables: [inShort(table)] };
        this.#watchers.forEach((send) => {
          send(structuredClone(message));
        });
      };
    }
  }

  watch(send: Send): void {
    this.#watchers.add(send);
    send({ type: 'lobby', now: Date.now(), tables: this.tables.map(inShort) });
  }

  unwatch(send: Send): void {
    this.#watchers.delete(send);
  }
}

function inShort(table: MockTable): LobbyTable {
  const { table_id, name, status, rules, currency, decimals, play_money, phase, patrons } = table.view;
  const { id, title, roads_clear } = rules;
  return {
    table_id,
    name,
    status,
    rules: { id, title, roads_clear },
    currency,
    decimals,
    play_money,
    minimum: 100,
    maximum: 500_000,
    patrons,
    phase,
    round: table.round(),
    beads: table.view.rounds.join(' '),
  };
}
