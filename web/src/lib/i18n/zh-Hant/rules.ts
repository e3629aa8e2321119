// The texts of the rules dialog, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': '玩法',
  'rules.play.wager': '把籌碼放到一個或多個注區，並在倒計時結束前確認。',
  'rules.play.sides': '「閒」和「莊」是兩手牌的名稱。接近 9 點者勝。可下注任一方或和局。',
  'rules.play.points': 'A 算 1 點，10 和 J、Q、K 算 0 點。只計總和的個位：7 加 8 是 15，算 5 點。',
  'rules.play.draw': '雙方各發兩張牌。8 或 9 點（例牌）即結束；否則按固定規則決定哪方補第三張牌。',
  'rules.play.tie': '和局時，莊、閒注退回。',
  'rules.spots': '注種、賠率與限額',
  'rules.spot': '注種',
  'rules.odds': '賠率',
  'rules.edge': '賭場優勢',
  'rules.edge.note':
    '賭場優勢是賭場從每注平均保留的比例，按整靴頭六張牌的全部 {draws} 種順序計算。退回的注也計為下注。',
  'rules.edge.failed': '無法載入精確賠率。',
  'rules.wins': '勝率',
  'rules.minimum': '最低',
  'rules.maximum': '最高',
  'rules.own': '您：{amount}',
  'rules.own.closed': '您：不可',
  'rules.own.note': '賭場為您設定了範圍（「您」）。投注須同時符合牌桌限額和您的範圍。',
  'rules.limits.note': '限額針對一局中一個注區的總額。',
  'rules.closes': '第 {round} 局起關閉',
  'rules.conduct': '本桌規則',
  'rules.opposing.allowed': '同一局可同時下注莊和閒。',
  'rules.opposing.refused': '同一局不可同時下注莊和閒。',
  'rules.bonus':
    '如果您的投注在超過 {chance} 的牌局中至少有一注盈利，紅利最多可佔總投注的 {share}。不符合的投注會被拒絕。',
  'rules.roads.clear': '路單滿後清空重新開始。',
  'rules.roads.scroll': '路單滿後按整列滾動。',
  'rules.shoe': '牌靴共 {size} 張牌。',
  'rules.document': '完整規則',
  'rules.document.failed': '規則無法載入。',
};
