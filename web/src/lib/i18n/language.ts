// The languages of the page, and which of them the reader wants.
import { storage } from '../state/storage';

const LANGUAGE = 'punto.language';

/** The languages, each by its tag and its own name. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'zh-Hans', name: '简体中文' },
  { tag: 'zh-Hant', name: '繁體中文' },
  { tag: 'th', name: 'ไทย' },
  { tag: 'vi', name: 'Tiếng Việt' },
  { tag: 'id', name: 'Bahasa Indonesia' },
  { tag: 'ja', name: '日本語' },
  { tag: 'ko', name: '한국어' },
  { tag: 'pt-BR', name: 'Português (Brasil)' },
  { tag: 'es', name: 'Español' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];

/** The language that the reader chose, or the first of their browser's that the page has; else English. */
export function preferred(browser: readonly string[] = navigator.languages): Language {
  const chosen = LANGUAGES.find(({ tag }) => tag === storage.get(LANGUAGE));
  return chosen?.tag ?? browser.map(languageOf).find((tag) => tag !== null) ?? 'en';
}

/** Keeps the language that the reader chose. */
export function prefer(language: Language): void {
  storage.set(LANGUAGE, language);
}

/** The locale of a language as the reader's browser names it, such as `en-GB`, for numbers and times. */
export function localeOf(language: Language, browser: readonly string[] = navigator.languages): string {
  return browser.find((tag) => languageOf(tag) === language) ?? language;
}

/** The language of the page that a reader of another one can read: the same, in the same script. */
function languageOf(tag: string): Language | null {
  const wanted = parts(tag);
  const same = (one: Language) => {
    const { language, script } = parts(one);
    return language === wanted.language && script === wanted.script;
  };
  return LANGUAGES.find((one) => same(one.tag))?.tag ?? null;
}

/** The language and the script of a tag: Hong Kong's Chinese is in traditional script. */
function parts(tag: string): { language: string | undefined; script: string | undefined } {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return { language, script };
  } catch {
    return { language: undefined, script: undefined };
  }
}
