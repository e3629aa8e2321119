// The checks of proof files, offline: signatures, commitment, order, cards, results, own wagers.
import type { ModuleSource } from './lib/instance.js';

export type { ModuleSource } from './lib/instance.js';

/** A proof file, and the name that its report has. */
export interface ProofFile {
  name: string;
  text: string;
}

export interface Question {
  files: readonly ProofFile[];
  /** The house's key, 64 hex digits. */
  key?: string;
  /** The reader's own nonce, 64 hex digits. */
  nonce?: string;
  /** The text of the reader's wager file. */
  wagers?: string;
  /** The texts of the records that devices signed of live shoes, a record a line. */
  records?: readonly string[];
}

export interface Finding {
  check: string;
  verdict: 'ok' | 'failed' | 'not_checked';
  /** Where it failed. */
  place: string | null;
  reason: string;
}

export interface FileReport {
  file: string;
  table: number | null;
  shoe: number | null;
  failed: boolean;
  findings: Finding[];
  choices: string | null;
}

export interface Checked {
  files: FileReport[];
  /** The lines that `punto verify` prints. */
  text: string;
  /** The values of a beacon that nobody has checked, because its module was not loaded. */
  beacons: { round: string; value: string }[];
  problem?: never;
}

/** Why there is no answer, and which part of the question is at fault. */
export interface Unreadable {
  problem: 'key' | 'nonce' | 'wagers' | 'request';
  reason: string;
}

export interface Verifier {
  /** Checks proof files. */
  verify(question: Question): Checked | Unreadable;
}

/**
 * Loads the module of the checks and that of the beacon, which are the files beside this one unless other sources are
 * given. With null for the second, values of a beacon are not checked.
 */
export declare function load(
  source?: ModuleSource | Promise<ModuleSource>,
  beacon?: ModuleSource | Promise<ModuleSource> | null,
): Promise<Verifier>;
