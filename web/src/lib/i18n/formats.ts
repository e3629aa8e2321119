// The formats of numbers and the plural rules of a language, each made once: to make one takes far longer than to use it.
import { reader } from './locale';

const numbers = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

/** The format for numbers of a locale, which is the reader's unless it is named. */
export function numberFormat(
  options: Intl.NumberFormatOptions = {},
  locale = reader.locale,
): Intl.NumberFormat {
  return once(numbers, JSON.stringify([locale, options]), () => new Intl.NumberFormat(locale, options));
}

/** The rules by which the reader's language counts, or puts in order. */
export function pluralRules(type: Intl.PluralRuleType): Intl.PluralRules {
  const { language } = reader;
  return once(rules, `${language}/${type}`, () => new Intl.PluralRules(language, { type }));
}

/** A format with so many decimals. */
export function decimalFormat(decimals: number, locale?: string): Intl.NumberFormat {
  return numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }, locale);
}

/** A format for shares in percent, with so many decimals. */
export function percentFormat(decimals: number): Intl.NumberFormat {
  return numberFormat({
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
