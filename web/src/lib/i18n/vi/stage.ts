// The texts of the stage: last call, cards, ends of spots, facts of paytables, the settings of the table, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'stage'> = {
  'phase.last_call': 'Cược cuối',
  'announce.last_call': 'Cược cuối: {seconds, plural, other {# giây}}.',
  'announce.result.natural': 'Bài tự nhiên. {result}.',
  'result.natural': 'Bài tự nhiên',
  'card.turn': 'Lật bài',
  'card.turn.help': 'Kéo để nặn bài, chạm để lật',

  'spot.label.won': 'Thắng {amount}.',
  'spot.label.won.plain': 'Thắng.',
  'spot.label.lost': 'Thua.',
  'spot.label.pushed': 'Hoàn cược.',
  'spot.pushed': 'Hoàn cược',
  'spot.profit': '+{amount}',
  'spot.odds.half': 'một nửa',
  'spot.odds.when': '{odds} {facts}',

  'fact.player_wins': 'nếu Con thắng',
  'fact.banker_wins': 'nếu Cái thắng',
  'fact.tie': 'khi hòa',
  'fact.player_total': 'nếu Con có {count}',
  'fact.banker_total': 'nếu Cái có {count}',
  'fact.margin': 'hơn {count} điểm',
  'fact.player_two_cards': 'với 2 lá',
  'fact.player_three_cards': 'với 3 lá',
  'fact.banker_two_cards': 'với 2 lá',
  'fact.banker_three_cards': 'với 3 lá',
  'fact.four_cards': 'với 4 lá',
  'fact.five_cards': 'với 5 lá',
  'fact.six_cards': 'với 6 lá',
  'fact.player_natural': 'khi Con có bài tự nhiên',
  'fact.banker_natural': 'khi Cái có bài tự nhiên',
  'fact.player_pair': 'khi Con Đôi',
  'fact.banker_pair': 'khi Cái Đôi',
  'fact.player_perfect_pair': 'khi Con Đôi hoàn hảo',
  'fact.banker_perfect_pair': 'khi Cái Đôi hoàn hảo',

  'settings.title': 'Cài đặt bàn',
  'settings.sound': 'Âm thanh',
  'settings.sound.help': 'Bài, chip, cược cuối, thắng.',
  'settings.volume': 'Âm lượng',
  'settings.slow_reveal': 'Tự tay lật bài',
  'settings.slow_reveal.help':
    'Trong ván bạn cược, kéo để nặn bài hoặc chạm để lật. Bài tự lật trước lá tiếp theo. Không ảnh hưởng kết quả.',
  'settings.still': 'Thiết bị của bạn yêu cầu ít chuyển động, nên bài hiện ngửa ngay.',
};
