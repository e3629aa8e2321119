// Formats odds as the house rules show them. Computes none.
import { t } from './t';

/** Formats odds: `["0.95"]` is `0.95:1`; odds that include the stake, such as `x1.95`, stay as they are. */
export function oddsText(odds: readonly string[]): string {
  return odds.map((one) => (/^\d/.test(one) ? t('spot.odds.to_one', { odds: one }) : one)).join(' / ');
}
