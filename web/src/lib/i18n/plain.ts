// Texts of the pages of staff, which speak English only: looks them up and fills in their values. The compiler checks keys
// and values. Knows no other language; those of patrons' pages are in `t.ts`.

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Text extends string> = Record<Names<Text>, string | number>;
/** The values that a text needs, as further arguments. */
export type Args<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Values<Text>];

/** The text of a key with its values filled in; the key itself when the catalogue has none. */
export function filled(
  catalogue: Readonly<Record<string, string>>,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
