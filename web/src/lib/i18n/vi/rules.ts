// The texts of the rules dialog, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'Cửa cược, tỷ lệ và giới hạn',
  'rules.edge': 'Lợi thế',
  'rules.edge.failed': 'Không tải được tỷ lệ chính xác.',
  'rules.wins': 'Thắng',
  'rules.own': 'bạn: {amount}',
  'rules.own.closed': 'bạn: không',
  'rules.own.note': 'Sòng đặt mức riêng cho bạn (“bạn”). Cược phải hợp cả giới hạn của bàn và mức của bạn.',
  'rules.limits.note': 'Giới hạn áp dụng cho tổng cược của bạn vào một cửa trong một ván.',
  'rules.conduct': 'Luật của bàn này',
  'rules.opposing.allowed': 'Bạn có thể cược cả Con và Cái trong một ván.',
  'rules.opposing.refused': 'Bạn không thể cược cả Con và Cái trong một ván.',
  'rules.bonus':
    'Nếu ít nhất một cược của bạn có lãi trong hơn {chance} số ván, tiền thưởng tối đa là {share} tổng cược. Bàn từ chối cược trái luật này.',
  'rules.roads.clear': 'Bảng cầu đầy sẽ được xóa và bắt đầu lại.',
  'rules.roads.scroll': 'Bảng cầu đầy sẽ cuộn từng cột.',
  'rules.document': 'Toàn bộ luật',
  'rules.document.failed': 'Không tải được luật.',
};
