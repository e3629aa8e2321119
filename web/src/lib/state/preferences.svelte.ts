// The patron's preferences on this device. The server does not know them.

import { storage } from './storage';

const SEND_AT_ONCE = 'punto.at_once';
const CHIP = 'punto.chip';
const OWN_CHIP = 'punto.own_chip';
const SHORTCUTS = 'punto.shortcuts';

export class Preferences {
  /** Whether each chip is sent as soon as it is placed. */
  #sendAtOnce = $state(storage.get(SEND_AT_ONCE) === 'yes');
  /** The selected chip, by its id. */
  #chip = $state(storage.get(CHIP) ?? '10');
  /** The amount of the patron's own chip, as they typed it; empty when there is none. */
  #ownChip = $state(storage.get(OWN_CHIP) ?? '');
  /** Whether keys act at a table. */
  #shortcuts = $state(storage.get(SHORTCUTS) !== 'no');

  get sendAtOnce(): boolean {
    return this.#sendAtOnce;
  }

  set sendAtOnce(sendAtOnce: boolean) {
    this.#sendAtOnce = sendAtOnce;
    storage.set(SEND_AT_ONCE, sendAtOnce ? 'yes' : 'no');
  }

  get chip(): string {
    return this.#chip;
  }

  set chip(chip: string) {
    this.#chip = chip;
    storage.set(CHIP, chip);
  }

  get ownChip(): string {
    return this.#ownChip;
  }

  set ownChip(amount: string) {
    this.#ownChip = amount;
    storage.set(OWN_CHIP, amount);
  }

  get shortcuts(): boolean {
    return this.#shortcuts;
  }

  set shortcuts(shortcuts: boolean) {
    this.#shortcuts = shortcuts;
    storage.set(SHORTCUTS, shortcuts ? 'yes' : 'no');
  }
}
