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
  const { shown, bulletins } = fieldsOf(file);
  if (!isOfLiveTable(file)) {
    return Array.isArray(shown);
  }
  const last: unknown = Array.isArray(bulletins) ? bulletins.at(-1) : null;
  return typeof last === 'string' && !last.includes('\nfinished ');
}

/** Whether a device of a live table read the cards of the shoe. */
export function isOfLiveTable(file: ProofText): boolean {
  return fieldsOf(file)['format'] === 'punto-scanner-proof';
}

function fieldsOf({ text }: ProofText): Partial<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
