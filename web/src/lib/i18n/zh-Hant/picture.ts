// The texts of the live picture of a table, and of its dealer, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': '荷官 {name}',
  'dealer.since': '荷官 {name}，自 {time} 起',
  'card_notice.spare': '銷牌，多出的牌：{cards}',
  'card_notice.early': '銷牌，過早發出：{cards}',
  'card_notice.void': '銷牌，本局作廢：{cards}',
  'card_notice.beyond': '銷牌，不再需要：{cards}',
  'shoe.counting': '正在清點剩餘的牌',
  'card_notice.hand_over': '銷牌，荷官換班：{cards}',
  'card_notice.other': '銷牌：{cards}',
  'card_notice.unseen': '一張未讀出的牌',
  'card_notice.amended': '{side}：{to}（誤讀為{from}）',
  'picture.switch': '畫面',
  'picture.film': '牌桌畫面',
  'picture.starting': '正在載入畫面',
  'picture.live': '直播',
  'picture.delayed': '畫面比牌桌慢 {seconds, plural, other {# 秒}}',
  'picture.stalled': '畫面靜止不動。牌桌繼續進行',
  'picture.none': '目前沒有畫面。牌桌繼續進行',
  'picture.full': '目前觀看畫面的人太多。牌桌繼續進行',
  'picture.play': '播放畫面',
  'picture.back': '畫面已恢復直播',
  'picture.in_step': '與畫面同步',
  'picture.in_step.help': '牌和結果在畫面顯示時出現。計時和您的投注從不等待畫面。',
  'picture.log_in': '以訪客身分遊玩或登入後即可觀看畫面',
};
