// The texts of the navigation of a patron's pages, and of the settings, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'アカウントの項目',
  'patron.nav.balance': '残高',
  'patron.nav.history': 'ベット',
  'patron.nav.statement': '明細',
  'patron.nav.limits': 'リミット',
  'patron.nav.account': 'ログイン',
  'patron.nav.preferences': '設定',

  'preferences.device': 'この設定はこの端末に保存されます。',
  'preferences.bets': 'ベット',
  'preferences.at_once': '即時ベット',
  'preferences.at_once.help': 'チップを置くとすぐ送信します。オフのときは「確定」で送信します。',
  'preferences.shortcuts': 'キーボードショートカット',
  'preferences.shortcuts.help': 'テーブルで使えます。?でキーを表示します。',
  'preferences.show': 'カードとサウンド',
  'preferences.format.help': '数字と時刻は言語に従います：{amount}、{when}。',
};
