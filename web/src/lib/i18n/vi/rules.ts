// The texts of the rules dialog, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': 'Cách chơi',
  'rules.play.wager': 'Đặt chip vào một hoặc nhiều cửa và xác nhận trước khi hết giờ.',
  'rules.play.sides': 'Con và Cái là tên của hai tay bài. Tay gần 9 hơn thắng. Cược vào một tay hoặc Hòa.',
  'rules.play.points':
    'Át tính 1; 10 và bài hình tính 0. Chỉ tính chữ số cuối của tổng: 7 và 8 là 15, tính là 5.',
  'rules.play.draw':
    'Mỗi tay nhận hai lá. 8 hoặc 9 (bài tự nhiên) kết thúc ván; nếu không, luật cố định quyết định tay nào rút lá thứ ba.',
  'rules.play.tie': 'Khi Hòa, cược Con và Cái được trả lại (hoàn cược).',
  'rules.spots': 'Cửa cược, tỷ lệ và giới hạn',
  'rules.spot': 'Cửa',
  'rules.odds': 'Trả',
  'rules.edge': 'Lợi thế',
  'rules.edge.note':
    'Lợi thế là phần sòng giữ lại trung bình từ một cược, tính trên mọi {draws} thứ tự của sáu lá đầu trong bộ bài đầy đủ. Cược được trả lại vẫn tính là cược.',
  'rules.edge.failed': 'Không tải được tỷ lệ chính xác.',
  'rules.wins': 'Thắng',
  'rules.minimum': 'Tối thiểu',
  'rules.maximum': 'Tối đa',
  'rules.own': 'bạn: {amount}',
  'rules.own.closed': 'bạn: không',
  'rules.own.note': 'Sòng đặt mức riêng cho bạn (“bạn”). Cược phải hợp cả giới hạn của bàn và mức của bạn.',
  'rules.limits.note': 'Giới hạn áp dụng cho tổng cược của bạn vào một cửa trong một ván.',
  'rules.closes': 'đóng từ ván {round}',
  'rules.conduct': 'Luật của bàn này',
  'rules.opposing.allowed': 'Bạn có thể cược cả Con và Cái trong một ván.',
  'rules.opposing.refused': 'Bạn không thể cược cả Con và Cái trong một ván.',
  'rules.bonus':
    'Nếu ít nhất một cược của bạn có lãi trong hơn {chance} số ván, tiền thưởng tối đa là {share} tổng cược. Bàn từ chối cược trái luật này.',
  'rules.roads.clear': 'Bảng cầu đầy sẽ được xóa và bắt đầu lại.',
  'rules.roads.scroll': 'Bảng cầu đầy sẽ cuộn từng cột.',
  'rules.shoe': 'Bộ bài có {size} lá.',
  'rules.document': 'Toàn bộ luật',
  'rules.document.failed': 'Không tải được luật.',
};
