// The floor as it is now: asked for while somebody is there, and followed by the stream of the lobby.
import { untrack } from 'svelte';
import { app } from '$lib/state/app.svelte';
import { desk } from '../desk';
import { Resource } from '../state/resource.svelte';
import { alarms, isLive, rows, type Row } from './floor';
import { isShort, recordingAlarms, type Recordings } from './recordings';
import { liveAlarms } from './stand';
import { Stands } from './stands.svelte';

class FloorNow {
  readonly settings = new Resource(() => desk.floor(), 10_000);
  readonly exposures = new Resource(() => desk.exposures(), 2_000);
  readonly alerts = new Resource(() => desk.alerts(), 5_000);
  readonly health = new Resource(() => desk.health(), 5_000);
  readonly recordings = new Resource<Recordings>(
    async () => ({ ...(await desk.recordings()), readAt: app.clock.now }),
    5_000,
  );

  /** The tables whose cards a dealer draws. */
  readonly liveTables = $derived((this.settings.value?.tables ?? []).filter(isLive));
  readonly stands = new Stands(async () =>
    (this.settings.value ?? (await desk.floor())).tables.filter(isLive),
  );
  readonly #live = new Resource(() => this.stands.refresh(), 3_000);

  readonly alarms = $derived([
    ...liveAlarms(this.stands.all),
    ...recordingAlarms(this.recordings.value, this.settings.value),
    ...alarms(this.alerts.value, this.health.value, this.exposures.value, this.settings.value),
  ]);
  /** The disk of the recordings, while it has too little room. */
  readonly shortDisk = $derived.by(() => {
    const disk = this.recordings.value?.disk;
    return isShort(disk) ? disk : null;
  });
  /** How many things need somebody now. */
  readonly alarmCount = $derived(this.alarms.length + (this.shortDisk === null ? 0 : 1));
  readonly rows = $derived(rows(this.settings.value, app.listed, this.exposures.value, this.alarms));

  start(): () => void {
    const read = [this.settings, this.exposures, this.alerts, this.health, this.recordings, this.#live];
    // What is read decides what is asked next, and is no reason to begin again.
    const stops = untrack(() => read.map((one) => one.start()));
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }

  row(tableId: number): Row | null {
    return this.rows.find(({ table_id }) => table_id === tableId) ?? null;
  }

  /** The name of a table; its number while the name is not known. */
  name(tableId: number): string {
    return this.row(tableId)?.name ?? `#${String(tableId)}`;
  }

  decimals(tableId: number): number {
    return this.row(tableId)?.settings.currency.decimals ?? 2;
  }
}

export const floor = new FloorNow();
