// A Vite plugin that compiles the messages in `src/lib/i18n/<language>/<area>.ts`, and puts those of the first load
// into one module per language.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { FIRST } from '../src/lib/i18n/areas.ts';
import { compile } from './compile.ts';

const FOLDER = fileURLToPath(new URL('../src/lib/i18n/', import.meta.url));
/** The module of all languages, and before a tag that of one. */
const TEXTS = 'virtual:texts';

const CATALOGUE = /\/src\/lib\/i18n\/[a-z]{2}(?:-[A-Za-z]+)?\/[a-z-]+\.ts$/;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

/** Replaces the texts of catalogues by their compiled messages. A message with an error stops the build. */
export function messages(): Plugin {
  return {
    name: 'punto-messages',
    enforce: 'pre',
    resolveId(id) {
      return id === TEXTS || id.startsWith(`${TEXTS}/`) ? `\0${id}` : null;
    },
    load(id) {
      if (id === `\0${TEXTS}`) {
        return languages();
      }
      return id.startsWith(`\0${TEXTS}/`) ? catalogues(id.slice(TEXTS.length + 2)) : null;
    },
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const found: Found[] = [];
        find(this.parse(code, { lang: 'ts' }), found);
        let compiled = code;
        for (const { start, end, source } of found.reverse()) {
          compiled = compiled.slice(0, start) + json(source, id) + compiled.slice(end);
        }
        return { code: compiled, map: null };
      },
    },
  };
}

/** A module that loads each language. */
function languages(): string {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const loads = folders.map(({ name }) => `${JSON.stringify(name)}: () => import('${TEXTS}/${name}')`);
  return `export const languages = { ${loads.join(', ')} };`;
}

/** A module with the texts of a language that come first, which loads the others. A missing area is in English. */
function catalogues(language: string): string {
  const own = readdirSync(FOLDER + language);
  const areas = readdirSync(`${FOLDER}en`).map((file) => file.replace(/\.ts$/, ''));
  const path = (area: string) =>
    JSON.stringify(`${FOLDER}${own.includes(`${area}.ts`) ? language : 'en'}/${area}.ts`);
  const first: readonly string[] = FIRST;
  const later = areas.filter((area) => !first.includes(area));
  return [
    ...FIRST.map((area, index) => `import { texts as area${String(index)} } from ${path(area)};`),
    `export const texts = { ${FIRST.map((_, index) => `...area${String(index)}`).join(', ')} };`,
    `export const areas = { ${later.map((area) => `${JSON.stringify(area)}: () => import(${path(area)})`).join(', ')} };`,
  ].join('\n');
}

function json(source: string, id: string): string {
  try {
    return JSON.stringify(compile(source));
  } catch (error) {
    throw new Error(`${id}: "${source}" is no message the page can show`, { cause: error });
  }
}

/** Collects the texts that are values of properties, in the order of the source. */
function find(node: unknown, found: Found[]): void {
  if (Array.isArray(node)) {
    for (const one of node) {
      find(one, found);
    }
  } else if (isNode(node)) {
    const value = node['type'] === 'Property' ? node['value'] : null;
    if (isNode(value) && value['type'] === 'Literal' && typeof value['value'] === 'string') {
      found.push({ start: Number(value['start']), end: Number(value['end']), source: value['value'] });
    } else {
      find(Object.values(node), found);
    }
  }
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
