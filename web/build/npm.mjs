// Fills the folder of the package for npm: what `web/npm` has, the licences, and the modules, which cargo builds here.
// Prints the names of their packages.
//
//   node npm.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile, cargoArguments } from './wasm.mjs';

/** The package of each module, its file, and the name that the loaders of the package know it by. */
const MODULES = [
  { crate: 'punto-wasm', file: 'punto_wasm.wasm', name: 'roads.wasm' },
  { crate: 'punto-odds-wasm', file: 'punto_odds_wasm.wasm', name: 'odds.wasm' },
  { crate: 'punto-settle-wasm', file: 'punto_settle_wasm.wasm', name: 'settle.wasm' },
  { crate: 'punto-verify-wasm', file: 'punto_verify_wasm.wasm', name: 'verify.wasm' },
  { crate: 'punto-beacon-wasm', file: 'punto_beacon_wasm.wasm', name: 'beacon.wasm' },
];

const [folder] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../', import.meta.url));
const source = join(root, 'web/npm');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(source).filter((name) => name !== 'test')) {
  cpSync(join(source, name), join(folder, name), { recursive: true });
}
// The example of the README as a file.
const readme = readFileSync(join(source, 'README.md'), 'utf8');
writeFileSync(join(folder, 'example/node.mjs'), readme.split('```js\n')[1].split('```')[0]);
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) {
  cpSync(join(root, name), join(folder, name));
}
for (const { crate, file, name } of MODULES) {
  execFileSync('cargo', [...cargoArguments(crate), '--quiet'], { cwd: root, stdio: 'inherit' });
  cpSync(join(root, builtFile(file)), join(folder, name));
  process.stdout.write(`${crate}\n`);
}
