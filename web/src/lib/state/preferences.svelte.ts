// The patron's preferences on this device. The server does not know them.

import { LobbyChoice } from './lobby-choice.svelte';
import { storage } from './storage';

const SEND_AT_ONCE = 'punto.at_once';
const CHIP = 'punto.chip';
const SLOW_REVEAL = 'punto.slow_reveal';
const SOUND = 'punto.sound';
const VOLUME = 'punto.volume';
const OWN_CHIP = 'punto.own_chip';
const SHOW_NAME = 'punto.show_name';
const SHORTCUTS = 'punto.shortcuts';
const FIRST_VISIT = 'punto.first_visit';

export class Preferences {
  readonly lobby = new LobbyChoice();
  /** Whether each chip is sent as soon as it is placed. */
  #sendAtOnce = $state(storage.get(SEND_AT_ONCE) === 'yes');
  /** The selected chip, by its id. */
  #chip = $state(storage.get(CHIP) ?? '10');
  /** The amount of the patron's own chip, as they typed it; empty when there is none. */
  #ownChip = $state(storage.get(OWN_CHIP) ?? '');
  /** Whether keys act at a table. */
  #shortcuts = $state(storage.get(SHORTCUTS) !== 'no');
  /** Whether the patron turns the cards of rounds they bet on. */
  #slowReveal = $state(storage.get(SLOW_REVEAL) !== 'no');
  /** Whether everybody reads the patron's name beside the cards that they turn. */
  #showName = $state(storage.get(SHOW_NAME) !== 'no');
  /** Whether the page makes sounds; until the patron says so, only where there is a mouse. */
  #sound = $state(storage.get(SOUND) === null ? hasMouse() : storage.get(SOUND) === 'yes');
  /** Whether the patron has not yet put away what a first visit shows. */
  #firstVisit = $state(storage.get(FIRST_VISIT) !== 'over');
  /** In percent. */
  #volume = $state(Math.min(100, readNumber(VOLUME, 60)));

  get sendAtOnce(): boolean {
    return this.#sendAtOnce;
  }

  set sendAtOnce(sendAtOnce: boolean) {
    this.#sendAtOnce = sendAtOnce;
    storage.set(SEND_AT_ONCE, sendAtOnce ? 'yes' : 'no');
  }

  get slowReveal(): boolean {
    return this.#slowReveal;
  }

  set slowReveal(slowReveal: boolean) {
    this.#slowReveal = slowReveal;
    storage.set(SLOW_REVEAL, slowReveal ? 'yes' : 'no');
  }

  get showName(): boolean {
    return this.#showName;
  }

  set showName(showName: boolean) {
    this.#showName = showName;
    storage.set(SHOW_NAME, showName ? 'yes' : 'no');
  }

  get sound(): boolean {
    return this.#sound;
  }

  set sound(sound: boolean) {
    this.#sound = sound;
    storage.set(SOUND, sound ? 'yes' : 'no');
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    storage.set(VOLUME, String(volume));
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

  get firstVisit(): boolean {
    return this.#firstVisit;
  }

  endFirstVisit(): void {
    this.#firstVisit = false;
    storage.set(FIRST_VISIT, 'over');
  }

  get shortcuts(): boolean {
    return this.#shortcuts;
  }

  set shortcuts(shortcuts: boolean) {
    this.#shortcuts = shortcuts;
    storage.set(SHORTCUTS, shortcuts ? 'yes' : 'no');
  }
}

/** Phones and tablets have none. */
function hasMouse(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches;
}

function readNumber(key: string, fallback: number): number {
  const value = Number(storage.get(key));
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
