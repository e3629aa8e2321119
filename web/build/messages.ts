// A Vite plugin that compiles the messages in `src/lib/i18n/<language>/<area>.ts`, and puts those of the first load
// into one module per language.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { FIRST } from '../src/lib/i18n/areas.ts';
import { compile } from './compile.ts';

const FOLDER = fileURLToPath(new URL('../src/lib/i18n/', import.meta.url));
/** The module of all languages, and before a tag that of one. */
const TEXTS = 'virtual:texts';

const CATALOGUE = /\/src\/lib\/i18n\/([a-z]{2}(?:-[A-Za-z]+)?)\/([a-z-]+)\.ts$/;

interface Text {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

/**
 * Replaces the texts of catalogues by their compiled messages. A message with an error stops the build. A text that a
 * language does not have yet is in English, except in tests, which find it.
 */
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
        const found = textsOf(this.parse(code, { lang: 'ts' }));
        const [, language = '', area = ''] = CATALOGUE.exec(id) ?? [];
        const own = new Set(found.map(({ key }) => key));
        const english =
          language === 'en' || process.env['VITEST'] !== undefined
            ? []
            : textsOf(this.parse(readFileSync(`${FOLDER}en/${area}.ts`, 'utf8'), { lang: 'ts' }));
        let compiled = code;
        for (const { start, end, source } of [...found].reverse()) {
          compiled = compiled.slice(0, start) + json(source, id) + compiled.slice(end);
        }
        const missing = english.filter(({ key }) => !own.has(key));
        const entries = missing.map(({ key, source }) => `${JSON.stringify(key)}: ${json(source, id)}`);
        if (entries.length > 0) {
          this.warn(`${id} has no text for ${missing.map(({ key }) => key).join(', ')}`);
          compiled += `\nObject.assign(texts, { ${entries.join(', ')} });\n`;
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

/** The texts that are values of properties, in the order of the source. */
function textsOf(node: unknown, found: Text[] = []): Text[] {
  if (Array.isArray(node)) {
    for (const one of node) {
      textsOf(one, found);
    }
  } else if (isNode(node)) {
    const { key, value } = node['type'] === 'Property' ? node : {};
    if (isNode(key) && isNode(value) && typeof value['value'] === 'string') {
      found.push({
        key: String(key['value']),
        start: Number(value['start']),
        end: Number(value['end']),
        source: value['value'],
      });
    } else {
      textsOf(Object.values(node), found);
    }
  }
  return found;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
