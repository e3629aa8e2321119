// The WebAssembly modules of `crates/edge/verify-wasm` and `crates/edge/beacon-wasm`: the checks of proof files, and that
// of a beacon's value.
import type { Finding } from '$lib/ui/finding';

/** A proof file as it was read. */
export interface ProofText {
  readonly name: string;
  readonly text: string;
}

/** What is checked, and what the reader knows beside the files. Empty texts stand for what is not known. */
export interface Question {
  readonly files: readonly ProofText[];
  readonly key: string;
  readonly nonce: string;
  readonly wagers: string;
  /** What devices of live tables signed of their shoes. */
  readonly records: readonly ProofText[];
}

export interface FileReport {
  readonly file: string;
  readonly table: number | null;
  readonly shoe: number | null;
  readonly failed: boolean;
  readonly findings: readonly Finding[];
  readonly choices: string | null;
}

/** Whether a report is of a shoe whose cards a device of a live table read. */
export function isOfDevice(report: FileReport): boolean {
  return report.findings.some(({ check }) => check === 'device');
}

/** A value of a round of the beacon. The round is a text, because a number does not hold all rounds. */
export interface BeaconValue {
  readonly round: string;
  readonly value: string;
}

export interface Checked {
  readonly files: readonly FileReport[];
  /** The lines that `punto verify` prints. */
  readonly text: string;
  /** The values that nobody has checked. */
  readonly beacons: readonly BeaconValue[];
}

/** Why a question has no answer, and which part of it cannot be read. */
export interface Unreadable {
  readonly problem: 'key' | 'nonce' | 'wagers' | 'request';
  readonly reason: string;
}

export type Answer = Checked | Unreadable;

interface VerifyExports extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  request(length: number): number;
  check(): number;
  answer(): number;
}

interface BeaconExports extends WebAssembly.Exports {
  value_byte(byte: number): void;
  verify(round: bigint): number;
}

/** Asks the module of all checks; `known` are the values of a beacon that were checked before. */
export type Ask = (question: Question, known: readonly (BeaconValue & { holds: boolean })[]) => Answer;

/** Whether a value is that of its round. */
export type Pairing = (value: BeaconValue) => boolean;

export async function compileVerifier(module: BufferSource): Promise<Ask> {
  const { instance } = await WebAssembly.instantiate(module);
  const exports = instance.exports as VerifyExports;
  return (question, known) => {
    const records = question.records.map(({ text }) => text);
    const request = new TextEncoder().encode(JSON.stringify({ ...question, records, beacons: known }));
    const start = exports.request(request.length);
    new Uint8Array(exports.memory.buffer, start, request.length).set(request);
    const length = exports.check();
    // The memory may have grown, so it is looked up again.
    const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
    return JSON.parse(new TextDecoder().decode(answer)) as Answer;
  };
}

export async function compilePairing(module: BufferSource): Promise<Pairing> {
  const { instance } = await WebAssembly.instantiate(module);
  const exports = instance.exports as BeaconExports;
  return ({ round, value }) => {
    for (const [pair] of value.matchAll(/../g)) {
      exports.value_byte(parseInt(pair, 16));
    }
    return exports.verify(BigInt(round)) === 1;
  };
}

/** Checks files, and the values of beacons that they name; without a pairing these stay unchecked. */
export function check(ask: Ask, pairing: Pairing | null, question: Question): Answer {
  const first = ask(question, []);
  if ('problem' in first || first.beacons.length === 0 || pairing === null) {
    return first;
  }
  return ask(
    question,
    first.beacons.map((value) => ({ ...value, holds: pairing(value) })),
  );
}
