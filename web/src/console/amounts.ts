// Amounts of the console: sums that the server sends as strings of digits, signs, and shares. No fraction is computed.
import { decimalFormat, percentFormat } from '$lib/i18n/formats';
import { formatMinor } from '$lib/money/money';

/** A sum in minor units as a decimal number: `-19500` with two decimals is `-195.00`. */
export function decimalOf(digits: string, decimals: number): Intl.StringNumericLiteral {
  const sign = digits.startsWith('-') ? '-' : '';
  const plain = digits.slice(sign.length).padStart(decimals + 1, '0');
  const point = plain.length - decimals;
  const fraction = decimals > 0 ? `.${plain.slice(point)}` : '';
  return `${sign}${plain.slice(0, point)}${fraction}` as Intl.StringNumericLiteral;
}

/** A sum by the reader's locale: `1,950.00`, and below zero with a true minus. */
export function sumText(digits: string, decimals: number): string {
  return decimalFormat(decimals).format(decimalOf(digits, decimals)).replace('-', '−');
}

/** A sum with the sign of a gain. */
export function signedSum(digits: string, decimals: number): string {
  return `${BigInt(digits) > 0n ? '+' : ''}${sumText(digits, decimals)}`;
}

/** An amount with the sign of a gain. */
export function signed(minor: number, decimals: number): string {
  return `${minor > 0 ? '+' : ''}${formatMinor(minor, decimals)}`.replace('-', '−');
}

export function money(minor: number, decimals: number): string {
  return formatMinor(minor, decimals).replace('-', '−');
}

/** The edge of the house as a share of the stake, from the server's decimal. */
export function edgeText(decimal: string): string {
  return percentFormat(3)
    .format(decimal as Intl.StringNumericLiteral)
    .replace('-', '−');
}

/** How long a bar is, in percent of the longest. Only a drawing: the figure stands beside it. */
export function share(digits: string, longest: bigint): number {
  const size = BigInt(digits) < 0n ? -BigInt(digits) : BigInt(digits);
  return longest === 0n ? 0 : Number((size * 1000n) / longest) / 10;
}

/** The largest of some sums, without their signs. */
export function longest(sums: readonly string[]): bigint {
  return sums.reduce((most, digits) => {
    const size = BigInt(digits) < 0n ? -BigInt(digits) : BigInt(digits);
    return size > most ? size : most;
  }, 0n);
}

/** The whole minor units that somebody typed, with or without a sign; null when it is no amount. */
export function parseSigned(text: string, decimals: number): number | null {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+\-−]?)(\d{1,12})(?:[.,](\d+))?$/.exec(text.replace(/\s/g, '')) ?? [];
  if (whole === '' || fraction.length > decimals) {
    return null;
  }
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' || sign === '−' ? -minor : minor;
}
