// Runs the WebAssembly modules of the page over proof files, as `verify.mjs` runs the second verifier: each file by itself,
// with the same lines. `npm run wasm` builds the modules.
//
//   node wasm.mjs [--key HEX] [--runs N [--chromium]] FILE..
//
// With --runs it checks the first file so many times and prints the fastest time in milliseconds, and as a control that
// of an empty request, as JSON. With --chromium the runs are those of the browser, not of Node.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifierOf } from './ask.mjs';

const FOLDER = new URL('../src/verify/', import.meta.url);

const modules = ['punto_verify_wasm.wasm', 'punto_beacon_wasm.wasm'].map((name) =>
  readFileSync(new URL(name, FOLDER)),
);

/** Measures in a page of Chromium, which gets the modules as text. */
async function timesInChromium(...file) {
  const { chromium } = await import('playwright-core');
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      async ({ source, encoded, args }) => {
        const bytes = encoded.map((text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
        const make = new Function(`return ${source}`)();
        return (await make(...bytes)).times(...args);
      },
      {
        source: verifierOf.toString(),
        encoded: modules.map((bytes) => bytes.toString('base64')),
        args: file,
      },
    );
  } finally {
    await browser.close();
  }
}

const { values, positionals } = parseArgs({
  options: {
    key: { type: 'string', default: '' },
    runs: { type: 'string' },
    chromium: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const verifier = await verifierOf(...modules);
if (values.runs !== undefined) {
  const [name] = positionals;
  const file = [Number(values.runs), name, readFileSync(name, 'utf8'), values.key];
  const times = values.chromium ? await timesInChromium(...file) : verifier.times(...file);
  process.stdout.write(`${JSON.stringify(times)}\n`);
} else {
  for (const name of positionals) {
    const { text, reason } = verifier.check(name, readFileSync(name, 'utf8'), values.key);
    process.stdout.write(text ?? `${name}: ${reason}\n`);
  }
}
