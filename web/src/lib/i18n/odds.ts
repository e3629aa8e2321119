// Odds as the house rules show them, for people. Computes none.
import { t } from './t';

/** `["0.95"]` is `0.95 : 1`; what is given with the stake, as `x1.95`, stays as it is. */
export function oddsText(odds: readonly string[]): string {
  return odds.map((one) => (/^\d/.test(one) ? t('spot.odds.to_one', { odds: one }) : one)).join(' / ');
}
