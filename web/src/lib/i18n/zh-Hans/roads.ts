// The texts of the roads panel, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': '缩放',
  'roads.zoom.in': '放大',
  'roads.zoom.out': '缩小',
  'roads.zoom.now': '缩放 {zoom}/{most}。',
  'roads.zoom.auto': '按阶段缩放',
  'roads.zoom.auto.help': '可下注时放大，发牌时缩小。手动缩放即关闭。',
  'roads.settings': '路单设置',
  'roads.letters': '大路显示字样',
  'roads.letters.help': '不显示字样时，闲的圆圈中间有一点；圈内有和局次数时，闲的圆圈两侧断开。',
  'roads.signs': '字样',
  'roads.signs.auto': '按语言：{signs}',
  'roads.shoe': '牌靴',
  'roads.shoe.open': '本靴',
  'roads.shoe.ended': '第 {shoe} 靴',
  'roads.share': '{percent}%',
  'roads.sheet.full': '路单已满：下一个标记会清空重新开始。',
  'roads.slide': '{no}/{count}：{name}',
  'roads.slide.derived': '下三路',
  'roads.slide.next': '下一条路',
  'roads.slide.previous': '上一条路',
  'roads.strip.more': '显示全部路单',
  'roads.ask.grows': '下一局若{side}赢：大路连到 {count}；大眼仔{eye}，小路{small}，曱甴路{pig}。',
  'roads.ask.begins': '下一局若{side}赢：大路另起一列；大眼仔{eye}，小路{small}，曱甴路{pig}。',
  'roads.ask.marks': '大眼仔{eye}，小路{small}，曱甴路{pig}',
};
