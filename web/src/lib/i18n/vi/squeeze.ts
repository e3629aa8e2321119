// The texts of a card that lies face down and is turned, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}, lá {place}: nặn hoặc mở',
  'squeeze.edge.blank': 'Cạnh không có nút',
  'squeeze.edge.two': 'Cạnh có hai nút',
  'squeeze.edge.three': 'Cạnh có ba nút',
  'squeeze.edge.four': 'Cạnh có bốn nút',
  'squeeze.edge.picture': 'Cạnh là lá hình',
  'squeeze.seconds': 'Còn {seconds} giây',
  'squeeze.open': 'Mở bài',
  'settings.show_name': 'Hiện tên tôi khi nặn bài',
  'settings.show_name.help': 'Mọi người ở bàn thấy tên cạnh lá bài bạn nặn',
  'squeeze.you': 'Bạn nặn bài {side}.',
  'squeeze.named': '{name} nặn bài {side}.',
  'squeeze.somebody': 'Một người chơi nặn bài {side}.',
};
