// Loads the texts of the reader's language: at first those of `FIRST`, then those of each screen with the screen.
import { languages } from 'virtual:texts';
import type { Area } from './areas';
import { localeOf, type Language } from './language';
import { reader } from './locale';
import type { Message } from './message';
import { texts } from './texts';

type Catalogue = Readonly<Record<string, Message>>;

/** The areas beyond the first ones that were loaded. */
const later = new Set<Area>();
let current: Language = 'en';
let spoken = (): void => undefined;

/** Shows the page in a language from now on: loads every area that was loaded before, and says so in `<html lang>`. */
export async function speak(language: Language): Promise<void> {
  const first = await languages[language]?.();
  const all = { ...first?.texts, ...(await fetchAll(language, [...later])) };
  current = language;
  texts.clear();
  texts.add(all);
  reader.language = language;
  reader.locale = localeOf(language);
  document.documentElement.lang = language;
  spoken();
}

/** Calls back after each change of the language. What the page shows is not drawn again by itself. */
export function onSpeak(callback: () => void): void {
  spoken = callback;
}

/** Loads a part of the page together with the texts that it shows. */
export async function withTexts<T>(areas: readonly Area[], part: Promise<T>): Promise<T> {
  const missing = areas.filter((area) => !later.has(area));
  const [loaded] = await Promise.all([part, load(missing)]);
  return loaded;
}

async function load(areas: readonly Area[]): Promise<void> {
  const language = current;
  const loaded = await fetchAll(language, areas);
  if (language !== current) {
    // The reader chose another language meanwhile.
    return load(areas);
  }
  texts.add(loaded);
  for (const area of areas) {
    later.add(area);
  }
}

async function fetchAll(language: Language, areas: readonly Area[]): Promise<Catalogue> {
  const catalogues = await languages[language]?.();
  const loaded = await Promise.all(areas.map((area) => catalogues?.areas[area]?.()));
  return Object.assign({}, ...loaded.map((one) => one?.texts)) as Catalogue;
}
