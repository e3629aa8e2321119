// The texts of the roads panel, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'ズーム',
  'roads.zoom.in': '拡大',
  'roads.zoom.out': '縮小',
  'roads.zoom.now': 'ズーム {zoom}/{most}。',
  'roads.zoom.auto': '進行に合わせてズーム',
  'roads.zoom.auto.help': 'ベットできる間は拡大し、配札中は縮小します。手動でズームするとオフになります。',
  'roads.settings': '罫線の設定',
  'roads.letters': '大路に文字を表示',
  'roads.letters.help':
    '文字なしでは、プレイヤーの丸は中央に点があります。タイの数がある丸は、プレイヤーなら左右が開きます。',
  'roads.signs': '文字',
  'roads.signs.auto': '言語に合わせる：{signs}',
  'roads.shoe': 'シュー',
  'roads.shoe.open': 'このシュー',
  'roads.shoe.ended': 'シュー {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'シートが満杯です。次の印で消去されます。',
  'roads.slide': '{no}/{count}：{name}',
  'roads.slide.derived': '派生罫線',
  'roads.slide.next': '次の罫線',
  'roads.slide.previous': '前の罫線',
  'roads.strip.more': 'すべての罫線を表示',
  'roads.ask.grows': '次に{side}が勝つと：大路の連勝は {count}、大眼仔 {eye}、小路 {small}、甲由路 {pig}。',
  'roads.ask.begins': '次に{side}が勝つと：大路は新しい列、大眼仔 {eye}、小路 {small}、甲由路 {pig}。',
  'roads.ask.marks': '大眼仔 {eye}、小路 {small}、甲由路 {pig}',
};
