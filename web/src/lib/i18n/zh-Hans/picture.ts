// The texts of the live picture of a table, and of its dealer, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': '荷官 {name}',
  'dealer.since': '荷官 {name}，自 {time} 起',
  'card_notice.spare': '销牌，多出的牌：{cards}',
  'card_notice.early': '销牌，过早发出：{cards}',
  'card_notice.void': '销牌，本局作废：{cards}',
  'card_notice.beyond': '销牌，不再需要：{cards}',
  'shoe.counting': '正在清点剩余的牌',
  'card_notice.hand_over': '销牌，荷官换班：{cards}',
  'card_notice.other': '销牌：{cards}',
  'card_notice.unseen': '一张未读出的牌',
  'card_notice.amended': '{side}：{to}（误读为{from}）',
  'picture.switch': '画面',
  'picture.film': '牌桌画面',
  'picture.starting': '正在加载画面',
  'picture.live': '直播',
  'picture.delayed': '画面比牌桌慢 {seconds, plural, other {# 秒}}',
  'picture.stalled': '画面静止不动。牌桌继续进行',
  'picture.none': '目前没有画面。牌桌继续进行',
  'picture.full': '目前观看画面的人太多。牌桌继续进行',
  'picture.play': '播放画面',
  'picture.back': '画面已恢复直播',
  'picture.in_step': '与画面同步',
  'picture.in_step.help': '牌和结果在画面显示时出现。计时和您的投注从不等待画面。',
  'picture.log_in': '以游客身份游戏或登录后即可观看画面',
};
