// What the patron chose about live pictures, on this device. The server does not know it.
import { storage } from '$lib/state/storage';

const PICTURE = 'punto.picture';
const IN_STEP = 'punto.in_step';

class Choice {
  #shows = $state(storage.get(PICTURE) === 'yes');
  #inStep = $state(storage.get(IN_STEP) !== 'no');

  /** Whether the picture is shown where there is one. */
  get shows(): boolean {
    return this.#shows;
  }

  set shows(shows: boolean) {
    this.#shows = shows;
    storage.set(PICTURE, shows ? 'yes' : 'no');
  }

  /** Whether cards and results wait for a picture that comes late. */
  get inStep(): boolean {
    return this.#inStep;
  }

  set inStep(inStep: boolean) {
    this.#inStep = inStep;
    storage.set(IN_STEP, inStep ? 'yes' : 'no');
  }
}

export const choice = new Choice();
