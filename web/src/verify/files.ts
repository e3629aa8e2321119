// Reads dropped and chosen files as text, byte for byte, and tells wager files and records of devices from proof files.
import type { ProofText } from './module';

/** The largest file that is read; the program reads no larger one either. */
export const LARGEST_BYTES = 1 << 20;

export interface Read {
  readonly proofs: readonly ProofText[];
  /** The last wager file among them. */
  readonly wagers: ProofText | null;
  /** What devices of live tables signed of their shoes. */
  readonly records: readonly ProofText[];
  /** The names of those that were not read: too large, or no text. */
  readonly large: readonly string[];
  readonly noText: readonly string[];
}

/** Reads files in the order of their names. */
export async function readFiles(files: Iterable<File>): Promise<Read> {
  const [proofs, records]: [ProofText[], ProofText[]] = [[], []];
  const [large, noText]: [string[], string[]] = [[], []];
  let wagers: ProofText | null = null;
  const ordered = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const file of ordered) {
    if (file.size > LARGEST_BYTES) {
      large.push(file.name);
      continue;
    }
    const text = decode(await file.arrayBuffer());
    if (text === null) {
      noText.push(file.name);
    } else if (isWagerFile(text)) {
      wagers = { name: file.name, text };
    } else if (isRecords(text)) {
      records.push({ name: file.name, text });
    } else {
      proofs.push({ name: file.name, text });
    }
  }
  return { proofs, wagers, records, large, noText };
}

/** The text of these bytes, with a byte order mark if it has one; null if they are no UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isWagerFile(text: string): boolean {
  return text.startsWith('{"format":"punto-wager-proof"');
}

/** Records of a device are lines that each begin with its key. */
function isRecords(text: string): boolean {
  return text.startsWith('{"key":"');
}

/** Both lists, and each file once: the later one of two with the same name. */
export function joined(old: readonly ProofText[], more: readonly ProofText[]): ProofText[] {
  return [...old.filter((file) => !more.some(({ name }) => name === file.name)), ...more];
}
