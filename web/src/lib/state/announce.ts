// Texts of cards, results and screen-reader announcements, made from server messages. Pure.
import { isKey, listText, named, t } from '../i18n/t';
import { formatMinor } from '../money/money';
import type {
  EndedAuto,
  PublicEvent,
  RealityCheck,
  ResultView,
  ServerMessage,
  TableView,
} from '../wire/messages';
import type { OwnSettlement } from './live-table';

/** Names a card: `9h` is "9 of hearts". */
export function cardName(card: string): string {
  if (card === 'down') {
    return t('card.down');
  }
  const rank = card.slice(0, -1);
  const rankKey = `card.rank.${rank}`;
  const suitKey = `card.suit.${card.slice(-1)}`;
  return t('card.named', {
    rank: isKey(rankKey) ? t(rankKey as 'card.rank.A') : rank,
    suit: isKey(suitKey) ? t(suitKey as 'card.suit.s') : card.slice(-1),
  });
}

/** Names a side, or the tie. */
export function sideName(side: string): string {
  return side === 'banker' ? t('side.banker') : side === 'player' ? t('side.player') : t('side.tie');
}

/** States the outcome of a round in one line. */
export function resultText(result: ResultView): string {
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

/** Whether a side had a natural, as the bead of the round says. */
export function isNatural(result: ResultView): boolean {
  return result.name === 'settled' && result.bead.includes('n');
}

/** States why a round is void. */
export function voidReasonText(reason: string): string {
  const key = `result.voided.${reason}`;
  return isKey(key) ? t(key as 'result.voided.other') : t('result.voided.other');
}

/** The announcement for an event; null for events that are not announced. */
export function announcementOf(event: PublicEvent, view: TableView, now: number): string | null {
  switch (event.type) {
    case 'shoe_opened':
      return t('announce.shuffling');
    case 'betting_opened': {
      const ends = event.phase.name === 'betting' ? event.phase.closes_at : now;
      const seconds = Math.max(0, Math.round((ends - now) / 1_000));
      return t('announce.betting', { round: event.shoe.round_no, seconds });
    }
    case 'betting_closed':
      return t('announce.closed');
    case 'card_drawn': {
      const total = view.cards[event.side].total;
      return t('announce.card', { side: sideName(event.side), card: cardName(event.card), total });
    }
    case 'round_ended':
      return t(isNatural(event.result) ? 'announce.result.natural' : 'announce.result', {
        result: resultText(event.result),
      });
    case 'cards_burned':
    case 'card_face_down':
    case 'cards_revealed':
    case 'round_drawn':
    case 'round_corrected':
    case 'live':
      return null;
  }
}

/** States in one line what the patron won or lost in a round. */
export function netResultText(
  { staked, paid, voided }: Omit<OwnSettlement, 'lines' | 'corrected'>,
  decimals: number,
): string {
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

/** States the stakes and the result of a round that the page missed. */
export function missedText(
  settled: OwnSettlement,
  round: number,
  view: TableView | null,
  table: string,
): string {
  const decimals = view?.decimals ?? 2;
  const result = netResultText(settled, decimals);
  const title = (id: string) => view?.rules.spots.find(({ spot }) => spot === id)?.title ?? id;
  const stakes = settled.lines.map(({ spot, stake }) =>
    t('result.missed.stake', {
      amount: formatMinor(stake, decimals),
      spot: named('spot', spot, title(spot)),
    }),
  );
  return stakes.length === 0
    ? t('result.missed.voided', { table, round, result })
    : t('result.missed', { table, round, stakes: listText(stakes), result });
}

/** Warns a patron who has made no wager for some rounds. */
export function idleText({ rounds, limit }: Extract<ServerMessage, { type: 'idle' }>, table: string): string {
  return limit === null ? t('seat.idle.plain', { table, rounds }) : t('seat.idle', { table, rounds, limit });
}

/** Says why the house places no more bets for the patron. */
export function autoEndText({ reason, refusal, rounds_left: rounds }: EndedAuto): string {
  if (reason !== 'refused') {
    const key = `auto.ended.${reason}`;
    return isKey(key) ? t(key as 'auto.ended.stopped', { rounds }) : t('auto.ended.other', { rounds });
  }
  const key = `auto.refused.${refusal ?? ''}`;
  const why = isKey(key) ? t(key as 'auto.refused.other') : t('auto.refused.other');
  return t('auto.ended.refused', { why, rounds });
}

/** Says why a patron no longer has a seat. */
export function seatLeftText(reason: string, table: string): string {
  const key = `seat.left.${reason}`;
  return isKey(key) ? t(key as 'seat.left.left', { table }) : t('seat.left.other', { table });
}

/** Says what a patron won or lost since they sat down. */
export function sinceSeatedText({ lost }: RealityCheck, decimals: number): string {
  if (lost === 0) {
    return t('result.you.even');
  }
  const amount = formatMinor(Math.abs(lost), decimals);
  return lost > 0 ? t('result.you.lost', { amount }) : t('result.you.won', { amount });
}
