// The texts of the navigation of a patron's pages, and of the settings, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': '帳戶欄目',
  'patron.nav.balance': '餘額',
  'patron.nav.history': '投注',
  'patron.nav.statement': '明細',
  'patron.nav.limits': '限額',
  'patron.nav.account': '登入',
  'patron.nav.preferences': '設定',

  'preferences.device': '這些設定儲存在此裝置上。',
  'preferences.bets': '下注',
  'preferences.at_once': '即時下注',
  'preferences.at_once.help': '放下籌碼立即發送。否則由「確認」發送。',
  'preferences.shortcuts': '鍵盤快速鍵',
  'preferences.shortcuts.help': '在牌桌使用。在那裡按 ? 查看按鍵。',
  'preferences.show': '牌與聲音',
  'preferences.format.help': '數字和時間隨語言顯示：{amount}，{when}。',
};
