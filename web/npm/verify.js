// Checks proof files of shoes: what `punto verify` answers, by the same code as two WebAssembly modules.
import { instantiate } from './lib/instance.js';

/** The most bytes that are checked together. The proof file of a shoe has less than a hundredth of it. */
const MOST = 64 * 2 ** 20;

export async function load(
  source = new URL('./verify.wasm', import.meta.url),
  beacon = new URL('./beacon.wasm', import.meta.url),
) {
  const [checks, pairing] = await Promise.all([
    instantiate(source),
    beacon === null ? null : instantiate(beacon),
  ]);
  return { verify: (question) => verify(checks, pairing, question) };
}

/** The answer, with the values of beacons that it asks for checked, if there is a module for that. */
function verify(checks, pairing, { files, key = '', nonce = '', wagers = '', records = [] }) {
  const request = { files, key, nonce, wagers, records, beacons: [] };
  const first = ask(checks, request);
  if (pairing === null || first.problem !== undefined || first.beacons.length === 0) {
    return first;
  }
  const beacons = first.beacons.map((value) => ({ ...value, holds: holds(pairing, value) }));
  return ask(checks, { ...request, beacons });
}

function ask(checks, question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  if (bytes.length > MOST) {
    return { problem: 'request', reason: `the files have more than ${MOST} bytes together` };
  }
  const start = checks.request(bytes.length);
  new Uint8Array(checks.memory.buffer, start, bytes.length).set(bytes);
  const length = checks.check();
  // The memory may have grown, so it is looked up again.
  const answer = new Uint8Array(checks.memory.buffer, checks.answer(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

/** Whether a value is that of its round of the beacon. */
function holds(pairing, { round, value }) {
  for (const [pair] of value.matchAll(/../g)) {
    pairing.value_byte(parseInt(pair, 16));
  }
  return pairing.verify(BigInt(round)) === 1;
}
