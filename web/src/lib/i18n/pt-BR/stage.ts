// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': 'Últimas apostas',
  'announce.last_call': 'Últimas apostas: {seconds, plural, one {# segundo} other {# segundos}}.',
  'announce.result.natural': 'Natural. {result}.',
  'result.natural': 'Natural',
  'card.turn': 'Virar a carta',
  'card.turn.help': 'Arraste para espiar a carta, toque para virá-la',

  'spot.label.won': 'Ganhou {amount}.',
  'spot.label.won.plain': 'Ganhou.',
  'spot.label.lost': 'Perdeu.',
  'spot.label.pushed': 'Devolvida.',
  'spot.pushed': 'Devolvida',
  'spot.profit': '+{amount}',
  'spot.odds.half': 'metade',
  'spot.odds.when': '{odds} {facts}',

  'fact.player_wins': 'se Jogador vencer',
  'fact.banker_wins': 'se Banca vencer',
  'fact.tie': 'em empate',
  'fact.player_total': 'se Jogador tiver {count}',
  'fact.banker_total': 'se Banca tiver {count}',
  'fact.margin': 'por {count}',
  'fact.player_two_cards': 'com 2 cartas',
  'fact.player_three_cards': 'com 3 cartas',
  'fact.banker_two_cards': 'com 2 cartas',
  'fact.banker_three_cards': 'com 3 cartas',
  'fact.four_cards': 'com 4 cartas',
  'fact.five_cards': 'com 5 cartas',
  'fact.six_cards': 'com 6 cartas',
  'fact.player_natural': 'com natural do Jogador',
  'fact.banker_natural': 'com natural da Banca',
  'fact.player_pair': 'com Par Jogador',
  'fact.banker_pair': 'com Par Banca',
  'fact.player_perfect_pair': 'com par perfeito do Jogador',
  'fact.banker_perfect_pair': 'com par perfeito da Banca',

  'settings.title': 'Ajustes da mesa',
  'settings.sound': 'Som',
  'settings.sound.help': 'Cartas, fichas, últimas apostas, ganhos.',
  'settings.volume': 'Volume',
  'settings.slow_reveal': 'Virar cartas à mão',
  'settings.slow_reveal.help':
    'Nas rodadas em que você aposta, arraste uma carta para espiar ou toque para virar. Ela vira sozinha antes da próxima. Não decide nada.',
  'settings.still': 'Seu aparelho pede menos movimento, por isso as cartas aparecem viradas na hora.',
};
