// The package as `run.mjs` installed it, and the golden data of the project.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder in which the package is installed, and the folder of the package. */
export const FOLDER = process.env.PUNTO_INSTALLED;
export const PACKAGE = join(FOLDER, 'node_modules/punto');
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const { resolve } = createRequire(join(FOLDER, 'package.json'));

/** Where a part of the package is, by the name that it exports. */
export const pathOf = (part) => resolve(`punto/${part}`);

/** Loads a part of the package. */
export async function load(part, ...sources) {
  const loader = await import(pathToFileURL(pathOf(part)));
  return loader.load(...sources);
}

export const corpus = (name) => readFileSync(join(ROOT, 'corpora', name), 'utf8');

export const lines = (name) =>
  corpus(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
