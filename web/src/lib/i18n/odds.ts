// Formats odds as the house rules show them, by the reader's locale. Computes none.
import { decimalFormat, percentFormat } from './formats';
import { reader } from './locale';
import { t } from './t';

/** Formats odds: `["0.95"]` is `0.95:1`; odds that include the stake, such as `x1.95`, stay as they are. */
export function oddsText(odds: readonly string[]): string {
  return odds
    .map((one) => (/^\d/.test(one) ? t('spot.odds.to_one', { odds: exact(one) }) : exact(one)))
    .join(' / ');
}

/** The figures of a text by the reader's locale, digit by digit as they stand. */
function exact(text: string): string {
  return text.replace(/\d+(?:\.(\d+))?/g, (figure, fraction: string | undefined) => {
    return decimalFormat(fraction?.length ?? 0).format(figure as Intl.StringNumericLiteral);
  });
}

/** Formats an exact decimal such as `0.0105791000` as `1.058%`, without a detour over floating point. */
export function percentText(decimal: string): string {
  return percentFormat(3).format(decimal as Intl.StringNumericLiteral);
}

/** Groups the digits of a whole number that may exceed what numbers keep. */
export function groupDigits(digits: string): string {
  return BigInt(digits).toLocaleString(reader.locale);
}
