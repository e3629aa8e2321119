// The texts of a round that is corrected, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}, ván {round} đã được sửa: {result}',
  'corrected.you': 'Ván {round} đã được sửa. Kết quả của bạn không đổi.',
  'corrected.you.more': 'Ván {round} đã được sửa. Bạn được thêm {amount}.',
  'corrected.you.less': 'Ván {round} đã được sửa. Bạn bị giảm {amount}.',
};
