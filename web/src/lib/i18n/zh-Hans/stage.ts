// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Simplified Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': '最后下注',
  'announce.last_call': '最后下注：{seconds, plural, other {# 秒}}。',
  'announce.result.natural': '例牌。{result}。',
  'result.natural': '例牌',
  'card.turn': '翻牌',
  'card.turn.help': '拖动眯牌，点按翻牌',

  'spot.label.won': '赢 {amount}。',
  'spot.label.won.plain': '赢。',
  'spot.label.lost': '输。',
  'spot.label.pushed': '退回。',
  'spot.pushed': '退回',
  'spot.profit': '+{amount}',
  'spot.odds.half': '赔半',
  'spot.odds.when': '{facts} {odds}',

  'fact.player_wins': '闲赢',
  'fact.banker_wins': '庄赢',
  'fact.tie': '和局',
  'fact.player_total': '闲 {count} 点',
  'fact.banker_total': '庄 {count} 点',
  'fact.margin': '赢 {count} 点',
  'fact.player_two_cards': '2 张牌',
  'fact.player_three_cards': '3 张牌',
  'fact.banker_two_cards': '2 张牌',
  'fact.banker_three_cards': '3 张牌',
  'fact.four_cards': '4 张牌',
  'fact.five_cards': '5 张牌',
  'fact.six_cards': '6 张牌',
  'fact.player_natural': '闲例牌',
  'fact.banker_natural': '庄例牌',
  'fact.player_pair': '闲对',
  'fact.banker_pair': '庄对',
  'fact.player_perfect_pair': '闲完美对',
  'fact.banker_perfect_pair': '庄完美对',

  'settings.title': '牌桌设置',
  'settings.sound': '声音',
  'settings.sound.help': '发牌、筹码、最后下注、赢钱。',
  'settings.volume': '音量',
  'settings.slow_reveal': '手动翻牌',
  'settings.slow_reveal.help':
    '在您下注的局中，拖动眯牌，或点按翻牌。下一张牌到来之前会自动翻开。不影响结果。',
  'settings.still': '您的设备要求减少动画，因此牌直接翻开。',
};
