// Looks up texts in the reader's language and fills in their values. The compiler checks keys and values.
import type { Area, English } from './areas';
import { fill, type Values, type ValuesOf } from './message';
import { texts } from './texts';

/** The text of a key in English, as the compiler knows it. */
type Source<K> = { [A in Area]: K extends keyof English[A] ? English[A][K] : never }[Area];
/** The key of a text. */
export type Key = { [A in Area]: keyof English[A] }[Area];

type Args<K extends Key> = [keyof ValuesOf<Source<K>>] extends [never] ? [] : [values: ValuesOf<Source<K>>];

/** The text of a key, with its values filled in. The area of the key must be loaded. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  return fill(texts.get(key) ?? key, (args[0] ?? {}) as Values);
}

/** Whether a text has this key. Ids and codes come from the server and may be newer than this page. */
export function isKey(name: string): name is Key {
  return texts.has(name);
}

/** The text of an id from the server, such as a spot's; `fallback` if the catalogue has none. */
export function named(
  prefix: 'spot' | 'spot.hint' | 'good_road' | 'resolution' | 'history.outcome' | 'role' | 'limit',
  id: string,
  fallback: string,
): string {
  return chosen(`${prefix}.${id}`) ?? fallback;
}

/** The text of a key that data chose; null when the texts have none, because the data are newer. */
export function chosen(key: string, values: Values = {}): string | null {
  const text = texts.get(key);
  return text === undefined ? null : fill(text, values);
}

/** Names in a row, as the reader's language writes them. */
export function listText(names: readonly string[]): string {
  return names.join(t('list.comma'));
}
