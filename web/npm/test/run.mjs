// Installs a packed package in an empty folder and runs the tests of this folder against it.
//
//   node run.mjs PACKAGE.tgz
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tarball] = process.argv.slice(2);
const here = fileURLToPath(new URL('./', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'punto-npm-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent', resolve(tarball)];
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit' });
  const tests = readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
  const env = { ...process.env, PUNTO_INSTALLED: folder };
  execFileSync(process.execPath, ['--test', '--test-reporter=spec', ...tests], {
    cwd: here,
    env,
    stdio: 'inherit',
  });
} catch (error) {
  process.exitCode = error.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
