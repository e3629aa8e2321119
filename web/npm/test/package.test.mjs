// What the installed package has, and that its README is true.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FOLDER, PACKAGE, pathOf, ROOT } from './installed.mjs';

const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** The text of the first block of this language. */
const block = (language) => README.split(`\`\`\`${language}\n`)[1].split('```')[0];

test('the example of the README prints what the README says', () => {
  writeFileSync(join(FOLDER, 'example.mjs'), block('js'));
  const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: FOLDER, encoding: 'utf8' });
  assert.equal(printed, block('text'));
});

test('every module is as small as the README says', () => {
  const row = /^\| .*\| ([\d,]+) +\|$/gm;
  const budgets = [...README.matchAll(row)].map(([, bytes]) => Number(bytes.replaceAll(',', '')));
  const modules = ['settle', 'odds', 'roads', 'verify', 'beacon'];
  assert.equal(budgets.length, modules.length);
  for (const [place, name] of modules.entries()) {
    const { length } = gzipSync(readFileSync(pathOf(`${name}.wasm`)), { level: 9 });
    assert.ok(length <= budgets[place], `${name}.wasm: ${length} bytes, above ${budgets[place]}`);
    assert.ok(length > budgets[place] / 2, `${name}.wasm: ${length} bytes, far below its budget`);
  }
});

test('the package has its licences, the notices and the version of the project', () => {
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT', 'NOTICES', 'example/index.html', 'example/node.mjs']) {
    assert.ok(existsSync(join(PACKAGE, name)), name);
  }
  assert.match(readFileSync(join(PACKAGE, 'NOTICES'), 'utf8'), /^serde_json \d/m);
  assert.ok(!existsSync(join(PACKAGE, 'test')), 'no tests');
  const { version, dependencies } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'));
  const [, own] = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'));
  assert.deepEqual([version, dependencies], [own, undefined]);
});

test('the types say how the parts are used', () => {
  writeFileSync(join(FOLDER, 'typed.mts'), TYPED);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipDefaultLibCheck', '--noEmit'];
  const args = [TSC, ...strict, '--lib', 'es2023,dom', '--module', 'nodenext', 'typed.mts'];
  execFileSync(process.execPath, args, { cwd: FOLDER, stdio: 'inherit' });
});

const TYPED = `
import { load as loadOdds } from 'punto/odds';
import { load as loadRoads, type RoadMap } from 'punto/roads';
import { load as loadSettle, type Round } from 'punto/settle';
import { load as loadVerify } from 'punto/verify';

const { settle } = await loadSettle(fetch('/settle.wasm'));
const round: Round = { round_no: 1, cards: ['9h'], wagers: [{ spot: 'player', stake: 100 }] };
const answer = settle('live-commission', round);
export const code: string | undefined = answer.error?.code ?? answer.refusal?.code;
export const paid: number = answer.error === undefined && answer.refusal === undefined ? answer.paid : 0;
// @ts-expect-error: not every answer has an amount
answer.paid.toFixed();

const { odds } = await loadOdds();
const full = odds('gold-card', { seen: ['As'] });
export const variance: string | undefined = full.error === undefined ? full.spots['player']?.variance : undefined;
const counted = odds('gold-card', { composition: [1] });
// @ts-expect-error: a counted shoe has no number of decks
export const decks = counted.error === undefined ? counted.decks : 0;

const { roads, windows } = await loadRoads(new Uint8Array());
const map = roads({ rounds: ['B'] });
export const plain: RoadMap | null = map.error === undefined ? map : null;
export const cells: number = windows.view('B', 20, false).length;

const { verify } = await loadVerify(undefined, null);
const checked = verify({ files: [{ name: 'a', text: '' }] });
export const text: string = checked.problem === undefined ? checked.text : checked.reason;
`;
