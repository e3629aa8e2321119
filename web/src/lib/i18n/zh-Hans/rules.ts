// The texts of the rules dialog, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': '注种、赔率与限额',
  'rules.edge': '赌场优势',
  'rules.edge.failed': '无法加载精确赔率。',
  'rules.wins': '胜率',
  'rules.own': '您：{amount}',
  'rules.own.closed': '您：不可',
  'rules.own.note': '赌场为您设定了范围（“您”）。投注须同时符合牌桌限额和您的范围。',
  'rules.limits.note': '限额针对一局中一个注区的总额。',
  'rules.conduct': '本桌规则',
  'rules.opposing.allowed': '同一局可同时下注庄和闲。',
  'rules.opposing.refused': '同一局不可同时下注庄和闲。',
  'rules.bonus':
    '如果您的投注在超过 {chance} 的牌局中至少有一注盈利，红利最多可占总投注的 {share}。不符合的投注会被拒绝。',
  'rules.roads.clear': '路单满后清空重新开始。',
  'rules.roads.scroll': '路单满后按整列滚动。',
  'rules.document': '完整规则',
  'rules.document.failed': '规则无法加载。',
};
