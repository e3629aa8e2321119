// Formats amounts, which are whole minor units. Knows no rules, odds or payouts, and does no arithmetic on
// fractions.
import { decimalFormat, numberFormat } from '../i18n/formats';

/** Minor units as a decimal string with a point: 19500 with two decimals is `195.00`. */
export function toDecimal(minor: number, decimals: number): Intl.StringNumericLiteral {
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals > 0 ? `.${digits.slice(point)}` : '';
  return `${sign}${digits.slice(0, point)}${fraction}` as Intl.StringNumericLiteral;
}

/** The exact amount by the reader's locale: `1,950.00`. */
export function formatMinor(minor: number, decimals: number, locale?: string): string {
  return decimalFormat(decimals, locale).format(toDecimal(minor, decimals));
}

/** The exact amount with the sign of a gain: `+1,950.00`. */
export function formatSigned(minor: number, decimals: number, locale?: string): string {
  return `${minor > 0 ? '+' : ''}${formatMinor(minor, decimals, locale)}`;
}

/** The exact amount for limits and chips, without decimals if they are all zero: `5,000`. */
export function formatShort(minor: number, decimals: number, locale?: string): string {
  const whole = minor % minorPerMajor(decimals) === 0;
  return decimalFormat(whole ? 0 : decimals, locale).format(toDecimal(minor, decimals));
}

/** Whole minor units from what somebody typed, such as `250` or `99.50`; null when it is no amount. */
export function parseMinor(text: string, decimals: number): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(text.replace(/\s/g, '')) ?? [];
  if (whole === '' || fraction.length > decimals) {
    return null;
  }
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** The number of minor units in a major one. */
export function minorPerMajor(decimals: number): number {
  return 10 ** decimals;
}

/**
 * A label short enough for a chip, rounded down: `950`, `1.9K`, `12K`, `1.2M`.
 * The letters are fixed, because compact formats differ by locale.
 */
export function chipLabel(minor: number, decimals: number): string {
  const scale = minorPerMajor(decimals);
  const major = (minor - (minor % scale)) / scale;
  if (major === 0 && minor > 0) {
    return toDecimal(minor, decimals);
  }
  if (major < 1_000) {
    return String(major);
  }
  return major < 1_000_000 ? scaled(major, 1_000, 'K') : scaled(major, 1_000_000, 'M');
}

function scaled(major: number, unit: number, letter: string): string {
  const tenths = (major - (major % (unit / 10))) / (unit / 10);
  const tenth = tenths % 10;
  const whole = String((tenths - tenth) / 10);
  return tenths >= 1_000 || tenth === 0 ? `${whole}${letter}` : `${whole}.${String(tenth)}${letter}`;
}

/** The sum of amounts. */
export function sum(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) {
    total += amount;
  }
  return total;
}

/** A share by the reader's locale: one of two is `50%`. */
export function formatShare([part, whole]: readonly [number, number], locale?: string, decimals = 2): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: decimals }, locale).format(part / whole);
}
