// The texts of the rules dialog, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': '玩法',
  'rules.play.wager': '把筹码放到一个或多个注区，并在倒计时结束前确认。',
  'rules.play.sides': '“闲”和“庄”是两手牌的名称。接近 9 点者胜。可下注任一方或和局。',
  'rules.play.points': 'A 算 1 点，10 和 J、Q、K 算 0 点。只计总和的个位：7 加 8 是 15，算 5 点。',
  'rules.play.draw': '双方各发两张牌。8 或 9 点（例牌）即结束；否则按固定规则决定哪方补第三张牌。',
  'rules.play.tie': '和局时，庄、闲注退回。',
  'rules.spots': '注种、赔率与限额',
  'rules.spot': '注种',
  'rules.odds': '赔率',
  'rules.edge': '赌场优势',
  'rules.edge.note':
    '赌场优势是赌场从每注平均保留的比例，按整靴头六张牌的全部 {draws} 种顺序计算。退回的注也计为下注。',
  'rules.edge.failed': '无法加载精确赔率。',
  'rules.wins': '胜率',
  'rules.minimum': '最低',
  'rules.maximum': '最高',
  'rules.own': '您：{amount}',
  'rules.own.closed': '您：不可',
  'rules.own.note': '赌场为您设定了范围（“您”）。投注须同时符合牌桌限额和您的范围。',
  'rules.limits.note': '限额针对一局中一个注区的总额。',
  'rules.closes': '第 {round} 局起关闭',
  'rules.conduct': '本桌规则',
  'rules.opposing.allowed': '同一局可同时下注庄和闲。',
  'rules.opposing.refused': '同一局不可同时下注庄和闲。',
  'rules.bonus':
    '如果您的投注在超过 {chance} 的牌局中至少有一注盈利，红利最多可占总投注的 {share}。不符合的投注会被拒绝。',
  'rules.roads.clear': '路单满后清空重新开始。',
  'rules.roads.scroll': '路单满后按整列滚动。',
  'rules.shoe': '牌靴共 {size} 张牌。',
  'rules.document': '完整规则',
  'rules.document.failed': '规则无法加载。',
};
