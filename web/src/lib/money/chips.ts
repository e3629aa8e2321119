// The chips, and the picture of a stake as a stack of them. Only the server's exact amount counts.
import { minorPerMajor } from './money';

/** A chip: its value in major units, and its colour. */
export interface ChipKind {
  readonly major: number;
  readonly look:
    'ivory' | 'red' | 'blue' | 'green' | 'orange' | 'black' | 'purple' | 'gold' | 'teal' | 'rose';
}

const KINDS: readonly ChipKind[] = [
  { major: 1, look: 'ivory' },
  { major: 5, look: 'red' },
  { major: 10, look: 'blue' },
  { major: 50, look: 'green' },
  { major: 100, look: 'black' },
  { major: 500, look: 'purple' },
  { major: 1_000, look: 'gold' },
  { major: 5_000, look: 'orange' },
  { major: 10_000, look: 'teal' },
  { major: 50_000, look: 'rose' },
];

/** The greatest number of chips in the tray. */
export const TRAY_SIZE = 7;

/**
 * The chips offered at a table whose largest limit is `largest` minor units: the lowest ones, none above the limit.
 * Low chips come first, because several of them make any larger wager.
 */
export function trayOf(largest: number, decimals: number): ChipKind[] {
  const scale = minorPerMajor(decimals);
  return KINDS.filter((kind) => kind.major * scale <= largest).slice(0, TRAY_SIZE);
}

/** The chips that picture a stake, the largest first, at most `most` of them. */
export function stackOf(minor: number, decimals: number, most = 5): ChipKind[] {
  const scale = minorPerMajor(decimals);
  const stack: ChipKind[] = [];
  let left = minor;
  for (const kind of [...KINDS].reverse()) {
    const value = kind.major * scale;
    while (left >= value && stack.length < most) {
      stack.push(kind);
      left -= value;
    }
  }
  const lowest = KINDS[0];
  return stack.length === 0 && minor > 0 && lowest !== undefined ? [lowest] : stack;
}
