// Runs the WebAssembly modules of the page over proof files, as `verify.mjs` runs the second verifier: each file by itself,
// with the same lines. `npm run wasm` builds the modules.
//
//   node wasm.mjs [--key HEX] [--runs N] FILE..
//
// With --runs it checks the first file so many times and prints the fastest time in milliseconds, and as a control that
// of an empty request, as JSON.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const FOLDER = new URL('../src/verify/', import.meta.url);

async function instantiate(name) {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(name, FOLDER)));
  return instance.exports;
}

const verifier = await instantiate('punto_verify_wasm.wasm');
const beacon = await instantiate('punto_beacon_wasm.wasm');

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const start = verifier.request(bytes.length);
  new Uint8Array(verifier.memory.buffer, start, bytes.length).set(bytes);
  const length = verifier.check();
  return JSON.parse(
    new TextDecoder().decode(new Uint8Array(verifier.memory.buffer, verifier.answer(), length)),
  );
}

function holds({ round, value }) {
  for (const byte of Buffer.from(value, 'hex')) {
    beacon.value_byte(byte);
  }
  return beacon.verify(BigInt(round)) === 1;
}

function check(name, text, key) {
  const request = { files: [{ name, text }], key, nonce: '', wagers: '', beacons: [] };
  const first = ask(request);
  if (first.problem !== undefined || first.beacons.length === 0) {
    return first;
  }
  return ask({ ...request, beacons: first.beacons.map((value) => ({ ...value, holds: holds(value) })) });
}

function fastest(runs, work) {
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const { values, positionals } = parseArgs({
  options: { key: { type: 'string', default: '' }, runs: { type: 'string' } },
  allowPositionals: true,
});
if (values.runs !== undefined) {
  const [name] = positionals;
  const [runs, text] = [Number(values.runs), readFileSync(name, 'utf8')];
  const control = fastest(runs, () => ask({ files: [], key: '', nonce: '', wagers: '', beacons: [] }));
  const times = { checked: fastest(runs, () => check(name, text, values.key)), control };
  process.stdout.write(`${JSON.stringify(times)}\n`);
} else {
  for (const name of positionals) {
    const { text, reason } = check(name, readFileSync(name, 'utf8'), values.key);
    process.stdout.write(text ?? `${name}: ${reason}\n`);
  }
}
