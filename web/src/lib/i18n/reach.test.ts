// A part of the page shows only texts of areas that are loaded with it, and every text is shown somewhere.
import { describe, expect, it } from 'vitest';
import { FIRST } from './areas';
import type { Message } from './message';

const SOURCES = import.meta.glob<string>(
  ['/src/**/*.{ts,svelte}', '!/src/**/*.test.ts', '!/src/lib/i18n/*/*.ts', '!/src/lib/i18n/areas.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const english = import.meta.glob<Readonly<Record<string, Message>>>('./en/*.ts', {
  import: 'texts',
  eager: true,
});

/** The area of each key. */
const AREA_OF = new Map(
  Object.entries(english).flatMap(([path, texts]) =>
    Object.keys(texts).map((key) => [key, path.replace(/^.*\/|\.ts$/g, '')] as const),
  ),
);

/** The file that an import names; null when it is no source of the page. */
function resolve(from: string, name: string): string | null {
  const path = name.startsWith('$lib/')
    ? `/src/lib/${name.slice(5)}`
    : new URL(name, `file://${from}`).pathname;
  return ['', '.ts', '.svelte'].map((end) => path + end).find((file) => file in SOURCES) ?? null;
}

/** The files that are loaded with a file. */
function loadedWith(start: string, found = new Set<string>()): Set<string> {
  if (!found.has(start)) {
    found.add(start);
    const imports = (SOURCES[start] ?? '').matchAll(/^\s*(?:import|export)(?! type)[^;'"]*?from '([^']+)'/gm);
    for (const [, name = ''] of imports) {
      const file = resolve(start, name);
      if (file !== null) {
        loadedWith(file, found);
      }
    }
  }
  return found;
}

/**
 * The keys that a file names: whole, by their prefix, or with a value within. A key that begins with a value could be
 * many; it counts only where `all` asks for them.
 */
function keysIn(file: string, all = false): string[] {
  const source = SOURCES[file] ?? '';
  const quoted = [...source.matchAll(/['"]([a-z_]+\.[\w.]+)['"]/g)].map(([, key = '']) => key);
  const patterns = [...source.matchAll(/`((?:[\w.]*\$\{[^`]*?\})+[\w.]*)`/g)]
    .filter(([, text = '']) => text.includes('.') && (all || !text.startsWith('$')))
    .map(
      ([, text = '']) =>
        new RegExp(`^${text.replace(/\./g, '\\.').replace(/\$\{.*?\}(?=[\\\w]|$)/g, '\\w+')}$`),
    );
  const prefixes = [...source.matchAll(/named\('([\w.]+)'/g)].map(([, prefix = '']) => `${prefix}.`);
  return [...AREA_OF.keys()].filter(
    (key) =>
      quoted.includes(key) ||
      patterns.some((pattern) => pattern.test(key)) ||
      prefixes.some((prefix) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.')),
  );
}

/** The parts that are loaded later, each with the areas that are loaded with it. */
const LATER = Object.entries(SOURCES).flatMap(([file, source]) =>
  [...source.matchAll(/(?:withTexts\(\[([^\]]*)\], )?import\('([^']+)'\)/g)].flatMap(
    ([, areas = '', name = '']) => {
      const part = resolve(file, name);
      return part === null
        ? []
        : [{ part, areas: [...areas.matchAll(/'([\w-]+)'/g)].map(([, area = '']) => area) }];
    },
  ),
);

describe('the texts', () => {
  it.each([{ part: '/src/main.ts', areas: [] as string[] }, ...LATER])(
    'that $part shows are loaded with it',
    ({ part, areas }) => {
      const loaded: readonly string[] = [...FIRST, ...areas];
      const missing = [...loadedWith(part)].flatMap((file) =>
        keysIn(file)
          .filter((key) => !loaded.includes(AREA_OF.get(key) ?? ''))
          .map((key) => `${file}: ${key}`),
      );
      expect(missing).toEqual([]);
    },
  );

  it('are all shown somewhere', () => {
    const files = Object.keys(SOURCES).filter((file) => file !== '/src/lib/i18n/t.ts');
    const shown = new Set(files.flatMap((file) => keysIn(file, true)));
    expect([...AREA_OF.keys()].filter((key) => !shown.has(key))).toEqual([]);
  });
});
