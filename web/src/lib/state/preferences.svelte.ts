// The patron's preferences on this device. The server does not know them.

import { storage } from './storage';

const SEND_AT_ONCE = 'punto.at_once';
const CHIP = 'punto.chip';

export class Preferences {
  /** Whether each chip is sent as soon as it is placed. */
  #sendAtOnce = $state(storage.get(SEND_AT_ONCE) === 'yes');
  /** The selected chip, in major units. */
  #chip = $state(readNumber(CHIP, 10));

  get sendAtOnce(): boolean {
    return this.#sendAtOnce;
  }

  set sendAtOnce(sendAtOnce: boolean) {
    this.#sendAtOnce = sendAtOnce;
    storage.set(SEND_AT_ONCE, sendAtOnce ? 'yes' : 'no');
  }

  get chip(): number {
    return this.#chip;
  }

  set chip(chip: number) {
    this.#chip = chip;
    storage.set(CHIP, String(chip));
  }
}

function readNumber(key: string, fallback: number): number {
  const value = Number(storage.get(key));
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
