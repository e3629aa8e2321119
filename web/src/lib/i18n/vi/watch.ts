// The texts of the checks of a table in play, in Vietnamese. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'Đã kiểm tra',
  'watch.mark.waiting': 'Đang kiểm tra',
  'watch.mark.no_proof': 'Không có bằng chứng',
  'watch.mark.live': 'Bằng chứng khi kết thúc',
  'watch.mark.failed': 'Kiểm tra thất bại',
  'watch.mark.missing': 'Không kiểm tra ở đây',
  'watch.cards': '{count, plural, other {Đã kiểm tra # lá bài}}',
  'watch.title': 'Kiểm tra của bộ bài này',
  'watch.intro':
    'Thiết bị này kiểm tra từng lá bài ngay khi được mở và không gửi kết quả đi. Khi bạn có chỗ ngồi, thiết bị gửi một số ngẫu nhiên của bạn cho mỗi bộ bài mới.',
  'watch.waiting': 'Chưa thấy gì sai. Thứ tự bài chưa được niêm phong, hoặc còn dữ liệu đang đến.',
  'watch.verdict':
    '{cards, plural, =0 {Đã kiểm tra: thứ tự đã niêm phong, chưa mở lá nào.} other {Đã kiểm tra: # lá bài, mỗi lá là lá tiếp theo của thứ tự đã niêm phong.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {Đã kiểm tra: thứ tự đã niêm phong, chưa mở lá nào;} other {Đã kiểm tra: # lá bài, mỗi lá là lá tiếp theo của thứ tự đã niêm phong;}} {rounds, plural, other {cược của bạn ở # ván đã chốt trước lá đầu tiên của ván.}}',
  'watch.open': 'Chưa kiểm tra, và vì sao',
  'watch.number': 'Số của bạn cho bộ bài này',
  'watch.copy': 'Sao chép',
  'watch.copied': 'Đã sao chép',
  'watch.no_proof': 'Bộ bài này được mở trước khi bộ bài có bằng chứng. Bộ tiếp theo sẽ có.',
  'watch.live':
    'Một thiết bị đọc và ký từng lá bài của bộ này. Khi bộ bài kết thúc, các bản ghi chứng minh từng lá.',
  'watch.missing':
    'Trình duyệt này không chạy được kiểm tra. Bạn vẫn có thể kiểm tra tệp bằng chứng ở nơi khác.',
  'watch.commitment': 'Cam kết',
  'watch.root': 'Gốc của các lá bài',
  'watch.head': 'Bản ghi đến số {no}',
  'watch.head.hint': 'Người chơi ở bàn này khi so các chữ số này phải thấy giống nhau sau cùng một số.',
  'watch.file': 'Lưu tệp bằng chứng',
  'watch.verify': 'Kiểm tra tệp',
  'watch.again': 'Bắt đầu lại với sòng này',
  'watch.again.hint':
    'Sòng này có khóa hoặc bản ghi khác với lần ghé trước của bạn. Chỉ bắt đầu lại khi bạn biết lý do, ví dụ sòng của chính bạn vừa được cài lại.',
  'watch.alarm.record': 'Bản ghi công khai của bàn này không đúng.',
  'watch.alarm.key': 'Sòng ký bằng khóa khác với khóa mà bạn biết.',
  'watch.alarm.promise': 'Bộ bài này không phải bộ mà sòng đã cam kết.',
  'watch.alarm.order': 'Thứ tự bài không phải thứ tự đã niêm phong.',
  'watch.alarm.cards': 'Lá bài được mở không phải lá tiếp theo của thứ tự đã niêm phong.',
  'watch.alarm.rounds': 'Một ván không được chia như bản ghi.',
  'watch.alarm.wagers': 'Cược của bạn không được chốt như trên màn hình.',
  'watch.alarm.do': 'Hãy ngừng cược và giữ lại tệp.',
};
