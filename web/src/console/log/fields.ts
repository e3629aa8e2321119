// An entry of the log as fields: the reason, what it changed with before and after, and the rest. Nothing is left out.
// Pure.
import type { CurrencyName, LogEntry } from '$lib/wire/messages';
import { t } from '../text';
import { valuesOf, type Parts, type Value } from './values';

/** A field of an entry. */
export interface Field {
  readonly path: string;
  readonly name: string;
  /** What it was; null where nothing is known to have been before. */
  readonly before: string | null;
  readonly after: string;
}

/** What an entry says. */
export interface Said {
  /** The reason that somebody gave; empty for none. */
  readonly why: string;
  /** What is read first: what changed, or else the entry's own fields. */
  readonly first: readonly Field[];
  /** The other fields: what stayed, and what does not fit. */
  readonly rest: readonly Field[];
  /** Whether an entity was written again as it was, as far as staff may read it. */
  readonly isSame: boolean;
}

type Logged = Pick<LogEntry, 'kind' | 'entity' | 'says' | 'before' | 'currency' | 'digest'>;

/** How many fields of something new are shown at once. */
const SHOWN = 6;
/** What the log leaves out while it is so. */
const LEFT_OUT: Parts = { display_name: null, disabled: false };

export function saidBy(entry: Logged): Said {
  const { why, ...parts } = entry.says;
  const says = inWords(parts, entry);
  const digest: Field = { path: 'digest', name: t('log.digest'), before: null, after: entry.digest };
  const reason = typeof why === 'string' ? why : '';
  if (entry.before === null) {
    const fields = valuesOf(says, entry.currency).map(plain);
    return {
      why: reason,
      first: fields.slice(0, SHOWN),
      rest: [...fields.slice(SHOWN), digest],
      isSame: false,
    };
  }
  const state = Object.fromEntries(
    Object.entries(says).filter(([key]) => entry.kind === 'changed' || key in (entry.before ?? {})),
  );
  const event = Object.fromEntries(Object.entries(says).filter(([key]) => !(key in state)));
  const before = inWords(entry.before, entry);
  const leftOut = Object.fromEntries(
    Object.entries(LEFT_OUT).filter(([key]) => key in state || key in before),
  );
  const compared = compare({ ...leftOut, ...before }, { ...leftOut, ...state }, entry.currency);
  const changed = compared.filter(differs);
  const same = compared.filter((one) => !differs(one)).map(plain);
  const named = namesOf(entry);
  return {
    why: reason,
    first: [
      ...valuesOf(event, entry.currency).map(plain),
      ...same.filter(({ path }) => named.includes(path)),
      ...changed,
    ],
    rest: [...same.filter(({ path }) => !named.includes(path)), digest],
    isSame: entry.kind === 'changed' && changed.length === 0,
  };
}

/** What says which entity it is, beside its number: shown also where it stayed. */
function namesOf({ says, entity }: Logged): readonly string[] {
  return 'change' in says
    ? ['patron', 'purse', 'change']
    : entity?.startsWith('staff:') === true
      ? ['name']
      : [];
}

/** The currency of an amount stands beside the amount, so not a second time. */
function inWords(parts: Parts, { currency }: Logged): Parts {
  if (currency === null || !('change' in parts)) {
    return parts;
  }
  return Object.fromEntries(
    Object.entries(parts).filter(([name]) => name !== 'currency' && name !== 'decimals'),
  );
}

function plain({ path, name, ...one }: Value | Field): Field {
  return { path, name, before: null, after: 'text' in one ? one.text : one.after };
}

/** What a state has otherwise than the one before it. */
export function differencesOf(before: Parts, after: Parts, currency: CurrencyName | null): Field[] {
  return compare(before, after, currency).filter(differs);
}

function differs({ before, after }: Field): boolean {
  return before !== after;
}

/** The values after, in their order, then those that are gone, each beside what it was. */
function compare(before: Parts, after: Parts, currency: CurrencyName | null): Field[] {
  const [earlier, later] = [valuesOf(before, currency), valuesOf(after, currency)];
  const was = new Map(earlier.map((one) => [one.path, one.text]));
  const is = new Set(later.map(({ path }) => path));
  return [
    ...later.map(({ path, name, text }) => ({
      path,
      name,
      before: was.get(path) ?? t('log.nothing'),
      after: text,
    })),
    ...earlier
      .filter(({ path }) => !is.has(path))
      .map(({ path, name, text }) => ({ path, name, before: text, after: t('log.nothing') })),
  ];
}
