// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': 'Últimas apuestas',
  'announce.last_call': 'Últimas apuestas: {seconds, plural, one {# segundo} other {# segundos}}.',
  'announce.result.natural': 'Natural. {result}.',
  'result.natural': 'Natural',
  'card.turn': 'Girar la carta',
  'card.turn.help': 'Arrastra para descubrir la carta, toca para girarla',

  'spot.label.won': 'Ganaste {amount}.',
  'spot.label.won.plain': 'Ganada.',
  'spot.label.lost': 'Perdida.',
  'spot.label.pushed': 'Devuelta.',
  'spot.pushed': 'Devuelta',
  'spot.profit': '+{amount}',
  'spot.odds.half': 'la mitad',
  'spot.odds.when': '{odds} {facts}',

  'fact.player_wins': 'si gana Jugador',
  'fact.banker_wins': 'si gana Banca',
  'fact.tie': 'si hay empate',
  'fact.player_total': 'si Jugador tiene {count}',
  'fact.banker_total': 'si Banca tiene {count}',
  'fact.margin': 'por {count}',
  'fact.player_two_cards': 'con 2 cartas',
  'fact.player_three_cards': 'con 3 cartas',
  'fact.banker_two_cards': 'con 2 cartas',
  'fact.banker_three_cards': 'con 3 cartas',
  'fact.four_cards': 'con 4 cartas',
  'fact.five_cards': 'con 5 cartas',
  'fact.six_cards': 'con 6 cartas',
  'fact.player_natural': 'con natural del Jugador',
  'fact.banker_natural': 'con natural de la Banca',
  'fact.player_pair': 'con Par Jugador',
  'fact.banker_pair': 'con Par Banca',
  'fact.player_perfect_pair': 'con par perfecto del Jugador',
  'fact.banker_perfect_pair': 'con par perfecto de la Banca',

  'settings.title': 'Ajustes de la mesa',
  'settings.sound': 'Sonido',
  'settings.sound.help': 'Cartas, fichas, últimas apuestas, premios.',
  'settings.volume': 'Volumen',
  'settings.slow_reveal': 'Girar cartas a mano',
  'settings.slow_reveal.help':
    'En las rondas en que apuestas, arrastra una carta para descubrirla o tócala para girarla. Se gira sola antes de la siguiente. No decide nada.',
  'settings.still': 'Tu dispositivo pide menos movimiento, así que las cartas se muestran de inmediato.',
};
