// The texts of a round that is corrected, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}、ラウンド{round}が訂正されました: {result}',
  'corrected.you': 'ラウンド{round}が訂正されました。収支は変わりません。',
  'corrected.you.more': 'ラウンド{round}が訂正されました。収支は{amount}増えます。',
  'corrected.you.less': 'ラウンド{round}が訂正されました。収支は{amount}減ります。',
};
