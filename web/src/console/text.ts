// Looks up the console's texts and fills in their values. The compiler checks keys and values.
import { filled, type Args } from '$lib/i18n/plain';
import { consoleTexts } from './texts/floor';

type Catalogue = typeof consoleTexts;
/** The key of a text of the console. */
export type TextKey = keyof Catalogue;

const catalogue: Readonly<Record<string, string>> = consoleTexts;

/** The text of a key, with its values filled in. */
export function t<K extends TextKey>(key: K, ...args: Args<Catalogue[K]>): string {
  return filled(catalogue, key, args[0]);
}

/** The text of an id from the server, such as a kind of log entry; the id itself when the catalogue has none. */
export function textOf(prefix: string, id: string): string {
  return catalogue[`${prefix}.${id}`] ?? id;
}

/** The text of a key that data chose; the key itself when the catalogue has none. */
export function wordsOf(key: string): string {
  return catalogue[key] ?? key;
}

/** Whether the catalogue has a key. */
export function isText(key: string): key is TextKey {
  return Object.hasOwn(catalogue, key);
}
