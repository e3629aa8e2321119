// Texts of refusals, from their code and numbers. Pure.
import { isKey, listText, named, t } from '../i18n/t';
import { whenText } from '../i18n/when';
import { formatMinor, formatShort } from '../money/money';
import type { ErrorBody, SpotStake } from '../wire/messages';

/** The values that a refusal's text needs besides the refusal. */
export interface RefusalContext {
  readonly decimals: number;
  /** The exact balance, formatted. */
  readonly balance: string;
}

/** A refusal that is shown at a spot. */
export interface SpotRefusal {
  readonly spot: string;
  readonly error: ErrorBody;
  /** Whether the slip was to replace the wagers that stand. */
  readonly replaces: boolean;
  /** What the server said it accepts on the spot, and the slip with it; null when it said nothing. */
  readonly offer: { readonly stake: number; readonly wagers: readonly SpotStake[] } | null;
}

/** The refusal of a slip at its spot; null when it is about no single spot. Every amount is the server's. */
export function refusedAt(
  error: ErrorBody,
  wagers: readonly SpotStake[],
  replaces: boolean,
): SpotRefusal | null {
  const [only] = wagers.length === 1 ? wagers : [];
  const spot = error.spot ?? only?.spot;
  if (spot === undefined) {
    return null;
  }
  const least = error.code === 'below_minimum' ? error.limit : undefined;
  const stake = error.accepted ?? least ?? (only === undefined ? undefined : error.left);
  if (stake === undefined || stake === 0) {
    return { spot, error, replaces, offer: null };
  }
  const offered = wagers.map((wager) => (wager.spot === spot ? { spot, stake } : wager));
  return { spot, error, replaces, offer: { stake, wagers: offered } };
}

/** States in one sentence why a request was refused and what would be accepted. */
export function refusalText(error: ErrorBody, { decimals, balance }: RefusalContext): string {
  const spot = error.spot === undefined ? '' : named('spot', error.spot, error.spot);
  const money = (minor: number | undefined) => (minor === undefined ? '' : formatShort(minor, decimals));
  const limit = money(error.limit);
  const until = error.until === undefined ? '' : whenText(error.until);
  switch (error.code) {
    case 'above_maximum':
      return aboveMaximum(error, { spot, limit }, money);
    case 'below_minimum':
      return error.limited_by === 'own_range'
        ? t('refusal.below_minimum.own_range', { spot, limit })
        : t('refusal.below_minimum', { spot, limit });
    case 'exposure_limit':
      return error.accepted === undefined
        ? t('refusal.exposure_limit')
        : t('refusal.exposure_limit.room', { spot, accepted: money(error.accepted) });
    case 'ante_not_met':
      return t('refusal.ante_not_met', { limit });
    case 'spot_closed':
      return t('refusal.spot_closed', { spot, limit: String(error.limit ?? '') });
    case 'duplicate_spot':
      return t('refusal.duplicate_spot', { spot });
    case 'insufficient_funds':
      // The limit includes bonus money, the balance does not.
      return t('refusal.insufficient_funds', {
        balance: error.limit === undefined ? balance : formatMinor(error.limit, decimals),
      });
    case 'bonus_rule':
      return t('refusal.bonus_rule', {
        spots: listText((error.spots ?? []).map((id) => named('spot', id, id))),
      });
    case 'excluded':
      return until === '' ? t('refusal.excluded.for_good') : t('refusal.excluded', { until });
    case 'paused':
      return t('refusal.paused', { until });
    case 'time_limit':
      return t('refusal.time_limit', { until });
    case 'stake_limit':
    case 'loss_limit':
      return ownLimit(error, { limit, left: money(error.left), until });
    case 'bad_limit':
      return error.own_limit?.endsWith('_minutes') === true
        ? t('refusal.bad_limit.minutes', { limit: error.limit ?? '' })
        : t('refusal.bad_limit', { limit });
    case 'bad_duration':
      return t('refusal.bad_duration', { limit: error.limit ?? '' });
    case 'balance_not_low':
      return t('refusal.balance_not_low', { limit });
    case 'auto_rounds':
      return t('refusal.auto_rounds', { limit: error.limit ?? '' });
    case 'too_many_slips':
      return error.limit === undefined
        ? t('refusal.too_many_slips.plain')
        : t('refusal.too_many_slips', { limit: error.limit });
    default:
      return plain(error);
  }
}

/** Names the limit, what lies there already, and what can be added. */
function aboveMaximum(
  error: ErrorBody,
  values: { readonly spot: string; readonly limit: string },
  money: (minor: number | undefined) => string,
): string {
  const already = error.already ?? 0;
  const own = error.limited_by === 'own_range';
  if (already === 0) {
    return t(own ? 'refusal.above_maximum.own_range.plain' : 'refusal.above_maximum.plain', values);
  }
  const more = { ...values, already: money(already) };
  if (own) {
    return t('refusal.above_maximum.own_range', more);
  }
  const { accepted = 0 } = error;
  return accepted > 0
    ? t('refusal.above_maximum.room', { ...more, accepted: money(accepted) })
    : t('refusal.above_maximum', more);
}

/** States a patron's own limit on money, what is left of it and until when. */
function ownLimit(error: ErrorBody, values: { limit: string; left: string; until: string }): string {
  const [kind, period = 'round'] = (error.own_limit ?? 'stake_round').split('_');
  if (error.until === undefined) {
    return t('refusal.stake_limit.round', values);
  }
  const more = { ...values, period };
  return t(kind === 'loss' ? 'refusal.loss_limit' : 'refusal.stake_limit', more);
}

/** Codes that are newer than the page have the server's own words. */
function plain({ code, message }: ErrorBody): string {
  const key = `refusal.${code}`;
  return isKey(key) ? t(key as 'refusal.betting_closed') : t('refusal.unknown', { code, message });
}
