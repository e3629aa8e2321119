// The texts of log-in, account, sessions, second factor and staff, in English.

export const texts = {
  'account.keep.intro':
    'You play as guest, on this browser only. With a nickname and a password you keep balance and history, and log in from any device.',
  'account.keep.action': 'Open account',
  'account.kept': 'Your account is open. You are logged in on this device.',
  'account.none': 'You are not logged in.',
  'account.nickname.hint': 'You log in with it, and others at the table may see it.',
  'account.password': 'Password',
  'account.password.new': 'New password',
  'account.password.present': 'Present password',
  'account.password.hint': 'At least 8 characters, hard to guess: several unrelated words.',
  'account.password.show': 'Show',
  'account.password.hide': 'Hide',
  'account.password.wrong': 'This is not your password.',
  'account.password.change': 'Change password',
  'account.password.change.intro': 'Afterwards all other devices are logged out.',
  'account.password.changed': 'Password changed. All other devices are logged out.',

  'log_in.enter': 'Log in',
  'log_in.no_account': 'No account yet?',
  'log_in.name.staff': 'Name',
  'log_in.guest': 'Logging in ends the guest {name} on this browser, with their wallet.',
  'sign_up.enter': 'Create account',
  'sign_up.has_account': 'You have an account?',
  'code.label': 'Code',
  'code.hint': 'Only if you set a second factor: the six digits of your app, or a recovery code.',
  'code.hint.in_use': 'The six digits of your app, or a recovery code.',

  'sessions.title': 'Where you are logged in',
  'sessions.intro': 'Log out a device that you no longer use or do not know.',
  'sessions.failed': 'Your sessions could not be loaded.',
  'sessions.current': 'This device',
  'sessions.unnamed': 'Another device',
  'sessions.program': 'A program',
  'sessions.used': 'Last used {last}, logged in {since}',
  'sessions.revoke.label': 'Log out: {name}',
  'sessions.everywhere': 'Log out everywhere',
  'sessions.everywhere.confirm': 'Log out on all devices, also on this one?',

  'second_factor.title': 'Second factor',
  'second_factor.intro':
    'With a second factor, a log-in asks for your password and a code that an app on your phone shows. Somebody who learns your password cannot log in with it alone.',
  'second_factor.needed':
    'Staff need a second factor before anything else: an app on your phone shows a code, which each log-in asks for.',
  'second_factor.in_use': 'In use. Each log-in asks for a code of your app.',
  'second_factor.set_up': 'Set up',
  'second_factor.scan':
    'Scan this code with an authenticator app, or open it on this device. Then enter the six digits that the app shows.',
  'second_factor.qr': 'QR code for an authenticator app',
  'second_factor.open': 'Open in an app',
  'second_factor.secret': 'Or type this key into the app',
  'second_factor.first_code': 'Code of the app',
  'second_factor.first_code.hint': 'Six digits. All other devices are logged out then.',
  'second_factor.confirm': 'Confirm',
  'second_factor.remove': 'Remove second factor',
  'second_factor.removed': 'The second factor is removed. All other devices are logged out.',
  'second_factor.renew': 'New recovery codes',
  'second_factor.wrong_proof': 'The password or the code is wrong. A code counts only once.',

  'recovery.title': 'Your recovery codes',
  'recovery.intro':
    'Each of them replaces a code of your app once, for when you lose it. They are shown only now: write them down, or store them with your passwords.',
  'recovery.stored': 'I have stored them',
  'recovery.copy': 'Copy',
  'recovery.copied': 'The recovery codes are on your clipboard.',
  'recovery.not_copied': 'The browser does not allow copying. Write the codes down.',

  'staff.number': 'Number',
  'staff.roles': 'Roles',
  'staff.new': 'You have a one-time code?',
  'staff.is_patron': 'You are logged in as the patron {name}. Log out first.',
  'role.dealer': 'Dealer',
  'role.supervisor': 'Supervisor',
  'role.manager': 'Manager',
  'role.auditor': 'Auditor',

  'enrol.step': 'Set your password',
  'enrol.intro':
    'A manager gave you a one-time code. It sets your first password; the second factor comes next.',
  'enrol.name': 'Your name',
  'enrol.name.hint': 'As the manager wrote it.',
  'enrol.code': 'One-time code',
  'enrol.code.hint': 'It counts once, and for seven days.',
  'enrol.wrong':
    'The name or the code is wrong, or the code was used or is too old. Ask a manager for another.',
  'enrol.enter': 'Set password',
} as const;
