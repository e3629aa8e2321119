// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': 'ラストベット',
  'announce.last_call': 'ラストベット：{seconds, plural, other {#秒}}。',
  'announce.result.natural': 'ナチュラル。{result}。',
  'result.natural': 'ナチュラル',
  'card.turn': 'カードをめくる',
  'card.turn.help': 'ドラッグで絞り、タップでめくります',

  'spot.label.won': '{amount}の勝ち。',
  'spot.label.won.plain': '勝ち。',
  'spot.label.lost': '負け。',
  'spot.label.pushed': 'プッシュ。',
  'spot.pushed': 'プッシュ',
  'spot.profit': '+{amount}',
  'spot.odds.half': '半分',
  'spot.odds.when': '{facts} {odds}',

  'fact.player_wins': 'プレイヤー勝ち',
  'fact.banker_wins': 'バンカー勝ち',
  'fact.tie': 'タイ',
  'fact.player_total': 'プレイヤー{count}',
  'fact.banker_total': 'バンカー{count}',
  'fact.margin': '{count}差',
  'fact.player_two_cards': '2枚',
  'fact.player_three_cards': '3枚',
  'fact.banker_two_cards': '2枚',
  'fact.banker_three_cards': '3枚',
  'fact.four_cards': '4枚',
  'fact.five_cards': '5枚',
  'fact.six_cards': '6枚',
  'fact.player_natural': 'プレイヤーのナチュラル',
  'fact.banker_natural': 'バンカーのナチュラル',
  'fact.player_pair': 'プレイヤーペア',
  'fact.banker_pair': 'バンカーペア',
  'fact.player_perfect_pair': 'プレイヤーのパーフェクトペア',
  'fact.banker_perfect_pair': 'バンカーのパーフェクトペア',

  'settings.title': 'テーブル設定',
  'settings.sound': 'サウンド',
  'settings.sound.help': 'カード、チップ、ラストベット、勝ち。',
  'settings.volume': '音量',
  'settings.slow_reveal': 'カードを手でめくる',
  'settings.slow_reveal.help':
    'ベットしたラウンドで、ドラッグして絞るか、タップしてめくります。次のカードの前に自動でめくれます。結果には影響しません。',
  'settings.still': '端末が視差効果を減らす設定のため、カードはすぐ表向きになります。',
};
