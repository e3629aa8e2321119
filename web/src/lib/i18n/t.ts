// Looks up texts in the catalogue and fills in their values. The compiler checks keys and values.
import { en } from './en';
import type { lobby } from './en-lobby';

type Catalogue = typeof en & typeof lobby;
/** The key of a text. */
export type Key = keyof Catalogue;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<K extends Key> = Record<Names<Catalogue[K]>, string | number>;
type Args<K extends Key> = [Names<Catalogue[K]>] extends [never] ? [] : [values: Values<K>];

let catalogue: Readonly<Record<string, string>> = en;

/** Adds the texts of a part of the page that is loaded later. */
export function addTexts(texts: Readonly<Record<string, string>>): void {
  catalogue = { ...catalogue, ...texts };
}

/** The text of a key, with its values filled in. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  const values: Readonly<Record<string, string | number>> = args[0] ?? {};
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

/** Whether the catalogue has a key. Ids and codes come from the server and may be newer than this page. */
export function isKey(name: string): name is Key {
  return Object.hasOwn(catalogue, name);
}

/** The text of an id from the server, such as a spot's; `fallback` if the catalogue has none. */
export function named(
  prefix: 'spot' | 'spot.hint' | 'good_road' | 'resolution' | 'history.outcome' | 'period' | 'role' | 'limit',
  id: string,
  fallback: string,
): string {
  const key = `${prefix}.${id}`;
  return catalogue[key] ?? fallback;
}
