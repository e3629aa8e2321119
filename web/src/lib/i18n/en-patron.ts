// The texts of the account's parts, in English: their navigation, passkeys, settings.

export const patron = {
  'patron.nav': 'Parts of your account',
  'patron.nav.balance': 'Balance',
  'patron.nav.history': 'Bets',
  'patron.nav.statement': 'Statement',
  'patron.nav.limits': 'Limits',
  'patron.nav.account': 'Log-in',
  'patron.nav.preferences': 'Settings',

  'passkey.title': 'Passkeys',
  'passkey.intro':
    'A passkey logs you in with your fingerprint, face or PIN instead of name and password. Nobody can guess it, and no false page can use it.',
  'passkey.none': 'You have no passkey yet.',
  'passkey.failed': 'Your passkeys could not be loaded.',
  'passkey.retry': 'Try again',
  'passkey.used': 'Last used {when}',
  'passkey.unused': 'Added {when}, not used yet',
  'passkey.add': 'Add a passkey',
  'passkey.name': 'Name of the passkey',
  'passkey.name.hint': 'By which you know it, such as “phone”.',
  'passkey.added': 'The passkey is added. All other devices are logged out.',
  'passkey.rename': 'Rename',
  'passkey.rename.label': 'Rename: {name}',
  'passkey.renamed': 'The passkey is renamed.',
  'passkey.save': 'Save',
  'passkey.remove': 'Remove',
  'passkey.remove.label': 'Remove: {name}',
  'passkey.remove.sure':
    '{name} logs nobody in afterwards. Delete it on your device, too. All other devices are logged out.',
  'passkey.removed': 'The passkey is removed. All other devices are logged out.',
  'passkey.cancel': 'Cancel',
  'passkey.log_in': 'Log in with a passkey',
  'passkey.instead': 'Use a passkey instead',
  'passkey.refused.passkey_unsupported': 'This browser, or this address of the page, cannot use passkeys.',
  'passkey.refused.passkey_stopped': 'The browser stopped, or you did. Nothing has changed.',
  'passkey.refused.passkey_known': 'This device has a passkey of yours already.',
  'passkey.refused.passkeys_need_public_url':
    'This server has no public address, which passkeys need. The operator can set one.',
  'passkey.refused.bad_passkey': 'The answer of the browser came too late or does not fit. Begin again.',
  'passkey.refused.too_many_passkeys': 'You have as many passkeys as you may have. Remove one first.',
  'passkey.refused.unknown_passkey': 'This passkey is removed already.',
  'passkey.refused.wrong_credentials': 'No passkey of this server was found here, or it was not accepted.',
  'passkey.second_factor':
    'Your passkey is a second factor. A log-in with your password needs a recovery code, or the code of an app, too.',
  'passkey.remove_app': 'Remove the app',
  'passkey.no_app': 'No app is in use for your codes.',

  'preferences.device': 'These settings are kept on this device.',
  'preferences.bets': 'Betting',
  'preferences.at_once': 'Instant bets',
  'preferences.at_once.help':
    'Each chip is sent as soon as you place it. Without this, Confirm sends your chips.',
  'preferences.shortcuts': 'Keyboard shortcuts',
  'preferences.shortcuts.help': 'At a table. Press ? there to see the keys.',
  'preferences.show': 'Cards and sound',
  'preferences.format.help': 'Numbers and times follow it: {amount}, {when}.',
} as const;
