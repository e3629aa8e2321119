// Words about the protection of a patron.
import { named } from '$lib/i18n/t';
import { whenText } from '$lib/i18n/when';
import type { Exclusion } from '$lib/wire/messages';
import { money } from '../amounts';
import { t } from '../text';

/** The name of a limit. */
export function limitText(limit: string): string {
  return named('limit', limit, limit);
}

/** The value of a limit: minutes, or an amount. */
export function limitValue(limit: string, value: number | null, decimals: number): string {
  if (value === null) {
    return t('protect.no_limit');
  }
  return limit.endsWith('_minutes') ? t('protect.minutes', { minutes: value }) : money(value, decimals);
}

/** An exclusion with its end and by whom. */
export function exclusionText({ until, by_house }: Exclusion): string {
  const end = until === null ? t('protect.for_good') : t('protect.until', { when: whenText(until) });
  return t(by_house ? 'protect.excluded.house' : 'protect.excluded.self', { end });
}
