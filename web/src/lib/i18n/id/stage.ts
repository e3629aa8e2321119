// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': 'Taruhan terakhir',
  'announce.last_call': 'Taruhan terakhir: {seconds, plural, other {# detik}}.',
  'announce.result.natural': 'Natural. {result}.',
  'result.natural': 'Natural',
  'card.turn': 'Buka kartu',
  'card.turn.help': 'Seret untuk mengintip kartu, ketuk untuk membuka',

  'spot.label.won': 'Menang {amount}.',
  'spot.label.won.plain': 'Menang.',
  'spot.label.lost': 'Kalah.',
  'spot.label.pushed': 'Kembali.',
  'spot.pushed': 'Kembali',
  'spot.profit': '+{amount}',
  'spot.odds.half': 'setengah',
  'spot.odds.when': '{odds} {facts}',

  'fact.player_wins': 'jika Player menang',
  'fact.banker_wins': 'jika Banker menang',
  'fact.tie': 'jika seri',
  'fact.player_total': 'jika Player {count}',
  'fact.banker_total': 'jika Banker {count}',
  'fact.margin': 'selisih {count}',
  'fact.player_two_cards': 'dengan 2 kartu',
  'fact.player_three_cards': 'dengan 3 kartu',
  'fact.banker_two_cards': 'dengan 2 kartu',
  'fact.banker_three_cards': 'dengan 3 kartu',
  'fact.four_cards': 'dengan 4 kartu',
  'fact.five_cards': 'dengan 5 kartu',
  'fact.six_cards': 'dengan 6 kartu',
  'fact.player_natural': 'jika Player natural',
  'fact.banker_natural': 'jika Banker natural',
  'fact.player_pair': 'jika Player Pair',
  'fact.banker_pair': 'jika Banker Pair',
  'fact.player_perfect_pair': 'jika Player perfect pair',
  'fact.banker_perfect_pair': 'jika Banker perfect pair',

  'settings.title': 'Pengaturan meja',
  'settings.sound': 'Suara',
  'settings.sound.help': 'Kartu, chip, taruhan terakhir, menang.',
  'settings.volume': 'Volume',
  'settings.slow_reveal': 'Buka kartu sendiri',
  'settings.slow_reveal.help':
    'Di ronde yang Anda ikuti, seret kartu untuk mengintip atau ketuk untuk membuka. Kartu terbuka sendiri sebelum kartu berikutnya. Tidak memengaruhi hasil.',
  'settings.still': 'Perangkat Anda meminta gerakan lebih sedikit, jadi kartu langsung terbuka.',
};
