// Puts a text of the reader's language together. Keys and the values they want are checked by the compiler;
// what a text says is in the catalogue.
import { en } from './en';

type Catalogue = typeof en;
/** The name of a text. */
export type Key = keyof Catalogue;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<K extends Key> = Record<Names<Catalogue[K]>, string | number>;
type Args<K extends Key> = [Names<Catalogue[K]>] extends [never] ? [] : [values: Values<K>];

const catalogue: Readonly<Record<Key, string>> = en;

/** The text named `key`, with its values filled in. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  const values: Readonly<Record<string, string | number>> = args[0] ?? {};
  return catalogue[key].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** Whether there is a text of that name: ids and codes come from the server and may be newer than this page. */
export function isKey(name: string): name is Key {
  return Object.hasOwn(catalogue, name);
}

/** The text of an id the server sent, such as a spot's; `otherwise` when this page has no word for it. */
export function named(
  prefix: 'spot' | 'spot.hint' | 'good_road' | 'resolution' | 'history.outcome',
  id: string,
  otherwise: string,
): string {
  const key = `${prefix}.${id}`;
  return isKey(key) ? catalogue[key] : otherwise;
}
