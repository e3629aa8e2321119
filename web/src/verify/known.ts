// What this browser knows of proof files without its reader: the number that it put into their shoe, and whether the shoe
// is over.
import { isIn, ownNumber } from '../watch/kept';
import type { ProofText } from './module';

/** The own number in the shoe of these files; null when there are several, or it is not known to be in. */
export function ownNumberOf(files: readonly ProofText[]): string | null {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    return null;
  }
  const { table, shoe } = fieldsOf(file);
  const own = typeof table === 'number' && typeof shoe === 'number' ? ownNumber(table, shoe) : null;
  return own !== null && isIn(own, file.text) ? own.hex : null;
}

/** Whether the shoe of a file was still in play when the house made it. */
export function isInPlay(file: ProofText): boolean {
  return Array.isArray(fieldsOf(file)['shown']);
}

function fieldsOf({ text }: ProofText): Partial<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
