// How many proposals wait for a second person: asked for while somebody is there, and after each step made here.
import { desk } from '../desk';
import { Resource } from '../state/resource.svelte';
import { who } from '../state/who.svelte';

class Waiting {
  readonly #open = new Resource(() => desk.openProposals(), 5_000);

  readonly adjustments = $derived(this.#open.value?.adjustments ?? 0);
  /** Only for those who may read corrections. */
  readonly corrections = $derived(who.may('readRounds') ? (this.#open.value?.corrections ?? 0) : 0);

  /** Devices that wait for a second supervisor. */
  readonly devices = $derived(this.#open.value?.devices ?? 0);

  /** Devices whose line gave an alarm within the last hour. */
  readonly deviceAlarms = $derived(this.#open.value?.device_alarms ?? 0);

  start(): () => void {
    return this.#open.start();
  }

  /** Asks now: something was proposed or decided. */
  refresh(): void {
    void this.#open.refresh();
  }
}

export const waiting = new Waiting();
