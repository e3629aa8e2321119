// The texts of a round that is corrected, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table} แก้ไขรอบ {round} แล้ว: {result}',
  'corrected.you': 'แก้ไขรอบ {round} แล้ว ผลของคุณไม่เปลี่ยน',
  'corrected.you.more': 'แก้ไขรอบ {round} แล้ว คุณได้เพิ่ม {amount}',
  'corrected.you.less': 'แก้ไขรอบ {round} แล้ว คุณได้ลดลง {amount}',
};
