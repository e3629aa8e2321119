// The texts of the navigation of a patron's pages, and of the settings, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': '账户栏目',
  'patron.nav.balance': '余额',
  'patron.nav.history': '投注',
  'patron.nav.statement': '明细',
  'patron.nav.limits': '限额',
  'patron.nav.account': '登录',
  'patron.nav.preferences': '设置',

  'preferences.device': '这些设置保存在此设备上。',
  'preferences.bets': '下注',
  'preferences.at_once': '即时下注',
  'preferences.at_once.help': '放下筹码立即发送。否则由“确认”发送。',
  'preferences.shortcuts': '键盘快捷键',
  'preferences.shortcuts.help': '在牌桌使用。在那里按 ? 查看按键。',
  'preferences.show': '牌与声音',
  'preferences.format.help': '数字和时间随语言显示：{amount}，{when}。',
};
