// The texts of the live picture of a table, and of its dealer, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'Người chia bài {name}',
  'dealer.since': 'Người chia bài {name}, từ {time}',
  'card_notice.spare': 'Bỏ lá bài thừa: {cards}',
  'card_notice.early': 'Bỏ lá bài ra quá sớm: {cards}',
  'card_notice.void': 'Bỏ bài của ván bị hủy: {cards}',
  'card_notice.beyond': 'Bỏ lá bài không còn cần: {cards}',
  'shoe.counting': 'Đang đếm các lá bài còn lại',
  'card_notice.hand_over': 'Bỏ bài khi đổi người chia: {cards}',
  'card_notice.other': 'Bỏ bài: {cards}',
  'card_notice.unseen': 'một lá bài không đọc được',
  'card_notice.amended': '{side}: {to}, không phải {from} như đã đọc',
  'picture.switch': 'Hình ảnh',
  'picture.film': 'Hình ảnh của bàn',
  'picture.starting': 'Đang tải hình ảnh',
  'picture.live': 'Trực tiếp',
  'picture.delayed': 'Hình ảnh chậm hơn bàn {seconds, plural, other {# giây}}',
  'picture.stalled': 'Hình ảnh đứng yên. Bàn vẫn tiếp tục',
  'picture.none': 'Hiện không có hình ảnh. Bàn vẫn tiếp tục',
  'picture.full': 'Hiện có quá nhiều người xem hình ảnh. Bàn vẫn tiếp tục',
  'picture.play': 'Phát hình ảnh',
  'picture.back': 'Hình ảnh đã trực tiếp trở lại',
  'picture.in_step': 'Khớp với hình ảnh',
  'picture.in_step.help':
    'Lá bài và kết quả hiện ra khi hình ảnh cho thấy chúng. Đồng hồ và cược của bạn không bao giờ chờ hình ảnh.',
  'picture.log_in': 'Chơi với tư cách khách hoặc đăng nhập để xem hình ảnh',
};
