// The chips, and the picture of a stake as a stack of them. Only the server's exact amount counts.
import { minorPerMajor, parseMinor } from './money';

/** A chip: its value in major units, and its colour. */
export interface ChipKind {
  readonly major: number;
  readonly look:
    'ivory' | 'red' | 'blue' | 'green' | 'orange' | 'black' | 'purple' | 'gold' | 'teal' | 'rose';
}

/** A chip of the tray: its id, its value in minor units, and its look. */
export interface TrayChip {
  readonly id: string;
  readonly minor: number;
  readonly look: ChipKind['look'];
}

/** The id of the chip whose amount the patron chose. */
export const OWN_CHIP = 'own';

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
  { major: 100_000, look: 'blue' },
  { major: 500_000, look: 'purple' },
  { major: 1_000_000, look: 'gold' },
];

/**
 * The chips offered at a table whose spots take stakes from `lowest` to `largest` minor units: from the one that makes
 * the least stake to the greatest below the largest, and the patron's own, if they made one.
 */
export function trayOf(
  { lowest, largest }: { readonly lowest: number; readonly largest: number },
  decimals: number,
  own = '',
): TrayChip[] {
  const scale = minorPerMajor(decimals);
  const least = Math.max(
    1,
    ...KINDS.filter((kind) => kind.major * scale <= lowest).map((kind) => kind.major),
  );
  const offered = KINDS.filter((kind) => kind.major >= least && kind.major * scale <= largest);
  const chips = offered.map((kind) => ({
    id: String(kind.major),
    minor: kind.major * scale,
    look: kind.look,
  }));
  const minor = parseMinor(own, decimals);
  return minor === null || minor === 0 ? chips : [...chips, { id: OWN_CHIP, minor, look: 'teal' }];
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
