// Every language has every text, with the placeholders of the English one and the plural forms of its own.
import { describe, expect, it } from 'vitest';
import AREAS from './areas.ts?raw';
import { LANGUAGES } from './language';
import type { Message } from './message';

type Catalogue = Readonly<Record<string, Message>>;

const files = import.meta.glob<Catalogue>('./*/*.ts', { import: 'texts', eager: true });
const areas = Object.keys(files).flatMap((path) => /^\.\/en\/([a-z-]+)\.ts$/.exec(path)?.[1] ?? []);
const others = LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en');

function catalogue(language: string, area: string): Catalogue {
  return files[`./${language}/${area}.ts`] ?? {};
}

/** The placeholders of a message with their kinds, each once; forms of a select belong to its kind. */
function placeholders(message: Message): string[] {
  const found = new Set<string>();
  const read = (one: Message): void => {
    if (typeof one === 'string') {
      for (const [, name = ''] of one.matchAll(/\{(\w+)\}/g)) {
        found.add(name);
      }
      return;
    }
    for (const part of one) {
      if (typeof part === 'string') {
        read(part);
      } else if (part[1] !== 'number') {
        const [name, kind, forms] = part;
        found.add(`${name} ${kind} ${kind === 'select' ? Object.keys(forms).sort().join(' ') : ''}`);
        Object.values(forms).forEach(read);
      } else {
        found.add(`${part[0]} number`);
      }
    }
  };
  read(message);
  // A plural shows its number or not, as the language wants.
  const counted = [...found]
    .filter((one) => / (plural|selectordinal) /.test(one))
    .map((one) => one.split(' ')[0]);
  return [...found].filter((one) => !counted.some((name) => one === `${name ?? ''} number`)).sort();
}

/** The plurals of a message: their kind and the forms they have. */
function plurals(message: Message): { kind: 'cardinal' | 'ordinal'; forms: string[] }[] {
  return typeof message === 'string'
    ? []
    : message.flatMap((part) => {
        if (typeof part === 'string' || part[1] === 'number') {
          return [];
        }
        const [, kind, forms] = part;
        const inner = Object.values(forms).flatMap(plurals);
        const type = kind === 'plural' ? 'cardinal' : 'ordinal';
        return kind === 'select' ? inner : [{ kind: type, forms: Object.keys(forms) }, ...inner];
      });
}

/** The forms that counts at a table need: those of the whole numbers up to a thousand. */
function formsOf(language: string, type: 'cardinal' | 'ordinal'): string[] {
  const rules = new Intl.PluralRules(language, { type });
  const forms = new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)));
  return [...forms.add('other')].sort();
}

describe('the English texts', () => {
  it.each(areas)('of %s are an area that the compiler knows', (area) => {
    expect(AREAS).toContain(`'./en/${area}'`);
  });

  it('have no key twice', () => {
    const keys = areas.flatMap((area) => Object.keys(catalogue('en', area)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe.each(others)('the texts in %s', (language) => {
  it.each(areas)('of %s have the keys of the English ones', (area) => {
    expect(Object.keys(catalogue(language, area)).sort()).toEqual(Object.keys(catalogue('en', area)).sort());
  });

  it.each(areas)('of %s have the placeholders of the English ones', (area) => {
    const wanted = (from: Catalogue) =>
      Object.fromEntries(Object.entries(from).map(([key, message]) => [key, placeholders(message)]));
    expect(wanted(catalogue(language, area))).toEqual(wanted(catalogue('en', area)));
  });

  it('belong to an area', () => {
    const own = Object.keys(files).filter((path) => path.startsWith(`./${language}/`));
    expect(own.filter((path) => !areas.some((area) => path === `./${language}/${area}.ts`))).toEqual([]);
  });
});

describe.each(LANGUAGES)('the texts in $tag', ({ tag }) => {
  const all = areas.flatMap((area) => Object.entries(catalogue(tag, area)));

  it('have every plural form of the language, and no other', () => {
    for (const [key, message] of all) {
      for (const { kind, forms } of plurals(message)) {
        const named = forms.filter((form) => !form.startsWith('=')).sort();
        expect(named, key).toEqual(formsOf(tag, kind));
      }
    }
  });

  it('are not empty, and have no space at their ends', () => {
    const loose = all.filter(
      ([key, text]) => key !== 'list.comma' && typeof text === 'string' && text.trim() !== text,
    );
    expect(loose).toEqual([]);
    expect(all.filter(([, text]) => text.length === 0)).toEqual([]);
  });
});
