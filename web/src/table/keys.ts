// The keys of a table: one for each spot, chip and action. They act from anywhere on the page but text fields and
// dialogs, and can be switched off. No key is used with a modifier, so none is taken from a screen reader.
import type { LayoutRows } from './layout';

const MAIN_KEYS: Readonly<Record<string, string>> = { player: 'p', banker: 'b', tie: 't' };
/** For the other spots, in the order of the layout. */
const SIDE_KEYS = ['q', 'w', 'e', 'y', 'u', 'i', 'j', 'k', 'l', 'm', 'n', 'v', 'f', 'g', 'h'];

/** The keys that ask the roads for a side, and those that zoom them. */
export const ASK_KEYS = { banker: 's', player: 'o' } as const;
export const ZOOM_KEYS = { in: '+', out: '-' } as const;

export const CONFIRM_KEY = 'c';
export const HELP_KEY = '?';

/** The key of each spot that has one. */
export function spotKeys({ side, main }: LayoutRows): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { spot } of main) {
    const key = MAIN_KEYS[spot];
    if (key !== undefined) {
      keys.set(spot, key);
    }
  }
  side.forEach(({ spot }, idx) => {
    const key = SIDE_KEYS[idx];
    if (key !== undefined) {
      keys.set(spot, key);
    }
  });
  return keys;
}

/** The key of the chip at that place of the tray; empty when it has none. */
export function chipKey(idx: number): string {
  return idx < 9 ? String(idx + 1) : idx === 9 ? '0' : '';
}

/** The key that was pressed as a shortcut; null while somebody types, in a dialog, and with a modifier. */
export function shortcut(event: KeyboardEvent): string | null {
  const { target } = event;
  const typing =
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), select, textarea, dialog[open]') !== null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (typing || !isPlain || document.querySelector('dialog[open]') !== null) {
    return null;
  }
  // A keyboard of another script has the letters of its keys in `code`.
  const { key, code } = event;
  return /^[^\x20-\x7e]$/.test(key) ? code.replace(/^Key/, '').toLowerCase() : key.toLowerCase();
}
