// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': '最後下注',
  'announce.last_call': '最後下注：{seconds, plural, other {# 秒}}。',
  'announce.result.natural': '例牌。{result}。',
  'result.natural': '例牌',
  'card.turn': '翻牌',
  'card.turn.help': '拖動眯牌，輕點翻牌',

  'spot.label.won': '贏 {amount}。',
  'spot.label.won.plain': '贏。',
  'spot.label.lost': '輸。',
  'spot.label.pushed': '退回。',
  'spot.pushed': '退回',
  'spot.profit': '+{amount}',
  'spot.odds.half': '賠半',
  'spot.odds.when': '{facts} {odds}',

  'fact.player_wins': '閒贏',
  'fact.banker_wins': '莊贏',
  'fact.tie': '和局',
  'fact.player_total': '閒 {count} 點',
  'fact.banker_total': '莊 {count} 點',
  'fact.margin': '贏 {count} 點',
  'fact.player_two_cards': '2 張牌',
  'fact.player_three_cards': '3 張牌',
  'fact.banker_two_cards': '2 張牌',
  'fact.banker_three_cards': '3 張牌',
  'fact.four_cards': '4 張牌',
  'fact.five_cards': '5 張牌',
  'fact.six_cards': '6 張牌',
  'fact.player_natural': '閒例牌',
  'fact.banker_natural': '莊例牌',
  'fact.player_pair': '閒對',
  'fact.banker_pair': '莊對',
  'fact.player_perfect_pair': '閒完美對',
  'fact.banker_perfect_pair': '莊完美對',

  'settings.title': '牌桌設定',
  'settings.sound': '聲音',
  'settings.sound.help': '發牌、籌碼、最後下注、贏錢。',
  'settings.volume': '音量',
  'settings.slow_reveal': '手動翻牌',
  'settings.slow_reveal.help':
    '在您下注的局中，拖動眯牌，或輕點翻牌。下一張牌到來之前會自動翻開。不影響結果。',
  'settings.still': '您的裝置要求減少動畫，因此牌直接翻開。',
};
