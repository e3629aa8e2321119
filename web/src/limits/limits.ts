// The limits that a patron may set, in the order of the screen, and what counts towards each. Judges nothing.
import { t, named } from '$lib/i18n/t';
import { formatMinor } from '$lib/money/money';
import type { Protection } from '$lib/wire/messages';

export const GROUPS = [
  { name: 'stakes', limits: ['stake_round', 'stake_day', 'stake_week', 'stake_month'] },
  { name: 'losses', limits: ['loss_day', 'loss_week', 'loss_month'] },
  { name: 'time', limits: ['time_day_minutes', 'time_week_minutes'] },
  { name: 'checks', limits: ['reality_check_minutes'] },
] as const;

/** Whether a limit is in minutes; the others are amounts. */
export function isMinutes(limit: string): boolean {
  return limit.endsWith('_minutes');
}

/** The value of a limit; none is no limit. */
export function valueText(limit: string, value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) {
    return t('limits.none');
  }
  return isMinutes(limit) ? t('limits.minutes', { minutes: value }) : formatMinor(value, decimals);
}

/** What counts towards a limit in the present period, as the server counts it; empty when nothing is counted. */
export function usedText(limit: string, view: Protection, decimals: number): string {
  const [kind, period = ''] = limit.split('_');
  if (kind === 'time' && view.play_time !== null) {
    const minutes = period === 'day' ? view.play_time.day_minutes : view.play_time.week_minutes;
    return t('limits.used', { amount: t('limits.minutes', { minutes }) });
  }
  const played = view.played.find((one) => one.period === period);
  if (played === undefined) {
    return '';
  }
  if (kind === 'loss' && played.lost < 0) {
    return t('limits.won', { amount: formatMinor(-played.lost, decimals) });
  }
  const amount = formatMinor(kind === 'loss' ? played.lost : played.staked, decimals);
  return t('limits.used', { amount });
}

/** The name of a limit. */
export function limitName(limit: string): string {
  return named('limit', limit, limit);
}
