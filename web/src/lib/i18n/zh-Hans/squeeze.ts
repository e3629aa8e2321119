// The texts of a card that lies face down and is turned, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}第 {place} 张：眯牌或开牌',
  'squeeze.edge.blank': '牌边无点',
  'squeeze.edge.two': '牌边两点',
  'squeeze.edge.three': '牌边三点',
  'squeeze.edge.four': '牌边四点',
  'squeeze.edge.picture': '牌边为公牌',
  'squeeze.seconds': '剩 {seconds} 秒',
  'squeeze.open': '开牌',
  'settings.show_name': '眯牌时显示我的名字',
  'settings.show_name.help': '同桌的人会在您眯的牌旁看到',
  'squeeze.you': '由您眯{side}的牌。',
  'squeeze.named': '{name} 眯{side}的牌。',
  'squeeze.somebody': '一位玩家眯{side}的牌。',
};
