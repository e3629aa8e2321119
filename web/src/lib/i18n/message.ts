// Messages: their form after compilation, how they are filled in, and the values they need, for the compiler.
import { numberFormat, pluralRules } from './formats';

/** A compiled message: a text with plain placeholders, or parts. */
export type Message = string | readonly Part[];
export type Part =
  | string
  | readonly [name: string, kind: 'number']
  | readonly [name: string, kind: 'plural' | 'selectordinal' | 'select', forms: Forms];
type Forms = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

/** Fills in a message, by the plural rules and the digits of the reader. */
export function fill(message: Message, values: Values): string {
  if (typeof message === 'string') {
    return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  }
  return message.map((part) => (typeof part === 'string' ? fill(part, values) : one(part, values))).join('');
}

function one([name, kind, forms]: Exclude<Part, string>, values: Values): string {
  const value = values[name] ?? '';
  if (kind === 'number') {
    return typeof value === 'number' ? numberFormat().format(value) : value;
  }
  const wanted = [`=${String(value)}`, formOf(kind, value), 'other'].find((form) =>
    Object.hasOwn(forms, form),
  );
  return fill(forms[wanted ?? 'other'] ?? '', values);
}

function formOf(kind: 'plural' | 'selectordinal' | 'select', value: string | number): string {
  if (kind === 'select') {
    return String(value);
  }
  const type = kind === 'plural' ? 'cardinal' : 'ordinal';
  return pluralRules(type).select(Number(value));
}

// What follows reads the placeholders of a message at compile time: `{name}`, `{name, number}` and
// `{name, plural, one {…} other {…}}`, also within each other.

/** The placeholders of a message, as [name, type of the value]. */
type InText<S> = S extends `${infer Head}{${infer Rest}`
  ? Head extends `${string}}${infer Tail}`
    ? InForms<`${Tail}{${Rest}`>
    : Placeholder<Rest>
  : S extends `${string}}${infer Tail}`
    ? InForms<Tail>
    : never;

/** `S` begins after the brace that opens a placeholder. */
type Placeholder<S> = S extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name}, ${infer Kind}, ${string}`
    ? S extends `${string}, ${string}, ${infer AllForms}`
      ? [Name, Kind extends 'select' ? string : number] | InForms<AllForms>
      : never
    : Head extends `${infer Name}, number`
      ? [Name, number] | InText<Rest>
      : [Head, string | number] | InText<Rest>
  : never;

/** `S` lies between the forms of a plural or select. */
type InForms<S> = S extends `${infer Head}{${infer Rest}`
  ? Head extends `${string}}${infer Tail}`
    ? InText<`${Tail}{${Rest}`>
    : InText<Rest>
  : S extends `${string}}${infer Tail}`
    ? InText<Tail>
    : never;

/** The values that a message needs, by name. */
export type ValuesOf<Text> = { [P in InText<Text> as P[0]]: P[1] };
