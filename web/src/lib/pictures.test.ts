// The pictures of the documents stay few and small, so that a clone of the project does.
import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const KINDS = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', '.svg']);
const MOST = 60;
const MOST_BYTES = 150_000;

const pictures = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((path) =>
  KINDS.has(extname(path).toLowerCase()),
);

it('docs/ has at most 60 pictures', () => {
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.length).toBeLessThanOrEqual(MOST);
});

it('each picture in docs/ has at most 150 kB', () => {
  expect(pictures.filter((path) => statSync(join(DOCS, path)).size > MOST_BYTES)).toEqual([]);
});
