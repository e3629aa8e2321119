// The codes of live tables that docs/LIVE.md lists, for tests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The text of a document. */
export const docs = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8');

/** The codes in the first column of the table under a heading of docs/LIVE.md. */
export function firstColumn(heading: 'Findings' | 'What the table waits for'): string[] {
  const part = docs('LIVE.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code).filter((code) => code !== 'waits_for'),
  );
}
