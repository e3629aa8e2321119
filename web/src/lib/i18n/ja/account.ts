// The texts of log-in, account, sessions, second factor and staff, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    'このブラウザだけのゲストです。ニックネームとパスワードを設定すると、残高と履歴が残り、どの端末からもログインできます。',
  'account.keep.action': 'アカウントを開く',
  'account.kept': 'アカウントを開きました。この端末でログイン中です。',
  'account.none': 'ログインしていません。',
  'account.nickname.hint': 'ログインに使います。同じテーブルの人に見えることがあります。',
  'account.password': 'パスワード',
  'account.password.new': '新しいパスワード',
  'account.password.present': '現在のパスワード',
  'account.password.hint': '8文字以上で推測されにくいもの。関係のない単語をいくつか。',
  'account.password.show': '表示',
  'account.password.hide': '隠す',
  'account.password.wrong': 'パスワードが違います。',
  'account.password.change': 'パスワードを変更',
  'account.password.change.intro': '変更すると、他の端末はすべてログアウトします。',
  'account.password.changed': 'パスワードを変更しました。他の端末はすべてログアウトしました。',

  'log_in.enter': 'ログイン',
  'log_in.no_account': 'アカウントがない場合',
  'log_in.name.staff': '名前',
  'log_in.guest': 'ログインすると、このブラウザのゲスト{name}とそのウォレットは終了します。',
  'sign_up.enter': 'アカウント作成',
  'sign_up.has_account': 'アカウントがある場合',
  'code.label': 'コード',
  'code.hint': '2段階認証を設定した場合のみ：アプリの6桁の数字、またはリカバリーコード。',
  'code.hint.in_use': 'アプリの6桁の数字、またはリカバリーコード。',

  'sessions.title': 'ログイン中の端末',
  'sessions.intro': '使わない端末や心当たりのない端末をログアウトしてください。',
  'sessions.failed': '端末を読み込めませんでした。',
  'sessions.current': 'この端末',
  'sessions.unnamed': '別の端末',
  'sessions.program': 'プログラム',
  'sessions.used': '最終使用 {last}、ログイン {since}',
  'sessions.revoke.label': 'ログアウト：{name}',
  'sessions.everywhere': 'すべてログアウト',
  'sessions.everywhere.confirm': 'この端末も含め、すべての端末でログアウトしますか？',

  'second_factor.title': '2段階認証',
  'second_factor.intro':
    '2段階認証では、パスワードに加えてスマートフォンのアプリのコードが必要です。パスワードを知られても、それだけではログインできません。',
  'second_factor.needed':
    'スタッフはまず2段階認証が必要です。スマートフォンのアプリのコードを、ログインのたびに入力します。',
  'second_factor.in_use': '使用中。ログインのたびにアプリのコードを入力します。',
  'second_factor.set_up': '設定する',
  'second_factor.scan':
    '認証アプリでこのコードを読み取るか、この端末で開いてください。次に、表示される6桁の数字を入力します。',
  'second_factor.qr': '認証アプリ用のQRコード',
  'second_factor.open': 'アプリで開く',
  'second_factor.secret': 'またはこのキーをアプリに入力',
  'second_factor.first_code': 'アプリのコード',
  'second_factor.first_code.hint': '6桁の数字。他の端末はすべてログアウトします。',
  'second_factor.confirm': '確認',
  'second_factor.remove': '2段階認証を解除',
  'second_factor.removed': '2段階認証を解除しました。他の端末はすべてログアウトしました。',
  'second_factor.renew': '新しいリカバリーコード',
  'second_factor.wrong_proof': 'パスワードまたはコードが違います。コードは1回限り有効です。',

  'recovery.title': 'リカバリーコード',
  'recovery.intro':
    'アプリを失ったとき、それぞれ1回だけコードの代わりになります。今だけ表示されます。書き留めるか、パスワードと一緒に保管してください。',
  'recovery.stored': '保管しました',
  'recovery.copy': 'コピー',
  'recovery.copied': 'リカバリーコードをコピーしました。',
  'recovery.not_copied': 'ブラウザがコピーを許可していません。書き留めてください。',

  'staff.number': '番号',
  'staff.roles': '役割',
  'staff.new': 'ワンタイムコードをお持ちですか？',
  'staff.console': 'コンソールを開く',
  'staff.is_patron': 'プレイヤー{name}さんとしてログイン中です。先にログアウトしてください。',
  'role.dealer': 'ディーラー',
  'role.supervisor': 'ピットボス',
  'role.manager': 'マネージャー',
  'role.auditor': '監査人',

  'enrol.step': 'パスワードを設定',
  'enrol.intro':
    'マネージャーから渡されたワンタイムコードで最初のパスワードを設定します。次に2段階認証を設定します。',
  'enrol.name': 'お名前',
  'enrol.name.hint': 'マネージャーが書いたとおりに。',
  'enrol.code': 'ワンタイムコード',
  'enrol.code.hint': '1回限り、7日間有効です。',
  'enrol.wrong':
    '名前またはコードが違うか、コードが使用済みまたは期限切れです。マネージャーに新しいコードを求めてください。',
  'enrol.enter': 'パスワードを設定',
};
