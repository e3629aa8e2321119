// How all live tables stand: asked for every few seconds, and taken from whom follows one more closely.
import { liveApi } from '$lib/live/live-api';
import { app } from '$lib/state/app.svelte';
import type { LiveTable, TableSettings } from '$lib/wire/messages';
import { standOf, type Stand } from './stand';

export class Stands {
  /** How each live table stands, as far as it is known. */
  all = $state.raw<readonly Stand[]>([]);
  #followed: readonly number[] = [];

  constructor(private readonly tables: () => Promise<readonly TableSettings[]>) {}

  /** How a table stands; null while that is not known. */
  of(tableId: number): Stand | null {
    return this.all.find(({ live }) => live.table_id === tableId) ?? null;
  }

  /** Asks for all that nobody follows. What cannot be read stays as it was. */
  async refresh(): Promise<void> {
    const tables = await this.tables();
    const read = await Promise.all(tables.map(({ table_id: id }) => this.#read(id)));
    this.all = tables.flatMap((table, index) => {
      // Who began to follow the table meanwhile knows more.
      const isFollowed = this.#followed.includes(table.table_id);
      const known = isFollowed ? this.of(table.table_id)?.live : undefined;
      const live = known ?? read[index] ?? null;
      return live === null ? [] : [this.#stand(live)];
    });
  }

  /** Takes how a table stands from whom follows it. */
  take(live: LiveTable): void {
    const others = this.all.filter((one) => one.live.table_id !== live.table_id);
    this.all = [...others, this.#stand(live)];
  }

  /** Says that somebody follows a table; returns how to end that. */
  follow(tableId: number): () => void {
    this.#followed = [...this.#followed, tableId];
    return () => {
      this.#followed = this.#followed.filter((one) => one !== tableId);
    };
  }

  async #read(tableId: number): Promise<LiveTable | null> {
    const known = this.of(tableId)?.live ?? null;
    if (this.#followed.includes(tableId)) {
      return known;
    }
    try {
      return (await liveApi.status(tableId, null)).live;
    } catch {
      return known;
    }
  }

  #stand(live: LiveTable): Stand {
    return standOf(live, { before: this.of(live.table_id) ?? undefined, now: app.clock.now });
  }
}
