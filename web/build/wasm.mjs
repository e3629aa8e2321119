// Builds the WebAssembly modules of the page with cargo, and puts each beside the code that loads it. Each is built alone,
// so that none takes over what another one's packages ask of a shared crate.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package of each module, its file, and the folder of `web/` that takes it. */
export const MODULES = [
  { crate: 'punto-wasm', file: 'punto_wasm.wasm', folder: 'src/lib/roads' },
  { crate: 'punto-verify-wasm', file: 'punto_verify_wasm.wasm', folder: 'src/verify' },
  { crate: 'punto-watch-wasm', file: 'punto_watch_wasm.wasm', folder: 'src/watch' },
  { crate: 'punto-beacon-wasm', file: 'punto_beacon_wasm.wasm', folder: 'src/verify' },
];

/** The arguments of cargo for a module. The folder of targets is below the root of the project. */
export function cargoArguments(crate) {
  const target = ['--target', 'wasm32-unknown-unknown', '--target-dir', 'target/page'];
  return ['build', '--profile', 'wasm', '--package', crate, ...target];
}

/** Where cargo puts a module, below the root of the project. */
export function builtFile(file) {
  return `target/page/wasm32-unknown-unknown/wasm/${file}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const { crate, file, folder } of MODULES) {
    execFileSync('cargo', [...cargoArguments(crate), '--quiet'], { cwd: root, stdio: 'inherit' });
    // With its time, so that a module that did not change makes no build of the page stale.
    cpSync(root + builtFile(file), `${root}web/${folder}/${file}`, { preserveTimestamps: true });
  }
}
