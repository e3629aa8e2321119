// A house-rules document as the server sends it, and the facts in it. Reads TOML; knows no rule.
import { parse } from 'smol-toml';

/** The facts of a document by their place, such as `burn.kind`. */
export interface RulesDocument {
  /** The document as it is. */
  readonly text: string;
  /** A word of the document; empty where it has none. */
  word(place: string): string;
  /** A number of the document; null where it has none. */
  number(place: string): number | null;
}

/** Reads a document. Throws when it is no TOML. */
export function readDocument(text: string): RulesDocument {
  const root = parse(text);
  const at = (place: string): unknown =>
    place.split('.').reduce<unknown>((inner, key) => (isTable(inner) ? inner[key] : undefined), root);
  return {
    text,
    word: (place) => {
      const value = at(place);
      return typeof value === 'string' ? value : '';
    },
    number: (place) => {
      const value = at(place);
      return typeof value === 'number' ? value : null;
    },
  };
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
