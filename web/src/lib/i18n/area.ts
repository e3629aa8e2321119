// Texts that are not translated yet: each part of the page has its own, in English, and uses the translation of a text
// wherever the reader's language has it. The compiler checks keys and values.
import { fill, type Values, type ValuesOf } from './message';
import type { t as translated } from './t';
import { texts } from './texts';

type Args<Text> = [keyof ValuesOf<Text>] extends [never] ? [] : [values: ValuesOf<Text>];

/** How a part of the page looks up its texts. */
export interface Texts<Catalogue extends Readonly<Record<string, string>>> {
  /** The text of a key, with its values filled in; also of a key of an area that is loaded. */
  t: (<Key extends keyof Catalogue & string>(key: Key, ...args: Args<Catalogue[Key]>) => string) &
    typeof translated;
  /** The text of a key that data chose; null when there is none, because the data are newer. */
  chosen(key: string, values?: Values): string | null;
}

/** The lookup for a catalogue. `{name}` in a text is a placeholder for a value. */
export function textsOf<Catalogue extends Readonly<Record<string, string>>>(
  catalogue: Catalogue,
): Texts<Catalogue> {
  const find = (key: string) =>
    texts.get(key) ?? (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined);
  return {
    t: (key: string, values: Values = {}) => fill(find(key) ?? key, values),
    chosen: (key, values = {}) => {
      const text = find(key);
      return text === undefined ? null : fill(text, values);
    },
  };
}
