// The keys of the console. What is on the screen says which keys it has; they can be switched off, because somebody
// who speaks to their computer types letters by accident.
import { storage } from '$lib/state/storage';

/** A key and what it does. */
export interface Binding {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const SWITCH = 'punto.console.keys';

class Keys {
  /** What has a key now, in the order in which it came on the screen. */
  bindings = $state.raw<readonly Binding[]>([]);
  /**
   * The same, outside of effects: what an effect reads while it is taken down is older, and keys that others were given
   * in the same moment would be lost.
   */
  #bound: readonly Binding[] = [];
  isOn = $state(storage.get(SWITCH) !== 'off');
  /** Which of the console's own dialogs is open. */
  shows = $state<'help' | 'commands' | null>(null);

  /** Gives something a key while it is on the screen; returns how to take the key back. */
  bind(binding: Binding): () => void {
    this.#show([...this.#bound, binding]);
    return () => {
      this.#show(this.#bound.filter((one) => one !== binding));
    };
  }

  #show(bound: readonly Binding[]): void {
    this.#bound = bound;
    this.bindings = bound;
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) {
      storage.remove(SWITCH);
    } else {
      storage.set(SWITCH, 'off');
    }
  }

  start(): void {
    addEventListener('keydown', (event) => {
      if (this.press(event, isBusy(event.target))) {
        event.preventDefault();
      }
    });
  }

  /** Does what a key does; returns whether it has something to do. `busy` says that somebody writes or decides. */
  press(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>, busy: boolean): boolean {
    const { key, ctrlKey, metaKey, altKey } = event;
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
      this.shows = 'commands';
      return true;
    }
    if (busy || !this.isOn || ctrlKey || metaKey || altKey) {
      return false;
    }
    if (key === '/' || key === '?') {
      this.shows = key === '/' ? 'commands' : 'help';
      return true;
    }
    const binding = this.bindings.findLast((one) => one.key === key.toLowerCase());
    binding?.run();
    return binding !== undefined;
  }
}

/** Fields in which somebody writes or chooses by letters; a box to tick is none. */
const WRITES = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select';

/** Whether keys belong to what has the focus: a field in which somebody writes, or a dialog. */
function isBusy(target: EventTarget | null): boolean {
  const writes = target instanceof HTMLElement && target.closest(WRITES) !== null;
  return writes || document.querySelector('dialog[open]') !== null;
}

export const keys = new Keys();
