// What the reader chose on this device. Nothing here is known to the server.

import { storage } from './storage';

const AT_ONCE = 'punto.at_once';
const CHIP = 'punto.chip';

export class Preferences {
  /** Whether each chip is sent as soon as it lies on a spot. */
  #atOnce = $state(storage.get(AT_ONCE) === 'yes');
  /** The chip in hand, in major units. */
  #chip = $state(readNumber(CHIP, 10));

  get atOnce(): boolean {
    return this.#atOnce;
  }

  set atOnce(atOnce: boolean) {
    this.#atOnce = atOnce;
    storage.set(AT_ONCE, atOnce ? 'yes' : 'no');
  }

  get chip(): number {
    return this.#chip;
  }

  set chip(chip: number) {
    this.#chip = chip;
    storage.set(CHIP, String(chip));
  }
}

function readNumber(key: string, otherwise: number): number {
  const value = Number(storage.get(key));
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise;
}
