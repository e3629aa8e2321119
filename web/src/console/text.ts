// Looks up the console's texts and fills in their values. The compiler checks keys and values.
import { consoleTexts } from './texts/floor';

type Catalogue = typeof consoleTexts;
/** The key of a text of the console. */
export type TextKey = keyof Catalogue;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<K extends TextKey> = Record<Names<Catalogue[K]>, string | number>;
type Args<K extends TextKey> = [Names<Catalogue[K]>] extends [never] ? [] : [values: Values<K>];

const catalogue: Readonly<Record<string, string>> = consoleTexts;

/** The text of a key, with its values filled in. */
export function t<K extends TextKey>(key: K, ...args: Args<K>): string {
  const values: Readonly<Record<string, string | number>> = args[0] ?? {};
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
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
