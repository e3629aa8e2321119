// The texts of a round that is corrected, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}, 라운드 {round} 정정: {result}',
  'corrected.you': '라운드 {round} 정정. 손익은 그대로입니다.',
  'corrected.you.more': '라운드 {round} 정정. 손익이 {amount} 늘었습니다.',
  'corrected.you.less': '라운드 {round} 정정. 손익이 {amount} 줄었습니다.',
};
