// The values of a log entry in words: amounts by their currency, moments, times, persons and names. Pure.
import { named } from '$lib/i18n/t';
import { whenText } from '$lib/i18n/when';
import type { CurrencyName, Exclusion } from '$lib/wire/messages';
import { money, signed } from '../amounts';
import { exclusionText, limitText, limitValue } from '../patrons/words';
import { isText, t, textOf, wordsOf } from '../text';

/** An object of the entry, as it came. */
export type Parts = Readonly<Record<string, unknown>>;

/** A value of an entry: where it stands in it, such as `timings.betting_ms`, what it is called, and what it is. */
export interface Value {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

const MOMENTS: readonly string[] = ['at', 'since', 'until', 'as_of', 'paused_until', 'from', 'ends_at'];
/** Numbers that count nothing. */
const NUMBERS: readonly string[] = ['id', 'number', 'table', 'table_id', 'shoe_no'];
const AMOUNTS: readonly string[] = ['exposure', 'ante', 'cash', 'bonus'];
/** Ids of the server that have words, by the name of the part. */
const WORDS: Readonly<Record<string, string>> = {
  role: 'role',
  roles: 'role',
  status: 'history.status',
  purse: 'adjust.purse',
  is: 'adjust.state',
  draw: 'setting.draw',
};

/** All values of an object, in its order. */
export function valuesOf(parts: Parts, currency: CurrencyName | null, path: readonly string[] = []): Value[] {
  return Object.entries(parts).flatMap(([key, value]) => {
    const here = [...path, key];
    const whole = wholeText(here, value, currency);
    if (whole !== null) {
      return [{ path: here.join('.'), name: nameOf(here, value), text: whole }];
    }
    return Array.isArray(value)
      ? value.flatMap((one: unknown, index) => listed(one, [...here, String(index + 1)], currency))
      : valuesOf(value as Parts, currency, here);
  });
}

/** One of a list of objects. One with a currency is called by it, and its amounts are in it. */
function listed(one: unknown, here: readonly string[], currency: CurrencyName | null): Value[] {
  if (!isParts(one)) {
    return [{ path: here.join('.'), name: nameOf(here, one), text: leafText(here, one, currency) }];
  }
  const { currency: code, decimals, ...rest } = one;
  return typeof code === 'string' && typeof decimals === 'number'
    ? valuesOf(rest, { code, decimals }, [...here.slice(0, -1), code])
    : valuesOf(one, currency, here);
}

/** The text of a value that is shown as one; null for an object or a list whose parts are shown apart. */
function wholeText(path: readonly string[], value: unknown, currency: CurrencyName | null): string | null {
  const [group = '', key = ''] = path;
  const decimals = currency?.decimals ?? 0;
  if (group === 'limits' && typeof value === 'number') {
    return limitValue(key, value, decimals);
  }
  if (Array.isArray(value)) {
    return value.some((one) => isParts(one))
      ? null
      : value.map((one: unknown) => leafText(path, one, currency)).join(', ') || t('log.nothing');
  }
  if (!isParts(value)) {
    return leafText(path, value, currency);
  }
  if (group === 'pending' && key !== '') {
    const { value: wanted, from } = value;
    return t('protect.pending.line', {
      value: limitValue(key, typeof wanted === 'number' ? wanted : null, decimals),
      when: leafText(['from'], from, currency),
    });
  }
  if (group === 'exclusion') {
    return exclusionText({ until: null, by_house: false, ...(value as Partial<Exclusion>) });
  }
  if (typeof value['minimum'] === 'number') {
    return rangeText(value['minimum'], value['maximum'], decimals);
  }
  if (typeof value['code'] === 'string' && typeof value['decimals'] === 'number') {
    return t('log.currency', { code: value['code'], decimals: value['decimals'] });
  }
  return Object.keys(value).length === 0 ? t('log.nothing') : null;
}

function rangeText(minimum: number, maximum: unknown, decimals: number): string {
  const low = money(minimum, decimals);
  return typeof maximum === 'number'
    ? t('range.within', { minimum: low, maximum: money(maximum, decimals) })
    : t('range.from', { minimum: low });
}

function leafText(path: readonly string[], value: unknown, currency: CurrencyName | null): string {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (value === null || value === undefined || value === '') {
    return t('log.nothing');
  }
  if (typeof value === 'boolean') {
    return t(value ? 'log.yes' : 'log.no_word');
  }
  if (typeof value === 'number') {
    return numberText(name, value, currency);
  }
  const words = WORDS[name];
  return typeof value === 'string'
    ? words === undefined
      ? value
      : textOf(words, value)
    : JSON.stringify(value);
}

function numberText(name: string, value: number, currency: CurrencyName | null): string {
  if (MOMENTS.includes(name)) {
    return whenText(value);
  }
  if (name === 'day') {
    return new Date(value).toISOString().slice(0, 10);
  }
  if (name.endsWith('_ms')) {
    return lengthText(value);
  }
  if (name === 'change' && currency !== null) {
    return `${signed(value, currency.decimals)} ${currency.code}`;
  }
  if (AMOUNTS.includes(name) && currency !== null) {
    return money(value, currency.decimals);
  }
  if (name === 'patron') {
    return t('people.patron', { number: value });
  }
  if (name === 'staff' || name === 'by') {
    return t('people.number', { number: value });
  }
  return NUMBERS.includes(name) ? String(value) : money(value, 0);
}

/** A length of time, exact: `1 h 5 min 0.3 s`. */
export function lengthText(ms: number): string {
  const minutes = (ms - (ms % 60_000)) / 60_000;
  const hours = (minutes - (minutes % 60)) / 60;
  const seconds = ms % 60_000;
  const parts = [
    hours > 0 ? t('log.hours', { hours }) : '',
    minutes % 60 > 0 ? t('log.minutes', { minutes: minutes % 60 }) : '',
    seconds > 0 || minutes === 0 ? t('floor.seconds', { seconds: seconds / 1_000 }) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** What a value is called. One that has no words is called as in the log, with spaces. */
function nameOf(path: readonly string[], value: unknown): string {
  const [group = '', key = '', end = ''] = path;
  if (group === 'limits' && key !== '') {
    return typeof value === 'number' ? limitText(key) : t('log.limits', { spot: named('spot', key, key) });
  }
  if (group === 'pending' && key !== '') {
    return t('log.pending', { limit: limitText(key) });
  }
  if (group === 'spots' && key !== '') {
    return t('log.limits', { spot: named('spot', key, key) });
  }
  if (group === 'adjusted' && end !== '') {
    return t('log.adjusted', { purse: textOf('adjust.purse', end), currency: key });
  }
  const all = path.join('.');
  const known = [
    group === 'id' && typeof value === 'string' ? 'setting.rules' : `log.field.${all}`,
    `setting.${all}`,
    `adjust.limit.${key}`,
  ].find((one) => isText(one));
  return known === undefined ? all.replace(/[._]/g, ' ') : wordsOf(known);
}

/** Whether something is an object with parts. */
export function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
