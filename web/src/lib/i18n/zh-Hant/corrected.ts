// The texts of a round that is corrected, in Traditional Chinese.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}，第 {round} 局已更正：{result}',
  'corrected.you': '第 {round} 局已更正。您的輸贏不變。',
  'corrected.you.more': '第 {round} 局已更正。您多得 {amount}。',
  'corrected.you.less': '第 {round} 局已更正。您少得 {amount}。',
};
