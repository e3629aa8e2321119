// Which chips there are, and how a stake is drawn as a stack of them. A stack is a picture: what counts is
// the exact amount, which the server keeps.
import { minorPerMajor } from './money';

/** A chip: its worth in major units, and the looks it has. */
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

/** How many chips lie in the tray at most. */
export const TRAY_SIZE = 7;

/**
 * The chips worth having at a table whose largest limit is `largest` minor units: those not above it, and of
 * these the lowest, because a wager may always be laid twice.
 */
export function trayOf(largest: number, decimals: number): ChipKind[] {
  const scale = minorPerMajor(decimals);
  return KINDS.filter((kind) => kind.major * scale <= largest).slice(0, TRAY_SIZE);
}

/** What a stake looks like in chips, the largest first, at most `most` of them. */
export function stackOf(minor: number, decimals: number, most = 5): ChipKind[] {
  const scale = minorPerMajor(decimals);
  const stack: ChipKind[] = [];
  let left = minor;
  for (const kind of [...KINDS].reverse()) {
    const worth = kind.major * scale;
    while (left >= worth && stack.length < most) {
      stack.push(kind);
      left -= worth;
    }
  }
  const lowest = KINDS[0];
  return stack.length === 0 && minor > 0 && lowest !== undefined ? [lowest] : stack;
}
