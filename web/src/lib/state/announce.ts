// What a screen reader is told, once each, as a round goes on. Pure: words from what the server said.
import { t, isKey } from '../i18n/t';
import { formatMinor } from '../money/money';
import type { PublicEvent, ResultView, ServerMessage, TableView } from '../wire/messages';
import type { Settled } from './live-table';

type Corrected = Extract<ServerMessage, { type: 'you_corrected' }>;

/** A card in words: `9h` is "9 of hearts". */
export function cardName(card: string): string {
  const rank = card.slice(0, -1);
  const rankKey = `card.rank.${rank}`;
  const suitKey = `card.suit.${card.slice(-1)}`;
  return t('card.named', {
    rank: isKey(rankKey) ? t(rankKey as 'card.rank.A') : rank,
    suit: isKey(suitKey) ? t(suitKey as 'card.suit.s') : card.slice(-1),
  });
}

/** A side in words. */
export function sideName(side: string): string {
  return side === 'banker' ? t('side.banker') : side === 'player' ? t('side.player') : t('side.tie');
}

/** How a round ended, in one line. */
export function resultLine(result: ResultView): string {
  if (result.name === 'voided') {
    return t('result.voided');
  }
  const { outcome, player_total: player, banker_total: banker } = result;
  switch (outcome) {
    case 'banker':
      return t('result.banker', { high: banker, low: player });
    case 'player':
      return t('result.player', { high: player, low: banker });
    default:
      return t('result.tie', { high: player });
  }
}

/** Why a round is void. */
export function voidReason(reason: string): string {
  const key = `result.voided.${reason}`;
  return isKey(key) ? t(key as 'result.voided.other') : t('result.voided.other');
}

/** What to say of an event; nothing when it is not worth a word. */
export function said(event: PublicEvent, view: TableView, now: number): string | null {
  switch (event.type) {
    case 'shoe_opened':
      return t('say.shuffling');
    case 'betting_opened': {
      const ends = event.phase.name === 'betting' ? event.phase.closes_at : now;
      const seconds = Math.max(0, Math.round((ends - now) / 1_000));
      return t('say.betting', { round: event.shoe.round_no, seconds });
    }
    case 'betting_closed':
      return t('say.closed');
    case 'card_drawn': {
      const total = view.cards[event.side].total;
      return t('say.card', { side: sideName(event.side), card: cardName(event.card), total });
    }
    case 'round_ended':
      return t('say.result', { result: resultLine(event.result) });
    case 'cards_burned':
    case 'round_corrected':
      return null;
  }
}

/** What the correction of a round means for the patron, in one line. */
export function correctedLine(corrected: Corrected, decimals: number): string {
  const { end, difference } = corrected;
  const round = end.round.round_no;
  const amount = formatMinor(Math.abs(difference), decimals);
  if (difference === 0) {
    return t('result.you.corrected', { round });
  }
  return difference > 0
    ? t('result.you.corrected.more', { round, amount })
    : t('result.you.corrected.less', { round, amount });
}

/** What a round came to for the patron, in one line. */
export function endLine({ staked, paid, voided }: Settled, decimals: number): string {
  if (voided) {
    return t('result.you.returned', { amount: formatMinor(paid, decimals) });
  }
  if (paid > staked) {
    return t('result.you.won', { amount: formatMinor(paid - staked, decimals) });
  }
  return paid === staked
    ? t('result.you.even')
    : t('result.you.lost', { amount: formatMinor(staked - paid, decimals) });
}
