// The texts of a card that lies face down and is turned, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}第 {place} 張：眯牌或開牌',
  'squeeze.edge.blank': '牌邊無點',
  'squeeze.edge.two': '牌邊兩點',
  'squeeze.edge.three': '牌邊三點',
  'squeeze.edge.four': '牌邊四點',
  'squeeze.edge.picture': '牌邊為公牌',
  'squeeze.seconds': '剩 {seconds} 秒',
  'squeeze.open': '開牌',
  'settings.show_name': '眯牌時顯示我的名字',
  'settings.show_name.help': '同桌的人會在您眯的牌旁看到',
  'squeeze.you': '由您眯{side}的牌。',
  'squeeze.named': '{name} 眯{side}的牌。',
  'squeeze.somebody': '一位玩家眯{side}的牌。',
};
