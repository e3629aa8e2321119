// Formats odds as the house rules show them. Computes none.
import { t } from './t';

/** Formats odds: `["0.95"]` is `0.95:1`; odds that include the stake, such as `x1.95`, stay as they are. */
export function oddsText(odds: readonly string[]): string {
  return odds.map((one) => (/^\d/.test(one) ? t('spot.odds.to_one', { odds: one }) : one)).join(' / ');
}

/** Formats an exact decimal such as `0.0105791000` as `1.058%`, without a detour over floating point. */
export function percentText(decimal: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  // Hundredths: the point moves two places. The sixth decimal rounds the fifth.
  const digits = BigInt(whole + decimals.padEnd(6, '0').slice(0, 6));
  const thousandths = (digits + 5n) / 10n;
  const text = thousandths.toString().padStart(4, '0');
  return `${sign}${text.slice(0, -3)}.${text.slice(-3)}%`;
}

/** Groups the digits of a whole number that may exceed what numbers keep. */
export function groupDigits(digits: string): string {
  return BigInt(digits).toLocaleString();
}
