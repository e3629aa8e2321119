// A whole shoe of a live table in the browser: the screen says that its records give its cards, and how long the module
// takes for it is written beside the pictures. A busy machine may take any time, so no limit is held here.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { ScannedShoe } from './scanned-shoe';
import { Server } from './server';

const CHECKS = ['records', 'use', 'cards', 'end', 'outcomes'];
const TIMES = 9;
const FIGURES = fileURLToPath(new URL('../test-results/', import.meta.url));

const server = new Server();
let folder = '';
let visitor: Visitor;
let shoe: { proof: string; records: string; count: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-scanned-'));
  shoe = await new ScannedShoe().files();
  await writeFile(join(folder, 'shoe-4.json'), shoe.proof);
  await writeFile(join(folder, 'shoe-4.jsonl'), shoe.records);
  await server.start();
  visitor = await visit(server.url, DESKTOP);
}, 60_000);

afterAll(async () => {
  await visitor.close();
  await server.throwAway();
  await rm(folder, { recursive: true, force: true });
});

/** Asks the module about the shoe in the page, several times. Gives what each check says, and the times in milliseconds. */
async function measured(module: string, records: string): Promise<{ verdicts: string[]; took: number[] }> {
  return visitor.page.evaluate(
    async ({ module, proof, records, CHECKS, TIMES }) => {
      const { instance } = await WebAssembly.instantiateStreaming(fetch(module));
      const { memory, request, check, answer } = instance.exports as {
        memory: WebAssembly.Memory;
        request: (length: number) => number;
        check: () => number;
        answer: () => number;
      };
      const files = [{ name: 'shoe-4.json', text: proof }];
      const question = { files, key: '', nonce: '', wagers: '', records: [records], beacons: [] };
      const bytes = new TextEncoder().encode(JSON.stringify(question));
      const took: number[] = [];
      let said = '';
      for (let time = 0; time < TIMES; time += 1) {
        const begun = performance.now();
        const start = request(bytes.length);
        new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
        const length = check();
        said = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
        took.push(performance.now() - begun);
      }
      const { files: reports } = JSON.parse(said) as {
        files: { findings: { check: string; verdict: string }[] }[];
      };
      const of = (check: string) => reports[0]?.findings.find((one) => one.check === check)?.verdict ?? '';
      return { verdicts: CHECKS.map(of), took };
    },
    { module, proof: shoe.proof, records, CHECKS, TIMES },
  );
}

describe('a whole shoe of a live table', () => {
  let module = '';

  it('is verified on the screen from its proof file and its records', async () => {
    const { page } = visitor;
    const loaded = page.waitForResponse((response) => response.url().includes('punto_verify_wasm'));
    await page.getByRole('link', { name: 'Check a shoe' }).click();
    module = (await loaded).url();
    const files = page.locator('input[type="file"]').first();
    await files.setInputFiles([join(folder, 'shoe-4.json'), join(folder, 'shoe-4.jsonl')]);
    const report = page.getByTestId('report');
    await report.getByText('No check failed').waitFor();
    for (const check of CHECKS) {
      const line = report.locator('li').filter({ hasText: new RegExp(`^\\W*${check}:`) });
      expect(await line.textContent()).toContain(`${check}: ok`);
    }
    expect(visitor.problems).toEqual([]);
  });

  it('takes the module so long', async () => {
    expect(shoe.count).toBe(393);
    const { verdicts, took } = await measured(module, shoe.records);
    expect(verdicts).toEqual(CHECKS.map(() => 'ok'));
    const crooked = await measured(
      module,
      shoe.records.replace('\\"card\\":\\"Kd\\"', '\\"card\\":\\"Ks\\"'),
    );
    expect(crooked.verdicts[0], 'a card that was changed is found').toBe('failed');
    const [median] = took.toSorted((one, other) => one - other).slice(Math.floor(TIMES / 2));
    const figures = {
      records: shoe.count,
      median_ms: median,
      least_ms: Math.min(...took),
      took_ms: took,
      limit_ms: 100,
    };
    await mkdir(FIGURES, { recursive: true });
    await writeFile(join(FIGURES, 'scanned-verify.json'), `${JSON.stringify(figures)}\n`);
  });
});
