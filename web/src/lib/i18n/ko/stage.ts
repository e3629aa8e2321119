// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': '마지막 베팅',
  'announce.last_call': '마지막 베팅: {seconds, plural, other {#초}}.',
  'announce.result.natural': '내추럴. {result}.',
  'result.natural': '내추럴',
  'card.turn': '카드 뒤집기',
  'card.turn.help': '끌어서 쪼고, 눌러서 뒤집습니다',

  'spot.label.won': '{amount} 획득.',
  'spot.label.won.plain': '승.',
  'spot.label.lost': '패.',
  'spot.label.pushed': '푸시.',
  'spot.pushed': '푸시',
  'spot.profit': '+{amount}',
  'spot.odds.half': '절반',
  'spot.odds.when': '{facts} {odds}',

  'fact.player_wins': '플레이어 승',
  'fact.banker_wins': '뱅커 승',
  'fact.tie': '타이',
  'fact.player_total': '플레이어 {count}',
  'fact.banker_total': '뱅커 {count}',
  'fact.margin': '{count} 차이',
  'fact.player_two_cards': '2장',
  'fact.player_three_cards': '3장',
  'fact.banker_two_cards': '2장',
  'fact.banker_three_cards': '3장',
  'fact.four_cards': '4장',
  'fact.five_cards': '5장',
  'fact.six_cards': '6장',
  'fact.player_natural': '플레이어 내추럴',
  'fact.banker_natural': '뱅커 내추럴',
  'fact.player_pair': '플레이어 페어',
  'fact.banker_pair': '뱅커 페어',
  'fact.player_perfect_pair': '플레이어 퍼펙트 페어',
  'fact.banker_perfect_pair': '뱅커 퍼펙트 페어',

  'settings.title': '테이블 설정',
  'settings.sound': '소리',
  'settings.sound.help': '카드, 칩, 마지막 베팅, 승리.',
  'settings.volume': '음량',
  'settings.slow_reveal': '카드 직접 뒤집기',
  'settings.slow_reveal.help':
    '베팅한 라운드에서 카드를 끌어 쪼거나 눌러 뒤집습니다. 다음 카드 전에 저절로 뒤집힙니다. 결과에 영향을 주지 않습니다.',
  'settings.still': '기기가 동작 줄이기를 요청하므로 카드를 바로 앞면으로 보여 줍니다.',
};
