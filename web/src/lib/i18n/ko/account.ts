// The texts of log-in, account, sessions, second factor and staff, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    '이 브라우저에서만 게스트로 플레이합니다. 닉네임과 비밀번호를 정하면 잔액과 내역이 남고 어느 기기에서나 로그인할 수 있습니다.',
  'account.keep.action': '계정 열기',
  'account.kept': '계정이 열렸습니다. 이 기기에서 로그인되어 있습니다.',
  'account.none': '로그인하지 않았습니다.',
  'account.nickname.hint': '로그인에 쓰이며 같은 테이블의 사람에게 보일 수 있습니다.',
  'account.password': '비밀번호',
  'account.password.new': '새 비밀번호',
  'account.password.present': '현재 비밀번호',
  'account.password.hint': '8자 이상, 추측하기 어렵게: 서로 관련 없는 단어 몇 개.',
  'account.password.show': '표시',
  'account.password.hide': '숨기기',
  'account.password.wrong': '비밀번호가 틀립니다.',
  'account.password.change': '비밀번호 변경',
  'account.password.change.intro': '변경하면 다른 모든 기기에서 로그아웃됩니다.',
  'account.password.changed': '비밀번호를 변경했습니다. 다른 모든 기기에서 로그아웃되었습니다.',

  'log_in.enter': '로그인',
  'log_in.no_account': '계정이 없으신가요?',
  'log_in.name.staff': '이름',
  'log_in.guest': '로그인하면 이 브라우저의 게스트 {name}와(과) 지갑이 종료됩니다.',
  'sign_up.enter': '계정 만들기',
  'sign_up.has_account': '계정이 있으신가요?',
  'code.label': '코드',
  'code.hint': '2단계 인증을 설정한 경우만: 앱의 숫자 6자리 또는 복구 코드.',
  'code.hint.in_use': '앱의 숫자 6자리 또는 복구 코드.',

  'sessions.title': '로그인된 기기',
  'sessions.intro': '더는 쓰지 않거나 모르는 기기를 로그아웃하세요.',
  'sessions.failed': '기기 목록을 불러오지 못했습니다.',
  'sessions.current': '이 기기',
  'sessions.unnamed': '다른 기기',
  'sessions.program': '프로그램',
  'sessions.used': '최근 사용 {last}, 로그인 {since}',
  'sessions.revoke.label': '로그아웃: {name}',
  'sessions.everywhere': '모두 로그아웃',
  'sessions.everywhere.confirm': '이 기기를 포함해 모든 기기에서 로그아웃할까요?',

  'second_factor.title': '2단계 인증',
  'second_factor.intro':
    '2단계 인증을 쓰면 로그인할 때 비밀번호와 휴대폰 앱의 코드가 필요합니다. 비밀번호만 알아서는 로그인할 수 없습니다.',
  'second_factor.needed':
    '직원은 먼저 2단계 인증이 필요합니다. 로그인할 때마다 휴대폰 앱의 코드를 입력합니다.',
  'second_factor.in_use': '사용 중. 로그인할 때마다 앱의 코드를 입력합니다.',
  'second_factor.set_up': '설정',
  'second_factor.scan':
    '인증 앱으로 이 코드를 스캔하거나 이 기기에서 여세요. 그다음 앱에 표시되는 숫자 6자리를 입력하세요.',
  'second_factor.qr': '인증 앱용 QR 코드',
  'second_factor.open': '앱에서 열기',
  'second_factor.secret': '또는 앱에 이 키를 입력',
  'second_factor.first_code': '앱의 코드',
  'second_factor.first_code.hint': '숫자 6자리. 다른 모든 기기에서 로그아웃됩니다.',
  'second_factor.confirm': '확인',
  'second_factor.remove': '2단계 인증 해제',
  'second_factor.removed': '2단계 인증을 해제했습니다. 다른 모든 기기에서 로그아웃되었습니다.',
  'second_factor.renew': '새 복구 코드',
  'second_factor.wrong_proof': '비밀번호나 코드가 틀립니다. 코드는 한 번만 쓸 수 있습니다.',

  'recovery.title': '복구 코드',
  'recovery.intro':
    '앱을 잃었을 때 각각 한 번 앱의 코드를 대신합니다. 지금만 표시됩니다. 적어 두거나 비밀번호와 함께 보관하세요.',
  'recovery.stored': '보관했습니다',
  'recovery.copy': '복사',
  'recovery.copied': '복구 코드를 클립보드에 복사했습니다.',
  'recovery.not_copied': '브라우저가 복사를 허용하지 않습니다. 적어 두세요.',

  'staff.number': '번호',
  'staff.roles': '역할',
  'staff.new': '일회용 코드가 있으신가요?',
  'staff.is_patron': '회원 {name}(으)로 로그인되어 있습니다. 먼저 로그아웃하세요.',
  'role.dealer': '딜러',
  'role.supervisor': '핏 보스',
  'role.manager': '매니저',
  'role.auditor': '감사',

  'enrol.step': '비밀번호 설정',
  'enrol.intro': '매니저가 드린 일회용 코드로 첫 비밀번호를 정합니다. 그다음 2단계 인증을 설정합니다.',
  'enrol.name': '이름',
  'enrol.name.hint': '매니저가 적은 그대로.',
  'enrol.code': '일회용 코드',
  'enrol.code.hint': '한 번만, 7일 동안 유효합니다.',
  'enrol.wrong':
    '이름이나 코드가 틀렸거나, 코드가 이미 사용되었거나 기한이 지났습니다. 매니저에게 새 코드를 요청하세요.',
  'enrol.enter': '비밀번호 설정',
};
