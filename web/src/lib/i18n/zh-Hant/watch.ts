// The texts of the checks of a table in play, in Traditional Chinese. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': '已驗證',
  'watch.mark.waiting': '驗證中',
  'watch.mark.no_proof': '無證明',
  'watch.mark.live': '本靴結束後可證',
  'watch.mark.failed': '驗證失敗',
  'watch.mark.missing': '此處未驗證',
  'watch.cards': '{count, plural, other {已驗證 # 張牌}}',
  'watch.title': '本靴的驗證',
  'watch.intro':
    '本裝置在每張牌亮出的同時驗證它，不傳送驗證結果。您有座位時，它會為每個新牌靴傳送您的一個隨機數。',
  'watch.waiting': '目前沒有發現問題。牌序尚未封存，或者還有資料未到。',
  'watch.verdict':
    '{cards, plural, =0 {已驗證：牌序已封存，尚未亮牌。} other {已驗證：# 張牌，每張都是封存順序中的下一張。}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {已驗證：牌序已封存，尚未亮牌；} other {已驗證：# 張牌，每張都是封存順序中的下一張；}}{rounds, plural, other {您 # 局的投注均在該局首張牌之前固定。}}',
  'watch.open': '未驗證的項目及原因',
  'watch.number': '您為本靴提供的數',
  'watch.copy': '複製',
  'watch.copied': '已複製',
  'watch.no_proof': '本靴在牌靴有證明之前開啟，下一靴會有證明。',
  'watch.live': '設備逐張讀取並簽署本靴的牌。本靴結束後，其紀錄證明每一張牌。',
  'watch.missing': '此瀏覽器無法驗證。您仍可在別處驗證證明檔案。',
  'watch.commitment': '承諾值',
  'watch.root': '牌的根',
  'watch.head': '記錄至第 {no} 號',
  'watch.head.hint': '同桌玩家對比時，在同一編號之後看到的數字必須相同。',
  'watch.file': '儲存證明檔案',
  'watch.verify': '驗證檔案',
  'watch.again': '重新信任本賭場',
  'watch.again.hint':
    '本賭場的金鑰或紀錄與您上次來訪時不同。只有在您知道原因時才重新開始，例如您自己重新安裝的賭場。',
  'watch.alarm.record': '本桌的公開記錄不成立。',
  'watch.alarm.key': '賭場簽署所用的金鑰與您所知的不同。',
  'watch.alarm.promise': '本靴不是賭場所承諾的那一靴。',
  'watch.alarm.order': '牌的順序不是已封存的順序。',
  'watch.alarm.cards': '亮出的牌不是封存順序中的下一張。',
  'watch.alarm.rounds': '有一局沒有按記錄發牌。',
  'watch.alarm.wagers': '您的投注沒有按螢幕所示固定。',
  'watch.alarm.do': '請停止投注並保留檔案。',
};
