// The texts of the roads panel, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'Thu phóng',
  'roads.zoom.in': 'Phóng to',
  'roads.zoom.out': 'Thu nhỏ',
  'roads.zoom.now': 'Mức {zoom} trên {most}.',
  'roads.zoom.auto': 'Thu phóng theo giai đoạn',
  'roads.zoom.auto.help':
    'Phóng to khi được đặt cược, thu nhỏ khi chia bài. Thu phóng bằng tay sẽ tắt mục này.',
  'roads.settings': 'Cài đặt bảng cầu',
  'roads.letters': 'Ký hiệu trong cầu lớn',
  'roads.letters.help':
    'Khi không có ký hiệu, vòng của Con có chấm ở giữa. Vòng có số ván hòa thì hở hai bên nếu là của Con.',
  'roads.signs': 'Ký hiệu',
  'roads.signs.auto': 'Theo ngôn ngữ: {signs}',
  'roads.shoe': 'Bộ bài',
  'roads.shoe.open': 'Bộ bài này',
  'roads.shoe.ended': 'Bộ bài {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'Bảng đã đầy: dấu tiếp theo sẽ xóa bảng.',
  'roads.slide': '{no} trên {count}: {name}',
  'roads.slide.derived': 'Cầu phụ',
  'roads.slide.next': 'Cầu sau',
  'roads.slide.previous': 'Cầu trước',
  'roads.strip.more': 'Hiện mọi cầu',
  'roads.ask.grows':
    'Nếu {side} thắng ván sau: chuỗi trên cầu lớn lên {count}; cầu mắt to {eye}, cầu nhỏ {small}, cầu gián {pig}.',
  'roads.ask.begins':
    'Nếu {side} thắng ván sau: cầu lớn sang cột mới; cầu mắt to {eye}, cầu nhỏ {small}, cầu gián {pig}.',
  'roads.ask.marks': 'Cầu mắt to {eye}, cầu nhỏ {small}, cầu gián {pig}',
};
