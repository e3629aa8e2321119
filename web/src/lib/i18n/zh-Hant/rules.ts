// The texts of the rules dialog, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': '注種、賠率與限額',
  'rules.edge': '賭場優勢',
  'rules.edge.failed': '無法載入精確賠率。',
  'rules.wins': '勝率',
  'rules.own': '您：{amount}',
  'rules.own.closed': '您：不可',
  'rules.own.note': '賭場為您設定了範圍（「您」）。投注須同時符合牌桌限額和您的範圍。',
  'rules.limits.note': '限額針對一局中一個注區的總額。',
  'rules.conduct': '本桌規則',
  'rules.opposing.allowed': '同一局可同時下注莊和閒。',
  'rules.opposing.refused': '同一局不可同時下注莊和閒。',
  'rules.bonus':
    '如果您的投注在超過 {chance} 的牌局中至少有一注盈利，紅利最多可佔總投注的 {share}。不符合的投注會被拒絕。',
  'rules.roads.clear': '路單滿後清空重新開始。',
  'rules.roads.scroll': '路單滿後按整列滾動。',
  'rules.document': '完整規則',
  'rules.document.failed': '規則無法載入。',
};
