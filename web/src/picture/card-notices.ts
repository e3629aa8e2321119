// What patrons read of cards of a live table that were burned, put right, or are counted at the end of a shoe. Pure.
import { isKey, listText, t } from '$lib/i18n/t';
import { cardName, sideName } from '$lib/state/announce';
import type { LiveView } from '$lib/wire/messages';

/** One text for each reason and each card that was put right, in the order in which they happened; then the count. */
export function noticeTexts({ notices = [], counting }: Pick<LiveView, 'notices' | 'counting'>): string[] {
  const texts: string[] = [];
  const burned: string[] = [];
  for (const [place, notice] of notices.entries()) {
    if (notice.what === 'amended') {
      const side = sideName(notice.slot.startsWith('P') ? 'player' : 'banker');
      texts.push(t('card_notice.amended', { side, from: cardName(notice.from), to: cardName(notice.to) }));
      continue;
    }
    burned.push(notice.card === null ? t('card_notice.unseen') : cardName(notice.card));
    const next = notices[place + 1];
    if (next?.what !== 'burned' || next.why !== notice.why) {
      const key = `card_notice.${notice.why}`;
      const cards = listText(burned.splice(0));
      texts.push(t(isKey(key) ? (key as 'card_notice.other') : 'card_notice.other', { cards }));
    }
  }
  if (counting === true) {
    texts.push(t('shoe.counting'));
  }
  return texts;
}
