// Takes every key of the dealer's pages through the guard against scanners that act as keyboards, also Space and Enter on
// what has the focus. Knows no step.
import { HandKeys, type Later } from './hand-keys';

/** Keys that are held while another one is pressed. */
const HELD = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

const nothing = (): void => undefined;

export class PageKeys {
  readonly #hand: HandKeys;

  constructor(
    /** Whether the page does something with a key. */
    private readonly takes: (key: string) => boolean,
    private readonly press: (key: string) => void,
    later?: Later,
  ) {
    this.#hand = new HandKeys(later);
  }

  /** A key went down. One that does nothing here shows, too, that those beside it are of no hand. */
  readonly down = (event: KeyboardEvent): void => {
    if (HELD.includes(event.key)) {
      return;
    }
    const deed = this.#deed(event);
    if (deed !== null) {
      event.preventDefault();
    }
    if (!event.repeat) {
      this.#hand.press(event.timeStamp, deed ?? nothing);
    }
  };

  /** A key went up. A browser may press a button only then, and would do so past the guard. */
  readonly up = (event: KeyboardEvent): void => {
    if (event.key === ' ' && focused(event, 'button') !== null) {
      event.preventDefault();
    }
  };

  /** What a key does; null when it is left to the browser. */
  #deed(event: KeyboardEvent): (() => void) | null {
    const { key, ctrlKey, altKey, metaKey } = event;
    const hasOther = ctrlKey || altKey || metaKey;
    const control = key === ' ' || (key === 'Enter' && !hasOther) ? this.#pressed(event) : null;
    if (control !== null) {
      return () => {
        control.click();
      };
    }
    const isTaken = key !== ' ' && !hasOther && this.takes(key);
    return isTaken
      ? () => {
          this.press(key);
        }
      : null;
  }

  /** What Space or Enter presses: Enter a link, and a button only where the page has no step for Enter. */
  #pressed(event: KeyboardEvent): HTMLElement | null {
    if (event.key === ' ') {
      return focused(event, 'button');
    }
    return focused(event, this.takes('Enter') ? 'a' : 'a, button');
  }
}

/** The control of a kind that has the focus. */
function focused({ target }: KeyboardEvent, kind: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(kind) : null;
}
