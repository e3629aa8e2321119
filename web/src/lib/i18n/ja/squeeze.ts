// The texts of a card that lies face down and is turned, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}、{place}枚目：絞る・見せる',
  'squeeze.edge.blank': '端に印はありません',
  'squeeze.edge.two': '端に印が2つ',
  'squeeze.edge.three': '端に印が3つ',
  'squeeze.edge.four': '端に印が4つ',
  'squeeze.edge.picture': '端は絵札',
  'squeeze.seconds': '残り{seconds}秒',
  'squeeze.open': 'カードを見せる',
  'settings.show_name': '絞るときに名前を表示',
  'settings.show_name.help': '絞るカードの横に、テーブルの全員に表示されます',
  'squeeze.you': 'あなたが{side}のカードを絞ります。',
  'squeeze.named': '{name}さんが{side}のカードを絞ります。',
  'squeeze.somebody': 'お客様が{side}のカードを絞ります。',
};
