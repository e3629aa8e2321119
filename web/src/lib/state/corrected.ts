// What patrons read of a round that is corrected. Pure; it comes with its texts when a round is.
import { t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { PublicEvent, ServerMessage } from '../wire/messages';
import { resultText, voidReasonText } from './announce';

type Corrected = Extract<ServerMessage, { type: 'you_corrected' }>;
type RoundCorrected = Extract<PublicEvent, { type: 'round_corrected' }>;

/** States in one line how a correction changes the patron's payout. */
export function ownText({ end, difference }: Corrected, decimals: number): string {
  const round = end.round.round_no;
  const amount = formatMinor(Math.abs(difference), decimals);
  if (difference === 0) {
    return t('corrected.you', { round });
  }
  return difference > 0
    ? t('corrected.you.more', { round, amount })
    : t('corrected.you.less', { round, amount });
}

/** States in one line how a round ends now, and why it does not count if it is void. */
export function roundText({ round, end }: RoundCorrected, table: string): string {
  const why = end.name === 'voided' ? ` - ${voidReasonText(end.reason)}` : '';
  return t('corrected.round', { table, round: round.round_no, result: resultText(end) + why });
}
