// The texts of the checks of a table in play, in Simplified Chinese. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': '已验证',
  'watch.mark.waiting': '验证中',
  'watch.mark.no_proof': '无证明',
  'watch.mark.live': '本靴结束后可证',
  'watch.mark.failed': '验证失败',
  'watch.mark.missing': '此处未验证',
  'watch.cards': '{count, plural, other {已验证 # 张牌}}',
  'watch.title': '本靴的验证',
  'watch.intro':
    '本设备在每张牌亮出的同时验证它，不发送验证结果。您有座位时，它会为每个新牌靴发送您的一个随机数。',
  'watch.waiting': '目前没有发现问题。牌序尚未封存，或者还有数据未到。',
  'watch.verdict':
    '{cards, plural, =0 {已验证：牌序已封存，尚未亮牌。} other {已验证：# 张牌，每张都是封存顺序中的下一张。}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {已验证：牌序已封存，尚未亮牌；} other {已验证：# 张牌，每张都是封存顺序中的下一张；}}{rounds, plural, other {您 # 局的投注均在该局首张牌之前固定。}}',
  'watch.open': '未验证的项目及原因',
  'watch.number': '您为本靴提供的数',
  'watch.copy': '复制',
  'watch.copied': '已复制',
  'watch.no_proof': '本靴在牌靴有证明之前开启，下一靴会有证明。',
  'watch.live': '设备逐张读取并签署本靴的牌。本靴结束后，其记录证明每一张牌。',
  'watch.missing': '此浏览器无法验证。您仍可在别处验证证明文件。',
  'watch.commitment': '承诺值',
  'watch.root': '牌的根',
  'watch.head': '记录至第 {no} 号',
  'watch.head.hint': '同桌玩家对比时，在同一编号之后看到的数字必须相同。',
  'watch.file': '保存证明文件',
  'watch.verify': '验证文件',
  'watch.again': '重新信任本赌场',
  'watch.again.hint':
    '本赌场的密钥或记录与您上次来访时不同。只有在您知道原因时才重新开始，例如您自己重新安装的赌场。',
  'watch.alarm.record': '本桌的公开记录不成立。',
  'watch.alarm.key': '赌场签名所用的密钥与您所知的不同。',
  'watch.alarm.promise': '本靴不是赌场所承诺的那一靴。',
  'watch.alarm.order': '牌的顺序不是已封存的顺序。',
  'watch.alarm.cards': '亮出的牌不是封存顺序中的下一张。',
  'watch.alarm.rounds': '有一局没有按记录发牌。',
  'watch.alarm.wagers': '您的投注没有按屏幕所示固定。',
  'watch.alarm.do': '请停止投注并保留文件。',
};
