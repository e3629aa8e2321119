// The texts of the screen that checks proof files, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    'Mỗi bộ bài có một tệp bằng chứng. Thiết bị này kiểm tra tệp đó: không gửi gì đi và không cần kết nối.',
  'verify.round': 'Cược và tiền trả của bạn ở ván {round} được kiểm tra cùng bộ bài.',
  'verify.round.no_proof': 'Bộ bài này được mở trước khi bộ bài có bằng chứng.',
  'verify.round.missing': 'Không tải được bằng chứng của ván này.',
  'verify.drop': 'Thả tệp bằng chứng vào đây, của một hay nhiều bộ bài của một bàn.',
  'verify.choose': 'Chọn tệp',
  'verify.own': 'Thêm điều chỉ bạn biết',
  'verify.own.intro': 'Tất cả đều tùy chọn. Nhờ đó kiểm tra được nhiều hơn.',
  'verify.key': 'Khóa của sòng',
  'verify.key.hint': 'Lấy từ nơi sòng không thể đổi riêng cho bạn, như trang in hay người chơi khác.',
  'verify.nonce': 'Số của bạn cho bộ bài này',
  'verify.nonce.hint': 'Nonce mà trang của bạn gửi trước lá bài đầu tiên.',
  'verify.digits': 'Cần 64 chữ số hex: 0 đến 9, a đến f.',
  'verify.wagers': 'Cược của bạn trong một ván',
  'verify.wagers.choose': 'Chọn một tệp',
  'verify.wagers.hint': 'Với tệp này, cược và tiền trả của bạn cũng được kiểm tra.',
  'verify.wagers.unreadable': 'Không đọc được tệp này: {reason}',
  'verify.remove': 'Bỏ',
  'verify.missing': 'Không tải được phần kiểm tra.',
  'verify.no_beacon': 'Không tải được phần kiểm tra số ngẫu nhiên công khai. Tải lại trang để có phần này.',
  'verify.large': '{name} lớn hơn 1 MB và không được đọc.',
  'verify.no_text': '{name} không phải tệp văn bản và không được đọc.',
  'verify.summary': 'Đã kiểm tra {count, plural, other {#}} tệp, {failed, number} tệp không đạt',
  'verify.clear': 'Bỏ tất cả',
  'verify.no_key': 'Chưa có khóa của sòng. Đến đây, các tệp chỉ chứng minh rằng một khóa đã ký tất cả.',
  'verify.shoe': 'Bàn {table}, bộ bài {shoe}',
  'verify.unreadable': 'Không phải tệp bằng chứng',
  'verify.ok': 'Mọi kiểm tra đều không lỗi',
  'verify.failed': '{count, plural, other {#}} kiểm tra không đạt',
  'verify.counts': '{ok, number} đạt, {open, number} chưa kiểm tra',
  'verify.limit':
    'Không ai kiểm tra được sòng có cho ai biết thứ tự bài hay cược của người khác không. Tệp không cho biết nó được công bố khi nào.',
  'verify.lines': 'Các dòng giống như chương trình “punto verify” in ra, bằng tiếng Anh.',
};
