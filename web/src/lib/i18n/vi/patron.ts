// The texts of the navigation of a patron's pages, and of the settings, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'Các phần của tài khoản',
  'patron.nav.balance': 'Số dư',
  'patron.nav.history': 'Cược',
  'patron.nav.statement': 'Sao kê',
  'patron.nav.limits': 'Giới hạn',
  'patron.nav.account': 'Đăng nhập',
  'patron.nav.preferences': 'Cài đặt',

  'preferences.device': 'Các cài đặt này được lưu trên thiết bị này.',
  'preferences.bets': 'Đặt cược',
  'preferences.at_once': 'Cược ngay',
  'preferences.at_once.help': 'Mỗi chip được gửi ngay khi đặt. Nếu tắt, nút Xác nhận sẽ gửi chip.',
  'preferences.shortcuts': 'Phím tắt',
  'preferences.shortcuts.help': 'Tại bàn. Nhấn ? ở đó để xem các phím.',
  'preferences.show': 'Bài và âm thanh',
  'preferences.format.help': 'Số và giờ theo ngôn ngữ này: {amount}, {when}.',
};
