// The texts of the roads panel, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': '縮放',
  'roads.zoom.in': '放大',
  'roads.zoom.out': '縮小',
  'roads.zoom.now': '縮放 {zoom}/{most}。',
  'roads.zoom.auto': '按階段縮放',
  'roads.zoom.auto.help': '可下注時放大，發牌時縮小。手動縮放即關閉。',
  'roads.settings': '路單設定',
  'roads.letters': '大路顯示字樣',
  'roads.letters.help': '不顯示字樣時，閒的圓圈中間有一點；圈內有和局次數時，閒的圓圈兩側斷開。',
  'roads.signs': '字樣',
  'roads.signs.auto': '按語言：{signs}',
  'roads.shoe': '牌靴',
  'roads.shoe.open': '本靴',
  'roads.shoe.ended': '第 {shoe} 靴',
  'roads.share': '{percent}%',
  'roads.sheet.full': '路單已滿：下一個標記會清空重新開始。',
  'roads.slide': '{no}/{count}：{name}',
  'roads.slide.derived': '下三路',
  'roads.slide.next': '下一條路',
  'roads.slide.previous': '上一條路',
  'roads.strip.more': '顯示全部路單',
  'roads.ask.grows': '下一局若{side}贏：大路連到 {count}；大眼仔{eye}，小路{small}，曱甴路{pig}。',
  'roads.ask.begins': '下一局若{side}贏：大路另起一列；大眼仔{eye}，小路{small}，曱甴路{pig}。',
  'roads.ask.marks': '大眼仔{eye}，小路{small}，曱甴路{pig}',
};
