// The texts of log-in, account, sessions, second factor and staff, in Vietnamese.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    'Bạn đang chơi với tư cách khách, chỉ trên trình duyệt này. Với biệt danh và mật khẩu, bạn giữ được số dư, lịch sử và đăng nhập từ mọi thiết bị.',
  'account.keep.action': 'Mở tài khoản',
  'account.kept': 'Tài khoản đã mở. Bạn đã đăng nhập trên thiết bị này.',
  'account.none': 'Bạn chưa đăng nhập.',
  'account.nickname.hint': 'Dùng để đăng nhập, người cùng bàn có thể thấy.',
  'account.password': 'Mật khẩu',
  'account.password.new': 'Mật khẩu mới',
  'account.password.present': 'Mật khẩu hiện tại',
  'account.password.hint': 'Ít nhất 8 ký tự, khó đoán: vài từ không liên quan.',
  'account.password.show': 'Hiện',
  'account.password.hide': 'Ẩn',
  'account.password.wrong': 'Sai mật khẩu.',
  'account.password.change': 'Đổi mật khẩu',
  'account.password.change.intro': 'Sau đó mọi thiết bị khác bị đăng xuất.',
  'account.password.changed': 'Đã đổi mật khẩu. Mọi thiết bị khác đã đăng xuất.',

  'log_in.enter': 'Đăng nhập',
  'log_in.no_account': 'Chưa có tài khoản?',
  'log_in.name.staff': 'Tên',
  'log_in.guest': 'Đăng nhập sẽ kết thúc khách {name} trên trình duyệt này, cùng ví của khách.',
  'sign_up.enter': 'Tạo tài khoản',
  'sign_up.has_account': 'Đã có tài khoản?',
  'code.label': 'Mã',
  'code.hint': 'Chỉ khi bạn đặt xác thực hai bước: sáu chữ số của ứng dụng, hoặc mã khôi phục.',
  'code.hint.in_use': 'Sáu chữ số của ứng dụng, hoặc mã khôi phục.',

  'sessions.title': 'Nơi bạn đang đăng nhập',
  'sessions.intro': 'Hãy đăng xuất thiết bị bạn không còn dùng hoặc không biết.',
  'sessions.failed': 'Không tải được các phiên của bạn.',
  'sessions.current': 'Thiết bị này',
  'sessions.unnamed': 'Thiết bị khác',
  'sessions.program': 'Chương trình',
  'sessions.used': 'Dùng lần cuối {last}, đăng nhập {since}',
  'sessions.revoke.label': 'Đăng xuất: {name}',
  'sessions.everywhere': 'Đăng xuất mọi nơi',
  'sessions.everywhere.confirm': 'Đăng xuất trên mọi thiết bị, kể cả thiết bị này?',

  'second_factor.title': 'Xác thực hai bước',
  'second_factor.intro':
    'Với xác thực hai bước, đăng nhập cần mật khẩu và mã từ ứng dụng trên điện thoại. Người chỉ biết mật khẩu không thể đăng nhập.',
  'second_factor.needed':
    'Nhân viên cần xác thực hai bước trước tiên: ứng dụng trên điện thoại hiện mã, cần cho mỗi lần đăng nhập.',
  'second_factor.in_use': 'Đang dùng. Mỗi lần đăng nhập cần mã của ứng dụng.',
  'second_factor.set_up': 'Thiết lập',
  'second_factor.scan':
    'Quét mã này bằng ứng dụng xác thực, hoặc mở trên thiết bị này. Sau đó nhập sáu chữ số ứng dụng hiển thị.',
  'second_factor.qr': 'Mã QR cho ứng dụng xác thực',
  'second_factor.open': 'Mở trong ứng dụng',
  'second_factor.secret': 'Hoặc nhập khóa này vào ứng dụng',
  'second_factor.first_code': 'Mã của ứng dụng',
  'second_factor.first_code.hint': 'Sáu chữ số. Sau đó mọi thiết bị khác bị đăng xuất.',
  'second_factor.confirm': 'Xác nhận',
  'second_factor.remove': 'Bỏ xác thực hai bước',
  'second_factor.removed': 'Đã bỏ xác thực hai bước. Mọi thiết bị khác đã đăng xuất.',
  'second_factor.renew': 'Mã khôi phục mới',
  'second_factor.wrong_proof': 'Sai mật khẩu hoặc mã. Mỗi mã chỉ dùng một lần.',

  'recovery.title': 'Mã khôi phục của bạn',
  'recovery.intro':
    'Mỗi mã thay cho mã ứng dụng một lần, khi bạn mất ứng dụng. Chỉ hiện lúc này: hãy ghi lại, hoặc lưu cùng mật khẩu.',
  'recovery.stored': 'Tôi đã lưu',
  'recovery.copy': 'Sao chép',
  'recovery.copied': 'Đã sao chép mã khôi phục.',
  'recovery.not_copied': 'Trình duyệt không cho sao chép. Hãy ghi lại các mã.',

  'staff.number': 'Số',
  'staff.roles': 'Vai trò',
  'staff.new': 'Bạn có mã dùng một lần?',
  'staff.is_patron': 'Bạn đang đăng nhập là người chơi {name}. Hãy đăng xuất trước.',
  'role.dealer': 'Người chia bài',
  'role.supervisor': 'Quản lý sàn',
  'role.manager': 'Quản lý',
  'role.auditor': 'Kiểm toán',

  'enrol.step': 'Đặt mật khẩu',
  'enrol.intro':
    'Quản lý đã đưa bạn mã dùng một lần. Mã này đặt mật khẩu đầu tiên; sau đó là xác thực hai bước.',
  'enrol.name': 'Tên của bạn',
  'enrol.name.hint': 'Đúng như quản lý đã ghi.',
  'enrol.code': 'Mã dùng một lần',
  'enrol.code.hint': 'Chỉ dùng một lần, trong bảy ngày.',
  'enrol.wrong': 'Sai tên hoặc mã, hoặc mã đã dùng hay quá hạn. Hãy xin quản lý mã khác.',
  'enrol.enter': 'Đặt mật khẩu',
};
